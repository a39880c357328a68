import type { Db } from '../../sqlite/open-database';
import type { TableSchema } from '../schema/schema';

type Named = { n: number; key: string; title: string; subtitle: string };
/** A record as the service sent it, with its title. */
export interface CachedRecord extends Omit<Named, 'n'> {
  readonly raw: string;
  readonly fetchedAt: string;
  /** Names of fields whose value did not fit; "" if the record is no object or has no key. */
  readonly drift: string[];
}

/** Reads single records of one table by key or row number, straight from the database. */
export class TableRecords {
  readonly table: TableSchema;
  protected readonly db: Db;

  constructor(db: Db, table: TableSchema) {
    this.db = db;
    this.table = table;
  }

  /** Returns the row number of a record. */
  numberOf(key: string): number | undefined {
    return this.db
      .prepare<[string], number>(`SELECT n FROM ${this.table.name}_state WHERE key = ?`)
      .pluck()
      .get(key);
  }

  /** Returns the row numbers of records, in no particular order; unknown keys are skipped. */
  numbersOf(keys: readonly string[]): number[] {
    return this.db
      .prepare<[string], number>(
        `SELECT n FROM ${this.table.name}_state WHERE key IN (SELECT value FROM json_each(?))`,
      )
      .pluck()
      .all(JSON.stringify(keys));
  }

  /** Returns number, key and title of records after a row number, in row order. */
  titles(after: number, limit: number): [n: number, key: string, title: string][] {
    return this.db
      .prepare<[number, number], [number, string, string]>(
        `SELECT n, key, title FROM ${this.table.name} WHERE n > ? ORDER BY n LIMIT ?`,
      )
      .raw()
      .all(after, limit);
  }

  named(rows: readonly number[]): { key: string; title: string; subtitle: string }[] {
    const found = new Map(
      this.db
        .prepare<[string], Named>(
          `SELECT n, key, title, subtitle FROM ${this.table.name} WHERE n IN (SELECT value FROM json_each(?))`,
        )
        .all(JSON.stringify(rows))
        .map(({ n, ...named }) => [n, named]),
    );
    return rows.flatMap((n) => found.get(n) ?? []);
  }

  /** Returns titles by key; unknown keys are skipped. */
  titlesOf(keys: Iterable<string>): Record<string, string> {
    const { name } = this.table;
    const text = this.db
      .prepare<[string], string>(
        `SELECT json_group_object(key, title) FROM ${name}
         WHERE n IN (SELECT n FROM ${name}_state WHERE key IN (SELECT value FROM json_each(?)))`,
      )
      .pluck()
      .get(JSON.stringify([...keys]));
    return JSON.parse(text ?? '{}') as Record<string, string>;
  }

  /** Returns the numbers by which users know records, by key; those without one are skipped. */
  numbersByKey(keys: Iterable<string>): Record<string, string> {
    const { name, resource } = this.table;
    const { knownBy } = resource;
    if (knownBy === undefined) return {};
    const text = this.db
      .prepare<[string], string>(
        `SELECT json_group_object(key, CAST(${knownBy} AS TEXT)) FROM ${name}
         WHERE n IN (SELECT n FROM ${name}_state WHERE key IN (SELECT value FROM json_each(?)))
           AND ${knownBy} <> ''`,
      )
      .pluck()
      .get(JSON.stringify([...keys]));
    return JSON.parse(text ?? '{}') as Record<string, string>;
  }

  /** Returns whether the last pass over the list has ended and saw the record, or a write during it did. */
  isOfLastPass(n: number): boolean {
    const { name } = this.table;
    return (
      this.db
        .prepare<[string, number], 1>(
          `SELECT 1 FROM pass JOIN ${name}_state USING (generation) WHERE resource = ? AND finished = 1 AND n = ?`,
        )
        .pluck()
        .get(name, n) === 1
    );
  }

  record(n: number): CachedRecord | null {
    const found = this.db
      .prepare<
        [number],
        Omit<CachedRecord, 'fetchedAt' | 'drift'> & { fetched: string; drift: string | null }
      >(
        `SELECT key, raw, fetched, title, subtitle, drift FROM ${this.table.name} JOIN ${this.table.name}_raw USING (n) WHERE n = ?`,
      )
      .get(n);
    if (!found) return null;
    const drift = found.drift?.split(',').map((name) => (name === '?' ? '' : name)) ?? [];
    const { fetched, ...record } = found;
    return { ...record, fetchedAt: fetched, drift };
  }
}
