import type { ResourceName } from '#contract/resources';
import type { Db } from '../../sqlite/open-database';
import type { TableStatements, KnownRow } from '../schema/table-statements';
import type { FetchWatermarks } from './fetch-watermarks';
import { changeTimeOf, RecordTimes, type ChangeTime } from './record-times';
import { nightlyDateNames } from '../schema/nightly-dates';
import { cacheTables } from '../schema/schema';
import type { RecordFingerprint } from '../../wire/record-bytes';

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
class WritesDuringPass {
  readonly #byKey = new Map<string, WriteDuringPass>();
  readonly #keyByRow = new Map<number, string>();
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
    const key = this.#keyByRow.get(n);
    return key === undefined ? undefined : this.noteFound(key);
  }

  #set(key: string, written: WriteDuringPass): void {
    this.#byKey.set(key, written);
    if (written.n !== null) this.#keyByRow.set(written.n, key);
  }
}

/** Maximum number of rows to prefetch. */
const MAX_PREFETCH = 1_024;

/**
 * Predicts the next stored row while a list is read again. A service usually sends a list in the same order,
 * so the next record is most likely the next row with the same text: nothing to parse, look up or store, and
 * whole ranges move to the new generation at once.
 */
class ExpectedOrder {
  readonly #statements: TableStatements;
  readonly #generation: number;
  /** Prefetched rows; `#index` is that of the expected one. */
  #rows: KnownRow[] = [];
  #index = 0;
  #next = 1;
  #prefetchCount = 1;
  #isAtEnd = false;
  /** First and last row of the unchanged range that still has its old generation; no range while `#to` is -1. */
  #from = 0;
  #to = -1;

  constructor(statements: TableStatements, generation: number) {
    this.#statements = statements;
    this.#generation = generation;
  }

  /** Returns the expected row if it has this fingerprint, and advances to the next one. */
  takeMatch({ hash, dates }: RecordFingerprint): KnownRow | undefined {
    if (this.#index >= this.#rows.length) this.#prefetch();
    const row = this.#rows[this.#index];
    if (row?.hash !== hash || row.dates !== dates) return undefined;
    this.#index += 1;
    this.#next = row.n + 1;
    if (this.#to < 0) this.#from = row.n;
    this.#to = row.n;
    return row;
  }

  /** Returns the row that `takeMatch` did not match: most likely the same record with a new text. */
  get expected(): KnownRow | undefined {
    return this.#rows[this.#index];
  }

  /** Advances past the expected row; the caller writes it. */
  advancePast({ n }: KnownRow): void {
    this.#index += 1;
    this.#next = n + 1;
  }

  /** Moves the matched range to the new generation. Call it before anything else reads the rows. */
  flushMatched(): void {
    if (this.#to < 0) return;
    this.#statements.touch.run(this.#generation, this.#from, this.#to);
    this.#to = -1;
  }

  /** Prefetches again because other rows were written. Call `flushMatched` first. */
  prefetchAgain(): void {
    this.moveTo(this.#next);
  }

  /** Continues at another row. */
  moveTo(n: number): void {
    this.#rows = [];
    this.#index = 0;
    this.#next = n;
    this.#prefetchCount = 1; // a list in another order must not prefetch a thousand rows for each record
    this.#isAtEnd = false;
  }

  #prefetch(): void {
    if (this.#isAtEnd) return;
    this.#rows = this.#statements.from.all(this.#next, this.#prefetchCount);
    this.#index = 0;
    this.#isAtEnd = this.#rows.length === 0;
    this.#prefetchCount = Math.min(MAX_PREFETCH, this.#prefetchCount * 4);
  }
}

/** The active pass over one resource. */
export interface ActivePass {
  readonly generation: number;
  /** Number of distinct keys so far; counted once from the database when a pass resumes. */
  keyCount: number;
  /** The first fill of a table: its records are counted, not recorded as new. */
  readonly isFirst: boolean;
  readonly order: ExpectedOrder;
  readonly written: WritesDuringPass;
  /** For a list whose records have change times. */
  readonly times: RecordTimes | undefined;
}

/** The writer's memory of active passes. Everything in it can be read from the database again. */
export class ActivePasses {
  readonly #db: Db;
  readonly #watermarks: FetchWatermarks;
  readonly #passes = new Map<ResourceName, ActivePass>();
  readonly #timesOf: ReadonlyMap<ResourceName, ChangeTime | undefined>;

  constructor(db: Db, watermarks: FetchWatermarks) {
    this.#db = db;
    this.#watermarks = watermarks;
    this.#timesOf = new Map(
      cacheTables.map(({ name, resource }) => [name, changeTimeOf(resource, nightlyDateNames(name))]),
    );
  }

  /** Returns the reader of a list's change times. */
  changeTime(name: ResourceName): ChangeTime | undefined {
    return this.#timesOf.get(name);
  }

  /** Returns the pass of this generation. */
  passFor(statements: TableStatements, generation: number): ActivePass {
    const { name } = statements.table;
    const active = this.#passes.get(name);
    if (active?.generation === generation) return active;
    const completed = this.#db.prepare('SELECT 1 FROM whole WHERE resource = ?').get(name);
    const timeOf = this.changeTime(name);
    const pass = {
      generation,
      keyCount: statements.countKeys.get({ resource: name, generation }) ?? 0,
      isFirst: completed === undefined,
      order: new ExpectedOrder(statements, generation),
      written: new WritesDuringPass(this.#db, name),
      times: timeOf && new RecordTimes(timeOf, this.#watermarks.watermarkOf(name)),
    };
    this.#passes.set(name, pass);
    return pass;
  }

  /** Returns the active pass, or one that was interrupted and can resume. */
  unfinishedPass(statements: TableStatements): ActivePass | undefined {
    const generation = this.#db
      .prepare<[string], number>('SELECT generation FROM pass WHERE resource = ? AND finished = 0')
      .pluck()
      .get(statements.table.name);
    return generation === undefined ? undefined : this.passFor(statements, generation);
  }

  /** Forgets a pass that ended, or whose last changes were not stored. */
  forget(resource: ResourceName): void {
    this.#passes.delete(resource);
  }
}
