import type { ColumnStore } from './column-store';
import { RowSet } from './row-set';

/** The index answers with this many rows in about 20 ms; with more of them, people feel each key. */
export const MANY = 150_000;
/** Most sets kept, so that no data, however alike, can fill the memory. */
const MOST = 64;
const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz0123456789');

/**
 * The rows of the most common beginnings of words ("s", "sch", "ira"), kept in memory. They are found while nobody
 * asks for anything, letter by letter: only a common beginning can have a common continuation.
 */
export class CommonWords {
  readonly #store: ColumnStore;
  readonly #many: number;
  #sets = new Map<string, RowSet>();
  #work: Iterator<void, void, void> | undefined;

  constructor(store: ColumnStore, many: number) {
    this.#store = store;
    this.#many = many;
  }

  forget(): void {
    this.#sets = new Map();
    this.#work = undefined;
  }

  /** The rows with a word that begins like this, if it is known to be a common one. */
  of(word: string): RowSet | undefined {
    return this.#sets.get(word.toLowerCase());
  }

  /** Finds out a little more, which takes one question to the index or two. False: all is known. */
  prepare(): boolean {
    this.#work ??= this.#find();
    return this.#work.next().done !== true;
  }

  *#find(): Generator<void, void, void> {
    const { size } = this.#store;
    if (size <= this.#many) return;
    let kept = 0;
    let level: { word: string; count: number }[] = [{ word: '', count: 0 }];
    while (level.length > 0) {
      const longer: typeof level = [];
      for (const { word: before, count: rowsBefore } of level)
        for (const letter of LETTERS) {
          const word = before + letter;
          const count = this.#store.countMatching(word);
          const shared = this.#sets.get(before);
          if (count > this.#many && shared && count === rowsBefore) this.#sets.set(word, shared);
          else if (count > this.#many && kept < MOST) {
            this.#sets.set(word, new RowSet(size, this.#store.matching([word])));
            kept += 1;
          }
          if (this.#sets.has(word)) longer.push({ word, count });
          yield;
        }
      level = longer;
    }
  }
}
