import fs from 'node:fs';
import path from 'node:path';
import type { RescueResult } from '#contract/backup';
import { fail } from '#contract/failure';
import { savedWorkLabels } from '#contract/saved-work-labels';
import { errorCodeOf } from '#common/error-code';
import { DATABASE_FILE_SUFFIXES, swapFiles, WORKSPACE, workFiles } from '#common/work-swap';
import type { Migration } from '../sqlite/migrate';
import { CIPHERS, openEncrypted, type Db } from '../sqlite/open-database';
import { DAMAGE_CODE } from '../sqlite/integrity';
import type { AllSavedWork } from '../workspace/open/saved-work';
import { markLostOutcomes } from '../workspace/open/restored';
import { readRootPages } from '../workspace/open/root-pages';
import { openWorkspace } from '../workspace/open/workspace';
import { rebuildFirstPages } from './first-pages';

/** Maximum number of row ID ranges that are tried in a damaged table; more would take too long. */
const MAX_PROBES = 10_000;

/** A row ID above any in use, and how many IDs to try if the damaged end of a table hides the highest. */
const MAX_ROW_ID = 1n << 62n;
const MAX_GUESSED_ROWS = 2_000n;

/** Tables that show which rows of a job were sent. */
const OUTCOME_TABLES = ['job_outcome', 'job_in_flight'];

interface RescueRequest {
  readonly name: string;
  readonly folder: string;
  readonly databaseKey: string;
  readonly savedWork: AllSavedWork;
  /** The file outside the folder that records how much work exists. */
  readonly note?: string | undefined;
}

/**
 * Reads all readable rows of a damaged workspace into a new one, table by table, and swaps it in; the damaged
 * file is quarantined. The new activity log records the rescue, and its hash chain reveals missing lines. A
 * damaged first page is rebuilt from the recorded root pages. Fails, without changes, with `workspace-unreadable` if
 * nothing can be read, and with `newer-data` for a newer version.
 */
export function rescue({ name, folder, databaseKey, savedWork, note }: RescueRequest): RescueResult {
  const staging = fs.mkdtempSync(path.join(folder, 'rescue-'));
  try {
    const copied = fs.mkdtempSync(path.join(staging, 'damaged-'));
    const damaged = path.join(copied, WORKSPACE);
    const fresh = path.join(staging, WORKSPACE);
    for (const suffix of DATABASE_FILE_SUFFIXES.filter((name) => name !== '-shm')) {
      const from = path.join(folder, WORKSPACE + suffix);
      if (fs.existsSync(from)) fs.copyFileSync(from, damaged + suffix);
    }
    const rescued = rescueDatabase(damaged, fresh, { key: databaseKey, steps: savedWork.migrations });
    const workspace = openWorkspace(fresh, databaseKey, savedWork, { connection: () => name, isCopy: true });
    try {
      if (OUTCOME_TABLES.some((table) => rescued.incomplete.includes(table)))
        workspace.markRestored(new Date().toISOString(), markLostOutcomes);
      workspace.activity.note(
        {
          kind: 'saved-work-rescued',
          count: rescued.rows,
          facts: { incomplete: savedWorkLabels(rescued.incomplete).join(', ') },
        },
        rescued.incomplete.length > 0 ? 'partly' : 'done',
      );
    } finally {
      workspace.close();
    }
    fs.rmSync(copied, { recursive: true });
    swapFiles({ folder, staging: path.basename(staging), out: workFiles([WORKSPACE]), note });
    return rescued;
  } finally {
    fs.rmSync(staging, { recursive: true, force: true });
  }
}

interface OpenOptions {
  readonly key: string;
  readonly steps: readonly Migration[];
}

function rescueDatabase(damaged: string, fresh: string, options: OpenOptions): RescueResult {
  const { key, steps } = options;
  const from = openDamaged(damaged, options);
  try {
    const version = Number(from.pragma('user_version', { simple: true }));
    if (version > steps.length) throw fail('newer-data', { where: 'workspace' });
    const to = openEncrypted(fresh, key);
    try {
      to.pragma('foreign_keys = OFF'); // rows whose parent is lost are deleted at the end
      const result = to.transaction(() => {
        for (const { run } of steps.slice(0, version)) run(to);
        to.pragma(`user_version = ${version}`);
        return copyReadableRows(from, to);
      })();
      to.pragma('wal_checkpoint(TRUNCATE)');
      return result;
    } finally {
      to.close();
    }
  } finally {
    from.close();
  }
}

function openDamaged(file: string, { key, steps }: OpenOptions): Db {
  try {
    return openEncrypted(file, key);
  } catch (error) {
    const recorded = readRootPages(file);
    if (recorded && recorded.steps > steps.length) throw fail('newer-data', { where: 'workspace' }, error);
    const { size } = fs.statSync(file);
    for (const cipher of recorded ? CIPHERS : []) {
      fs.truncateSync(file, size); // without remains of another cipher's first page
      const tables = recorded && { pages: recorded.pages, steps: steps.slice(0, recorded.steps) };
      if (!tables || !rebuildFirstPages(file, key, tables, cipher)) break;
      const db = openEncrypted(file, key);
      if (canReadAnyTable(db)) return db;
      db.close();
    }
    throw fail('workspace-unreadable', { cause: errorCodeOf(error) }, error);
  }
}

/** Returns whether a table can be read. With a wrong key, nothing but the rebuilt first page can. */
const canReadAnyTable = (db: Db): boolean =>
  db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .pluck()
    .all()
    .some((name) =>
      readUntilDamage(
        () => db.prepare<[], unknown[]>(`SELECT * FROM "${name}" LIMIT 1`).raw().iterate(),
        () => undefined,
      ),
    );

/**
 * Copies the tables of the app's schema row by row, as far as they are readable; no other object of `from` is
 * copied.
 */
export function copyReadableRows(from: Db, to: Db): RescueResult {
  const tables = to
    .prepare<[], { name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
    )
    .all();
  const incomplete = new Set<string>();
  let rows = 0;
  for (const { name, sql } of tables) {
    const { copiedRows, isComplete } = copyTable(from, to, name, WITHOUT_ROWID.test(sql));
    rows += copiedRows;
    if (!isComplete) incomplete.add(name);
  }
  // The log continues after the last known line.
  to.exec(`INSERT INTO activity_head SELECT 1, seq, hash FROM activity
    WHERE NOT EXISTS (SELECT 1 FROM activity_head) ORDER BY seq DESC LIMIT 1`);
  // A log line that refers to a lost line stays: deleting it would break the hash chain at one more place.
  for (const { table, rowid } of orphans(to))
    if (table !== 'activity' && rowid !== null) {
      rows -= to.prepare(`DELETE FROM "${table}" WHERE rowid = ?`).run(rowid).changes;
      incomplete.add(table);
    }
  for (const { name, sql } of tables) {
    if (!WITHOUT_ROWID.test(sql)) continue;
    for (const { table: parent, from: column, to: key } of foreignKeys(to, name)) {
      const { changes } = to
        .prepare(`DELETE FROM "${name}" WHERE "${column}" NOT IN (SELECT "${key}" FROM "${parent}")`)
        .run();
      rows -= changes;
      if (changes > 0) incomplete.add(name);
    }
  }
  return { rows, incomplete: [...incomplete].sort() };
}

/** SQLite reports rows without a parent by their row ID, which these tables lack. */
const WITHOUT_ROWID = /WITHOUT ROWID/i;

const foreignKeys = (db: Db, table: string) =>
  db.pragma(`foreign_key_list("${table}")`) as { table: string; from: string; to: string }[];

const orphans = (db: Db) => db.pragma('foreign_key_check') as { table: string; rowid: number | null }[];

/** Copies the readable rows of a table: from both ends up to damage, and between damaged places by probing. */
export function copyTable(
  from: Db,
  to: Db,
  table: string,
  isKeyed: boolean,
): { copiedRows: number; isComplete: boolean } {
  const columns = (to.pragma(`table_info("${table}")`) as { name: string; pk: number }[]).sort(
    (a, b) => a.pk - b.pk,
  );
  const names = columns.map(({ name }) => `"${name}"`);
  const insert = to.prepare(
    `INSERT OR IGNORE INTO "${table}" (${isKeyed ? '' : 'rowid, '}${names.join(', ')})
     VALUES (${[...(isKeyed ? [] : ['?']), ...names.map(() => '?')].join(', ')})`,
  );
  const insertRow = (row: unknown[]): void => void (copiedRows += insert.run(row).changes);
  let copiedRows = 0;
  if (isKeyed) {
    const order = columns.filter(({ pk }) => pk > 0).map(({ name }) => `"${name}"`);
    const walk = (direction: 'ASC' | 'DESC') =>
      readUntilDamage(
        () =>
          from
            .prepare<[], unknown[]>(
              `SELECT ${names.join(', ')} FROM "${table}"
               ORDER BY ${order.map((name) => `${name} ${direction}`).join(', ')}`,
            )
            .raw()
            .safeIntegers()
            .iterate(),
        insertRow,
      );
    const isComplete = walk('ASC');
    if (!isComplete) walk('DESC'); // from the other end, up to the damaged place
    return { copiedRows, isComplete };
  }
  const select = (direction: 'ASC' | 'DESC') =>
    `SELECT rowid, ${names.join(', ')} FROM "${table}" WHERE rowid BETWEEN ? AND ? ORDER BY rowid ${direction}`;
  let probes = 0;
  const copyKeyRange = (low: bigint, high: bigint): boolean => {
    if (low > high) return true;
    probes += 1;
    if (probes > MAX_PROBES) return false;
    const walk = (direction: 'ASC' | 'DESC', visit: (rowId: bigint) => void) =>
      readUntilDamage(
        () =>
          from
            .prepare<[bigint, bigint], unknown[]>(select(direction))
            .raw()
            .safeIntegers()
            .iterate(low, high),
        (row) => {
          insertRow(row);
          visit(row[0] as bigint);
        },
      );
    if (walk('ASC', (rowId) => (low = rowId + 1n))) return true;
    if (high === MAX_ROW_ID) high = low + MAX_GUESSED_ROWS;
    walk('DESC', (rowId) => (high = rowId - 1n));
    if (low < high) {
      const middle = (low + high) / 2n;
      copyKeyRange(low, middle);
      copyKeyRange(middle + 1n, high);
    }
    return false;
  };
  const highest = highestRowId(from, table);
  const isComplete = copyKeyRange(1n, highest ?? MAX_ROW_ID);
  return { copiedRows, isComplete };
}

/** Returns the highest row ID, from the table or else one of its indexes; nothing if none can be read. */
function highestRowId(db: Db, table: string): bigint | undefined {
  const indexes = db.pragma(`index_list("${table}")`) as { name: string; partial: number }[];
  const from = [
    `"${table}"`,
    ...indexes.filter(({ partial }) => partial === 0).map(({ name }) => `"${table}" INDEXED BY "${name}"`),
  ];
  for (const source of from)
    try {
      return db.prepare<[], bigint>(`SELECT max(rowid) FROM ${source}`).pluck().safeIntegers().get() ?? 0n;
    } catch (error) {
      // An index that does not support this query reports SQLITE_ERROR.
      if (!DAMAGE_CODE.test(errorCodeOf(error)) && errorCodeOf(error) !== 'SQLITE_ERROR') throw error;
    }
  return undefined;
}

/** Reads rows up to a damaged page; returns true if there was none. */
function readUntilDamage(rows: () => IterableIterator<unknown[]>, visit: (row: unknown[]) => void): boolean {
  try {
    for (const row of rows()) visit(row);
    return true;
  } catch (error) {
    if (!DAMAGE_CODE.test(errorCodeOf(error))) throw error;
    return false;
  }
}
