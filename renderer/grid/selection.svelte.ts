import type { Selection } from '#contract/query';
import * as marks from './match-marks';

/**
 * The user's selection: single records, or all matching ones except some. It survives scrolling and sorting.
 */
export class GridSelection {
  #marks = $state.raw(marks.NONE);

  get kind(): Selection['kind'] {
    return this.#marks.kind;
  }

  has(key: string): boolean {
    return marks.isMarked(this.#marks, key);
  }

  /** Returns the number of selected records, of `total` matching. */
  count(total: number): number {
    return marks.countMarked(this.#marks, total);
  }

  selectOnly(key: string): void {
    this.#marks = marks.withOnly([key]);
  }

  /** Toggles one record. Returns false at the limit of single records. */
  toggle(key: string): boolean {
    return this.#set(marks.withToggled(this.#marks, key));
  }

  replace(keys: Iterable<string>): boolean {
    return this.#set(marks.withOnly(keys));
  }

  /** Adds records to the selection. */
  add(more: Iterable<string>): boolean {
    return this.#set(marks.withMore(this.#marks, more));
  }

  selectAll(): void {
    this.#marks = marks.ALL;
  }

  clear(): void {
    this.#marks = marks.NONE;
  }

  /** The selection as the contract defines it. */
  get value(): Selection {
    return marks.asSelection(this.#marks);
  }

  #set(next: marks.MatchMarks): boolean {
    if (next.keys.size > marks.MAX_KEYS) return false;
    this.#marks = next;
    return true;
  }
}
