import type { Statement } from 'better-sqlite3';
import type { Db } from '../../sqlite/open-database';
import { extractor, type Extract } from './extract';
import { tableFiller, type FillTable } from '../ingest/fill';
import { rowUpdater } from '../ingest/row-update';
import type { TableSchema } from './schema';
import { indexedText } from '../../sqlite/search-text';

/** The state of a row that a refresh checks without reading its record. */
export interface KnownRow {
  readonly n: number;
  /** Both parts of its fingerprint (wire/record-bytes). */
  readonly hash: string;
  readonly dates: string;
  readonly generation: number;
  /** 1 if the record does not fit its schema. */
  readonly drifted: number;
}

type RowUpdater = ReturnType<typeof rowUpdater>;

/** The prepared statements that write one table. */
export interface TableStatements {
  readonly table: TableSchema;
  readonly extract: (raw: string) => Extract;
  readonly find: Statement<[string], KnownRow>;
  /** Rows from a number on, in row order. */
  readonly from: Statement<[number, number], KnownRow>;
  /** Assigns a row number to a new key; changes nothing if the key exists. */
  readonly claim: Statement<[number, string, string, string, number, number]>;
  readonly putState: Statement<[string, string, number, number, number]>;
  /** For a row whose nightly dates changed. */
  readonly putDates: Statement<[string, number, number]>;
  /** Moves a range of rows to a generation. */
  readonly touch: Statement<[number, number, number]>;
  readonly raw: Statement<[number], string>;
  readonly nextN: Statement<[], number>;
  /** Number of distinct keys in the lists of a pass. */
  readonly countKeys: Statement<[{ resource: string; generation: number }], number>;
  /** Number of rows of a generation without a key from the service. */
  readonly withoutKey: Statement<[number], number>;
  /** The generation of the last pass. */
  readonly generation: Statement<[string], number>;
  /** Fills a claimed row. */
  readonly store: (n: number, extract: Extract, raw: Buffer, fetchedAt: string) => void;
  readonly fill: FillTable;
  /** Removes a row and everything that belongs to it. */
  readonly remove: (n: number) => void;
  readonly update: RowUpdater['update'];
  readonly updateDates: RowUpdater['updateDates'];
  readonly dateChanges: RowUpdater['dateChanges'];
  /** Returns whether a field is part of the record's key. */
  readonly isKey: (name: string) => boolean;
}

const placeholders = (count: number) => Array.from({ length: count }, () => '?').join(', ');

export function tableStatements(db: Db, table: TableSchema): TableStatements {
  const { name, stored } = table;
  const extract = extractor(table);
  const keys = new Set<string>(table.resource.key);
  const put = db.prepare(`INSERT INTO ${name} VALUES (${placeholders(5 + stored.length)})`);
  const putRaw = db.prepare(`INSERT INTO ${name}_raw VALUES (?, CAST(? AS TEXT), ?)`);
  const putWords = db.prepare(`INSERT INTO ${name}_fts (rowid, words) VALUES (?, ?)`);
  const dropWords = db.prepare<[number]>(`DELETE FROM ${name}_fts WHERE rowid = ?`);
  const drops = [
    ...['', '_raw', '_state'].map((suffix) =>
      db.prepare<[number]>(`DELETE FROM ${name}${suffix} WHERE n = ?`),
    ),
    dropWords,
  ];
  const selectKnownRow = `SELECT n, hash, dates, generation, drifted FROM ${name}_state`;
  return {
    table,
    extract,
    ...rowUpdater(db, table, extract),
    fill: tableFiller(db, table),
    isKey: (field) => keys.has(field),
    find: db.prepare(`${selectKnownRow} WHERE key = ?`),
    from: db.prepare(`${selectKnownRow} WHERE n >= ? ORDER BY n LIMIT ?`),
    claim: db.prepare(`INSERT OR IGNORE INTO ${name}_state VALUES (?, ?, ?, ?, ?, ?)`),
    putState: db.prepare(
      `UPDATE ${name}_state SET hash = ?, dates = ?, generation = ?, drifted = ? WHERE n = ?`,
    ),
    putDates: db.prepare(`UPDATE ${name}_state SET dates = ?, generation = ? WHERE n = ?`),
    touch: db.prepare(`UPDATE ${name}_state SET generation = ? WHERE n BETWEEN ? AND ?`),
    raw: db.prepare<[number], string>(`SELECT raw FROM ${name}_raw WHERE n = ?`).pluck(),
    nextN: db.prepare<[], number>(`SELECT coalesce(max(n), 0) + 1 FROM ${name}_state`).pluck(),
    countKeys: db
      .prepare<[{ resource: string; generation: number }], number>(
        `SELECT (SELECT count(*) FROM ${name}_state WHERE generation = @generation
                  AND key NOT IN (SELECT key FROM written WHERE resource = @resource))
              + (SELECT count(*) FROM written WHERE resource = @resource AND seen = 1)`,
      )
      .pluck(),
    generation: db.prepare<[string], number>('SELECT generation FROM pass WHERE resource = ?').pluck(),
    // The key derived for such a record starts with "?" (extract.ts); "@" is the character after it.
    withoutKey: db
      .prepare<[number], number>(
        `SELECT count(*) FROM ${name}_state WHERE key >= '?' AND key < '@' AND generation = ?`,
      )
      .pluck(),
    store(n, { key, title, subtitle, drift, cells, words }, raw, fetchedAt) {
      put.run(n, key, title, subtitle, drift, ...cells);
      putRaw.run(n, raw, fetchedAt);
      putWords.run(n, indexedText(words));
    },
    remove(n) {
      for (const drop of drops) drop.run(n);
    },
  };
}
