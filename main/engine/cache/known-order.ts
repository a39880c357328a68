import type { Fingerprint } from '../wire/record-bytes';
import type { Known, TableStatements } from './table-statements';

/** Most rows read ahead. */
const MOST = 1_024;

/**
 * Follows a list through the rows it was stored as. A service sends a list in the same order from one refresh to the
 * next, so the next record is most likely the row after the last one, with the same text: then there is nothing to
 * parse, to look up or to store, and whole stretches of rows pass into the new generation at once.
 */
export class KnownOrder {
  readonly #statements: TableStatements;
  readonly #generation: number;
  /** Rows read ahead; `#at` is the one that is expected. */
  #rows: Known[] = [];
  #at = 0;
  #next = 1;
  #reach = 1;
  #atEnd = false;
  /** First and last row of the stretch that was found unchanged and is still under its old generation. */
  #from = 0;
  #to = -1;

  constructor(statements: TableStatements, generation: number) {
    this.#statements = statements;
    this.#generation = generation;
  }

  /** The expected row when it has this fingerprint; the one after it is expected from then on. */
  take({ hash, dates }: Fingerprint): Known | undefined {
    if (this.#at >= this.#rows.length) this.#read();
    const row = this.#rows[this.#at];
    if (row?.hash !== hash || row.dates !== dates) return undefined;
    this.#at += 1;
    this.#next = row.n + 1;
    if (this.#to < 0) this.#from = row.n;
    this.#to = row.n;
    return row;
  }

  /** The row that take() did not find as it was: most likely the same record with another text. */
  get expected(): Known | undefined {
    return this.#rows[this.#at];
  }

  /** The expected row was met after all, and is written by who met it. */
  pass({ n }: Known): void {
    this.#at += 1;
    this.#next = n + 1;
  }

  /** Puts what was taken under the generation. Due before anything else looks at the rows. */
  settle(): void {
    if (this.#to < 0) return;
    this.#statements.touch.run(this.#generation, this.#from, this.#to);
    this.#to = -1;
  }

  /** Rows were written by others; whatever was taken has been settled. */
  readAgain(): void {
    this.moveTo(this.#next);
  }

  /** The list went on at another row. */
  moveTo(n: number): void {
    this.#rows = [];
    this.#at = 0;
    this.#next = n;
    this.#reach = 1; // a list in another order must not read a thousand rows for each of its records
    this.#atEnd = false;
  }

  #read(): void {
    if (this.#atEnd) return;
    this.#rows = this.#statements.from.all(this.#next, this.#reach);
    this.#at = 0;
    this.#atEnd = this.#rows.length === 0;
    this.#reach = Math.min(MOST, this.#reach * 4);
  }
}
