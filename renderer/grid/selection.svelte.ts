import type { Selection } from '#contract/query';
import * as rowSelection from './row-selection';

/**
 * The user's selection: single records, or all matching ones except some. It survives scrolling and sorting.
 */
export class GridSelection {
  #selected = $state.raw(rowSelection.NONE);

  get kind(): Selection['kind'] {
    return this.#selected.kind;
  }

  has(key: string): boolean {
    return rowSelection.isSelected(this.#selected, key);
  }

  /** Returns the number of selected records, of `total` matching. */
  count(total: number): number {
    return rowSelection.countSelected(this.#selected, total);
  }

  selectOnly(key: string): void {
    this.#selected = rowSelection.withOnly([key]);
  }

  /** Toggles one record. Returns false if the selection would name too many. */
  toggle(key: string): boolean {
    return this.#set(rowSelection.withToggled(this.#selected, key));
  }

  /** Selects these records instead. Returns false if they are too many. */
  replace(keys: Iterable<string>): boolean {
    return this.#set(rowSelection.withOnly(keys));
  }

  /** Adds records to the selection. Returns false if it would have too many. */
  add(keys: Iterable<string>): boolean {
    return this.#set(rowSelection.withAdded(this.#selected, keys));
  }

  selectAll(): void {
    this.#selected = rowSelection.ALL;
  }

  clear(): void {
    this.#selected = rowSelection.NONE;
  }

  /** Stands for the current selection: another object after each change. */
  get identity(): object {
    return this.#selected;
  }

  /** The selection as the contract defines it. */
  get value(): Selection {
    return rowSelection.asSelection(this.#selected);
  }

  #set(next: rowSelection.RowSelection): boolean {
    if (next.keys.size > rowSelection.MAX_KEYS) return false;
    this.#selected = next;
    return true;
  }
}
