import type { Selection } from '../../preload/contract/query';
import * as marks from './marks';

/** What a person has marked: single records, or everything that matches but some. Survives scrolling and sorting. */
export class GridSelection {
  #marks = $state.raw(marks.NONE);

  get kind(): Selection['kind'] {
    return this.#marks.kind;
  }

  has(key: string): boolean {
    return marks.isMarked(this.#marks, key);
  }

  /** How many are marked, of `total` that match. */
  count(total: number): number {
    return marks.markedOf(this.#marks, total);
  }

  only(key: string): void {
    this.#marks = marks.withOnly([key]);
  }

  /** Marks or unmarks one record. False when the limit of single records is reached. */
  toggle(key: string): boolean {
    return this.#set(marks.withToggled(this.#marks, key));
  }

  replace(keys: Iterable<string>): boolean {
    return this.#set(marks.withOnly(keys));
  }

  /** Marks these too. */
  add(more: Iterable<string>): boolean {
    return this.#set(marks.withMore(this.#marks, more));
  }

  all(): void {
    this.#marks = marks.ALL;
  }

  clear(): void {
    this.#marks = marks.NONE;
  }

  /** As the engine takes it. */
  get value(): Selection {
    return marks.asSelection(this.#marks);
  }

  #set(next: marks.Marks): boolean {
    if (next.keys.size > marks.MOST_KEYS) return false;
    this.#marks = next;
    return true;
  }
}
