import type { Db } from '../sqlite/open-database';
import { cellText } from '#common/cell-text';

/** Changes per step. */
const CHUNK_ROWS = 20_000;

/** A column with few distinct values: each row stores a value's number; 0 means none. */
class CodedColumn {
  readonly values: (string | null)[] = [null];
  readonly #codeByValue = new Map<string | null, number>([[null, 0]]);
  codes = new Uint32Array(0);

  /** Returns the number of a value, assigning a new one if needed. */
  code(value: string | null): number {
    const known = this.#codeByValue.get(value);
    if (known !== undefined) return known;
    this.#codeByValue.set(value, this.values.length);
    return this.values.push(value) - 1;
  }
}

const copyInto = <A extends Uint32Array | Float64Array>(array: A, target: A): A => {
  target.set(array);
  return target;
};

/**
 * The filterable columns of every change (refresh, time, list, kind, custodian, fields) in memory, about 30
 * bytes per change. Counting filter options in the database took many seconds at 100,000 changes. A row's
 * index is its ID minus `base`; changes are appended at the end and dropped at the beginning.
 */
export class ChangeColumns {
  readonly #db: Db;
  /** ID of the row at index 0. */
  base = 1;
  /** Index of the oldest row, and the index after the newest. */
  start = 0;
  end = 0;
  run = new Uint32Array(0);
  /** Milliseconds since 1970. */
  at = new Float64Array(0);
  resource = new CodedColumn();
  kind = new CodedColumn();
  custodian = new CodedColumn();
  /** The changed fields, as the number of their set: names in order, separated by line feeds. */
  fields = new CodedColumn();

  constructor(db: Db) {
    this.#db = db;
  }

  /** Loads one more chunk from the database. Returns true if there is more to load. */
  step(): boolean {
    const { first, last } = this.#db
      .prepare<[], { first: number | null; last: number | null }>(
        'SELECT (SELECT min(id) FROM change) AS first, (SELECT max(id) FROM change) AS last',
      )
      .get() ?? { first: null, last: null };
    // There are no changes, or IDs began again after all were dropped.
    if (first === null || last === null || last < this.base + this.end - 1) this.#forget(first ?? 1);
    if (first === null || last === null) return false;
    if (this.end === 0) this.base = first;
    this.start = Math.max(0, first - this.base);
    if (this.base + this.end > last) return false;
    const from = Math.max(this.base + this.end, first);
    const to = Math.min(last, from + CHUNK_ROWS - 1);
    this.#ensureCapacity(to - this.base + 1);
    this.#read(from, to);
    this.end = to - this.base + 1;
    return to < last;
  }

  #forget(base: number): void {
    this.base = base;
    this.start = this.end = 0;
    for (const column of [this.resource, this.kind, this.custodian, this.fields]) column.codes.fill(0);
  }

  #ensureCapacity(size: number): void {
    if (size <= this.run.length) return;
    const capacity = Math.max(size, 2 * this.run.length);
    this.run = copyInto(this.run, new Uint32Array(capacity));
    this.at = copyInto(this.at, new Float64Array(capacity));
    for (const column of [this.resource, this.kind, this.custodian, this.fields])
      column.codes = copyInto(column.codes, new Uint32Array(capacity));
  }

  #read(from: number, to: number): void {
    // JSON texts instead of one JavaScript call per row (cache/query/column-store.ts).
    const texts = this.#db
      .prepare<[number, number], string[]>(
        `SELECT json_group_array(id), json_group_array(run), json_group_array(at), json_group_array(resource),
           json_group_array(kind), json_group_array(custodian)
         FROM change WHERE id BETWEEN ? AND ?`,
      )
      .raw()
      .get(from, to);
    const lists = (texts ?? []).map((text) => JSON.parse(text) as (string | number | null)[]);
    const [ids = [], runs = [], times = [], resources = [], kinds = [], custodians = []] = lists;
    for (const [n, id] of ids.entries()) {
      const index = Number(id) - this.base;
      this.run[index] = Number(runs[n]);
      this.at[index] = Date.parse(String(times[n]));
      this.resource.codes[index] = this.resource.code(cellText(resources[n]));
      this.kind.codes[index] = this.kind.code(cellText(kinds[n]));
      this.custodian.codes[index] = this.custodian.code(cellText(custodians[n]));
    }
    this.#readFields(from, to);
  }

  #readFields(from: number, to: number): void {
    const selectNextName = this.#db.prepare<[string], string | null>(
      'SELECT min(name) FROM change_field WHERE name > ?',
    );
    const selectChanges = this.#db.prepare<[string, number, number], string>(
      'SELECT json_group_array(change) FROM change_field WHERE name = ? AND change BETWEEN ? AND ?',
    );
    // Steps through the distinct names in the primary key, without reading every row.
    for (let name = selectNextName.pluck().get(''); name; name = selectNextName.pluck().get(name)) {
      const setWithName = new Map<number, number>();
      for (const id of JSON.parse(selectChanges.pluck().get(name, from, to) ?? '[]') as number[]) {
        const index = id - this.base;
        const previousSet = this.fields.codes[index] ?? 0;
        let set = setWithName.get(previousSet);
        if (set === undefined) {
          const names = this.fields.values[previousSet] ?? null;
          set = this.fields.code(names === null ? name : `${names}\n${name}`);
          setWithName.set(previousSet, set);
        }
        this.fields.codes[index] = set;
      }
    }
  }
}
