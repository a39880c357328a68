import type { ColumnStore } from '../query/column-store';
import { RowSet } from '../query/row-set';

/** A prefix is common when more than one in this many rows has it. There are too many rarer ones to keep. */
const ROWS_PER_COMMON_ROW = 7;
/** The index returns this many rows per millisecond, so caching smaller sets gains nothing. */
const MIN_ROWS = 10_000;
/** Maximum number of sets, so that no data can fill the memory. */
const MAX_SETS = 64;
const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz0123456789');

/**
 * Memoized row sets for the most common word prefixes ("s", "sch", "ira"). Built while the engine is idle,
 * letter by letter: only a common prefix can have a common extension.
 */
export class CommonPrefixes {
  readonly #store: ColumnStore;
  readonly #rowsByName: (word: string) => ArrayLike<number>;
  readonly #minCount: number | undefined;
  #sets = new Map<string, RowSet>();
  #work: Iterator<void, void, void> | undefined;

  /**
   * `rowsByName`: rows with the ID of a record whose name has a word with this prefix. `minCount`: override for tests.
   */
  constructor(
    store: ColumnStore,
    rowsByName: (word: string) => ArrayLike<number> = () => [],
    minCount?: number,
  ) {
    this.#store = store;
    this.#rowsByName = rowsByName;
    this.#minCount = minCount;
  }

  forget(): void {
    this.#sets = new Map();
    this.#work = undefined;
  }

  /** Returns the rows with a word of this prefix, if the prefix is known to be common. */
  rowsFor(word: string): RowSet | undefined {
    return this.#sets.get(word.toLowerCase());
  }

  /** Does one step of work, one or two index queries. Returns false when all common prefixes are known. */
  prepare(): boolean {
    this.#work ??= this.#find();
    return this.#work.next().done !== true;
  }

  *#find(): Generator<void, void, void> {
    const { size } = this.#store;
    const minCount = this.#minCount ?? Math.max(MIN_ROWS, Math.floor(size / ROWS_PER_COMMON_ROW));
    if (size <= minCount) return;
    let setCount = 0;
    let level = [{ word: '', count: 0, nameCount: 0 }];
    while (level.length > 0) {
      const longer: typeof level = [];
      for (const { word: shorter, count: shorterCount, nameCount: shorterNameCount } of level)
        for (const letter of LETTERS) {
          const prefix = shorter + letter;
          const count = this.#store.countMatching(prefix);
          yield;
          if (count <= minCount) continue;
          const namedRows = this.#rowsByName(prefix);
          yield;
          // Equal counts mean the same rows, because every row with the longer prefix has the shorter one.
          const shared = this.#sets.get(shorter);
          if (shared && count === shorterCount && namedRows.length === shorterNameCount)
            this.#sets.set(prefix, shared);
          else if (setCount < MAX_SETS) {
            this.#sets.set(prefix, new RowSet(size, this.#store.matching([prefix]), namedRows));
            setCount += 1;
          } else continue;
          longer.push({ word: prefix, count, nameCount: namedRows.length });
          yield;
        }
      level = longer;
    }
  }
}
