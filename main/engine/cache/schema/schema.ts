import { createHash, randomUUID } from 'node:crypto';
import { columnsOf, type Column, type Resource } from '#contract/resource';
import { borrowedColumns, type BorrowedColumn } from '#contract/resources/borrowed-columns';
import { RESOURCE_NAMES, resourceNamed, type ResourceName } from '#contract/resources';
import type { Db } from '../../sqlite/open-database';
import { storesCollationKeys, collationColumn, sortExpression } from './collation-key';
import { pairsColumn } from './pairs';

/** Increment when stored values change in a way that the statements below do not show; every cache is then rebuilt. */
const LAYOUT = 5;
/** An older app must not open a file with a higher format. */
const FORMAT = 1;

export interface TableSchema {
  readonly name: ResourceName;
  readonly resource: Resource;
  readonly columns: readonly Column[];
  /** Columns of other lists' records with the same keys; not stored here (schema/borrowed-cells.ts). */
  readonly borrowed: readonly BorrowedColumn[];
  readonly searched: readonly Column[];
  /** Columns with a pairs column next to their cell (pairs.ts). */
  readonly paired: readonly Column[];
  /** Columns with a collation key next to their cell (collation-key.ts). */
  readonly collated: readonly Column[];
  /** Column names of an extract's cells, in order: the columns, then the pairs and the keys. */
  readonly stored: readonly string[];
}

/** One table per resource, derived from its descriptor. */
export const cacheTables: readonly TableSchema[] = RESOURCE_NAMES.map((name) => {
  const resource = resourceNamed(name);
  const columns = columnsOf(resource);
  const paired = columns.filter(({ itemValue }) => itemValue !== undefined);
  const collated = columns.filter(storesCollationKeys);
  return {
    name,
    resource,
    columns,
    borrowed: borrowedColumns(resource),
    searched: columns.filter((column) => column.search),
    paired,
    collated,
    // SQLite reads a row up to the last requested column, so what lists do not show comes last.
    stored: [
      ...columns.map((column) => column.name),
      ...paired.map((column) => pairsColumn(column.name, column)),
      ...collated.map(collationColumn),
    ],
  };
});
export const tableNamed = (name: ResourceName): TableSchema => {
  const table = cacheTables.find((candidate) => candidate.name === name);
  if (!table) throw new Error(`No table ${name}`);
  return table;
};

const quoted = (name: string) => `"${name}"`;

/**
 * Returns the statements that create a table's parts: `X` for what lists show, sort and filter; `X_raw` for
 * the service's text; `X_state` for what a refresh checks without reading the row; `X_fts` for search.
 */
function createStatements({ name, stored }: TableSchema): string[] {
  return [
    `CREATE TABLE ${name} (n INTEGER PRIMARY KEY, key TEXT NOT NULL, title TEXT NOT NULL, subtitle TEXT NOT NULL,
       drift TEXT, ${stored.map((cell) => `${quoted(cell)} ANY`).join(', ')}) STRICT`,
    `CREATE TABLE ${name}_raw (n INTEGER PRIMARY KEY, raw TEXT NOT NULL, fetched TEXT NOT NULL) STRICT`,
    `CREATE TABLE ${name}_state (n INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, hash TEXT NOT NULL,
       dates TEXT NOT NULL, generation INTEGER NOT NULL, drifted INTEGER NOT NULL) STRICT`,
    `CREATE INDEX ${name}_drifted ON ${name}_state (n) WHERE drifted = 1`,
    // Search needs only the matching rows, not the positions: one column without positions is smallest and fastest.
    // Marks and unassigned letters (Cn) belong to their word, as in searchWordsOf: a split word would become
    // a phrase, which needs positions. The prefix indexes serve the first two letters of a search.
    `CREATE VIRTUAL TABLE ${name}_fts USING fts5(words, content='', contentless_delete=1, detail=none, prefix='1 2',
       tokenize="unicode61 remove_diacritics 2 categories 'L* N* M* Co Cn'")`,
  ];
}

/**
 * Returns the statements that create a table's indexes after its first fill: maintaining them row by row would double
 * its time.
 */
export const indexStatements = ({ name, columns }: TableSchema): string[] =>
  columns
    .filter((column) => column.index)
    .map((column) => {
      // With the text in the index, counting its values needs nothing else.
      const terms = storesCollationKeys(column)
        ? [sortExpression(column), quoted(column.name)]
        : [sortExpression(column)];
      return `CREATE INDEX IF NOT EXISTS ${name}_${column.name} ON ${name} (${terms.join(', ')})`;
    });

const SHARED_TABLES = [
  `CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT`,
  `CREATE TABLE run (id INTEGER PRIMARY KEY, started TEXT NOT NULL, resources TEXT NOT NULL, state TEXT NOT NULL,
     ended TEXT, progress TEXT) STRICT`,
  // The last pass over each list. `source`, `page` and `size`: its last stored page (PagePosition).
  `CREATE TABLE pass (resource TEXT PRIMARY KEY, run INTEGER NOT NULL, generation INTEGER NOT NULL,
     source INTEGER NOT NULL, page INTEGER NOT NULL, size INTEGER NOT NULL, finished INTEGER NOT NULL) STRICT`,
  // Records put (n) or removed (n is null) during a pass over their list; `seen`: the pass has found the record.
  `CREATE TABLE written (resource TEXT NOT NULL, key TEXT NOT NULL, n INTEGER, seen INTEGER NOT NULL,
     PRIMARY KEY (resource, key)) STRICT, WITHOUT ROWID`,
  // The last completed fetch of each list.
  `CREATE TABLE whole (resource TEXT PRIMARY KEY, as_of TEXT NOT NULL, ended TEXT NOT NULL,
     uncertain INTEGER NOT NULL) STRICT`,
  // Changes that the history has not read yet (outbox.ts). Numbers are never reused.
  `CREATE TABLE outbox (seq INTEGER PRIMARY KEY AUTOINCREMENT, run INTEGER NOT NULL, at TEXT NOT NULL,
     resource TEXT NOT NULL, key TEXT NOT NULL, title TEXT NOT NULL, number TEXT, custodian TEXT, kind TEXT NOT NULL,
     fields TEXT NOT NULL) STRICT`,
];

const TABLE_STATEMENTS = [...SHARED_TABLES, ...cacheTables.flatMap(createStatements)];
const INDEX_STATEMENTS = cacheTables.flatMap(indexStatements);
const FINGERPRINT = createHash('sha256')
  .update(JSON.stringify([LAYOUT, TABLE_STATEMENTS, INDEX_STATEMENTS]))
  .digest('hex');

const hasMeta = (db: Db): boolean =>
  db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'meta'`).get() !== undefined;
export const metaValue = (db: Db, name: string): string | undefined =>
  db.prepare<[string], string>('SELECT value FROM meta WHERE name = ?').pluck().get(name);

/** Returns whether the cache has an outbox; caches of the first versions of Firm Desk have none. */
export const hasOutbox = (db: Db): boolean =>
  db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'outbox'`).get() !== undefined;

/** Returns whether a version with a higher format wrote the file. */
export const isNewer = (db: Db): boolean => hasMeta(db) && Number(metaValue(db, 'format') ?? 0) > FORMAT;
export const isCurrent = (db: Db): boolean => hasMeta(db) && metaValue(db, 'fingerprint') === FINGERPRINT;

/**
 * Returns whether the cache has the current layout and was closed cleanly: the last refresh completed and the
 * outbox is empty. Opening such a cache for writing changes nothing.
 */
export const wasClosedCleanly = (db: Db): boolean =>
  isCurrent(db) &&
  db.prepare('SELECT state FROM run ORDER BY id DESC LIMIT 1').pluck().get() === 'done' &&
  db.prepare('SELECT 1 FROM outbox').get() === undefined;

/** Creates all tables in one transaction. */
export function createTables(db: Db): void {
  db.transaction(() => {
    for (const statement of TABLE_STATEMENTS) db.exec(statement);
    const put = db.prepare('INSERT INTO meta VALUES (?, ?)');
    put.run('format', String(FORMAT));
    put.run('fingerprint', FINGERPRINT);
    put.run('cache', randomUUID()); // identifies this cache's outbox to the history
  })();
}
