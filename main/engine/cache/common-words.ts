import type { ColumnStore } from './column-store';
import { RowSet } from './row-set';

/** A beginning is a common one when more than one row in so many has it: of rarer ones there are too many to keep. */
const SHARE = 7;
/** The index names this many rows in a millisecond: nothing is won by keeping them. */
const FEW = 10_000;
/** Most sets kept, so that no data, however alike, can fill the memory. */
const MOST = 64;
const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz0123456789');

/**
 * The rows of the most common beginnings of words ("s", "sch", "ira"), kept in memory. They are found while nobody
 * asks for anything, letter by letter: only a common beginning can have a common continuation.
 */
export class CommonWords {
  readonly #store: ColumnStore;
  readonly #named: (word: string) => ArrayLike<number>;
  readonly #many: number | undefined;
  #sets = new Map<string, RowSet>();
  #work: Iterator<void, void, void> | undefined;

  /** `named`: rows that hold the ID of something whose name has a word that begins like this; `many`: for tests. */
  constructor(store: ColumnStore, named: (word: string) => ArrayLike<number> = () => [], many?: number) {
    this.#store = store;
    this.#named = named;
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
    const many = this.#many ?? Math.max(FEW, Math.floor(size / SHARE));
    if (size <= many) return;
    let kept = 0;
    let level = [{ word: '', count: 0, named: 0 }];
    while (level.length > 0) {
      const longer: typeof level = [];
      for (const { word: before, count: rowsBefore, named: namedBefore } of level)
        for (const letter of LETTERS) {
          const word = before + letter;
          const count = this.#store.countMatching(word);
          yield;
          if (count <= many) continue;
          const named = this.#named(word);
          yield;
          const shared = this.#sets.get(before);
          if (shared && count === rowsBefore && named.length === namedBefore) this.#sets.set(word, shared);
          else if (kept < MOST) {
            this.#sets.set(word, new RowSet(size, this.#store.matching([word]), named));
            kept += 1;
          } else continue;
          longer.push({ word, count, named: named.length });
          yield;
        }
      level = longer;
    }
  }
}
