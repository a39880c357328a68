import type { ResourceName } from '#contract/resources';
import type { Db } from '../../sqlite/open-database';

interface WriteDuringPass {
  /** Null: removed. */
  readonly n: number | null;
  /** The pass has found the record in its lists. */
  isFound: boolean;
}
type StoredWriteDuringPass = { key: string; n: number | null; seen: number };

/**
 * The records of one list that were put or removed during a pass over it. The pass's pages may be older, so
 * for these records they only prove that the list had them. Stored in the database, because a pass can resume
 * after a crash.
 */
export class WritesDuringPass {
  readonly #byKey = new Map<string, WriteDuringPass>();
  readonly #rows = new Map<number, string>();
  readonly #store: (key: string, written: WriteDuringPass) => void;

  constructor(db: Db, resource: ResourceName) {
    const insert = db.prepare('INSERT OR REPLACE INTO written VALUES (?, ?, ?, ?)');
    this.#store = (key, { n, isFound }) => insert.run(resource, key, n, isFound ? 1 : 0);
    const selectWrites = db.prepare<[string], StoredWriteDuringPass>(
      'SELECT key, n, seen FROM written WHERE resource = ?',
    );
    for (const { key, n, seen } of selectWrites.all(resource)) this.#set(key, { n, isFound: seen === 1 });
  }

  get isEmpty(): boolean {
    return this.#byKey.size === 0;
  }

  /** Notes that a record was put as row `n`, or removed; `isFound`: whether the pass had already found it. */
  add(key: string, n: number | null, isFound: boolean): void {
    const written = { n, isFound: isFound || (this.#byKey.get(key)?.isFound ?? false) };
    this.#set(key, written);
    this.#store(key, written);
  }

  /**
   * Notes that the pass found a record. Returns whether the record was written during the pass, and whether
   * it is found for the first time.
   */
  noteFound(key: string): 'first' | 'again' | undefined {
    const written = this.#byKey.get(key);
    if (!written) return undefined;
    if (written.isFound) return 'again';
    written.isFound = true;
    this.#store(key, written);
    return 'first';
  }

  /** Does what `noteFound` does, for the record of a row. */
  noteFoundRow(n: number): 'first' | 'again' | undefined {
    const key = this.#rows.get(n);
    return key === undefined ? undefined : this.noteFound(key);
  }

  #set(key: string, written: WriteDuringPass): void {
    this.#byKey.set(key, written);
    if (written.n !== null) this.#rows.set(written.n, key);
  }
}
