import type { Column } from '#contract/resource';
import type { Db } from '../../sqlite/open-database';
import { sortExpression } from '../schema/collation-key';
import { rowNumbers } from './row-numbers';
import { RowSet } from './row-set';

/** Records of the other list per step: a few milliseconds of work. */
const STEP_RECORDS = 1_000;
/** In shorter lists the index finds the rows within a few milliseconds. */
const MIN_ROWS = 200_000;

type Numbers = [others: string, rows: string];

/**
 * For each row, the row number of the record it references in another list: four bytes per row. Finds the
 * rows of a thousand households in a few milliseconds; key and index lookups take thirty with a million
 * accounts.
 */
export class RowLinks {
  readonly #db: Db;
  readonly #sql: string;
  readonly #other: string;
  readonly #minRows: number;
  #links: Uint32Array | undefined;
  #work: Iterator<void, void, void> | undefined;
  /** Set if a row matches two records whose keys differ only in case; the index handles such lists. */
  #isAmbiguous = false;

  /** `other`: the referenced list, by key as text or number. `minRows`: override for tests. */
  constructor(db: Db, table: string, column: Column, other: string, minRows = MIN_ROWS) {
    this.#db = db;
    this.#other = other;
    this.#minRows = minRows;
    // CROSS JOIN makes SQLite go through the other list's records and find their rows by index.
    const joinedRows = `FROM ${other}_state s CROSS JOIN ${table} a ON ${sortExpression(column)} =`;
    const within = 's.n BETWEEN @from AND @to';
    const number = 'CAST(s.key AS INTEGER)';
    // The unary plus removes the column affinity, so that 7, "7" and "007" compare as they are.
    this.#sql = `SELECT json_group_array(other), json_group_array(n) FROM (
      SELECT s.n AS other, a.n AS n ${joinedRows} +s.key WHERE ${within}
      UNION ALL SELECT s.n, a.n ${joinedRows} +${number}
        WHERE ${within} AND CAST(${number} AS TEXT) = s.key AND abs(${number}) <= ${Number.MAX_SAFE_INTEGER})`;
  }

  /** Drops the links, because one of the lists changed. */
  forget(): void {
    this.#links = this.#work = undefined;
    this.#isAmbiguous = false;
  }

  /** Does one step for a table of this size. Returns false when nothing is left to do. */
  prepare(size: number): boolean {
    if (this.#links || this.#isAmbiguous || size <= this.#minRows) return false;
    this.#work ??= this.#read(size);
    return this.#work.next().done !== true;
  }

  /**
   * Returns the rows that reference these records; undefined, without evaluating them, while links are not
   * loaded.
   */
  rowsOf(records: () => Uint32Array): Uint32Array | undefined {
    const links = this.#links;
    if (!links) return undefined;
    const others = records();
    const wanted = new RowSet(others.reduce((maximum, n) => Math.max(maximum, n), 0) + 1, others);
    const found = new Uint32Array(links.length);
    let count = 0;
    for (let n = 1; n < links.length; n += 1) {
      if (!wanted.has(links[n] ?? 0)) continue;
      found[count] = n;
      count += 1;
    }
    return found.slice(0, count);
  }

  *#read(size: number): Generator<void, void, void> {
    const last = Number(
      this.#db.prepare(`SELECT coalesce(max(n), 0) FROM ${this.#other}_state`).pluck().get(),
    );
    const links = new Uint32Array(size);
    const read = this.#db.prepare<[{ from: number; to: number }], Numbers>(this.#sql).raw();
    for (let from = 1; from <= last; from += STEP_RECORDS) {
      const [others, rows] = read.get({ from, to: from + STEP_RECORDS - 1 }) ?? ['[]', '[]'];
      const numbers = rowNumbers(rows);
      for (const [index, other] of rowNumbers(others).entries()) {
        const n = numbers[index] ?? 0;
        // A row outside the array, which cannot be stored, counts as ambiguous too.
        this.#isAmbiguous ||= (links[n] ?? other) > 0 && links[n] !== other;
        links[n] = other;
      }
      if (this.#isAmbiguous) return;
      yield;
    }
    this.#links = links;
  }
}
