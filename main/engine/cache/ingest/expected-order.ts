import type { RecordFingerprint } from '../../wire/record-bytes';
import type { KnownRow, TableStatements } from '../schema/table-statements';

/** Maximum number of rows to prefetch. */
const MAX_PREFETCH = 1_024;

/**
 * Predicts the next stored row while a list is read again. A service usually sends a list in the same order,
 * so the next record is most likely the next row with the same text: nothing to parse, look up or store, and
 * whole ranges move to the new generation at once.
 */
export class ExpectedOrder {
  readonly #statements: TableStatements;
  readonly #generation: number;
  /** Prefetched rows; `#index` is that of the expected one. */
  #rows: KnownRow[] = [];
  #index = 0;
  #next = 1;
  #prefetchCount = 1;
  #isAtEnd = false;
  /** First and last row of the unchanged range that still has its old generation. */
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
