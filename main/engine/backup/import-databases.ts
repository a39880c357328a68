import fs from 'node:fs';
import path from 'node:path';
import { fail } from '#contract/failure';
import { errorCodeOf } from '#common/error-code';
import { HISTORY, WORKSPACE } from '#common/work-swap';
import { indexChanges } from '../history/history-writer';
import { historyMigrations } from '../history/migrations';
import type { Migration } from '../sqlite/migrate';
import { openEncrypted, type Db } from '../sqlite/open-database';
import { isIntact } from '../sqlite/integrity';
import type { AllSavedWork } from '../workspace/open/saved-work';
import { copyReadableRows, copyTable } from './rescue';

export interface ImportOptions {
  /** The key of a backup or quarantine folder. */
  readonly fromKey: string;
  /** The key of this connection. */
  readonly databaseKey: string;
  readonly savedWork: AllSavedWork;
}

/** Tables of the history, and whether they have a key instead of row IDs; the word index is rebuilt. */
const HISTORY_TABLES = [
  ['run', false],
  ['change', false],
  ['change_field', true],
  ['taken', false],
  ['dropped', false],
] as const;

/** SQLite's errors for rows or tables that do not match our schema. */
const SCHEMA_MISMATCH_CODES = /^SQLITE_(CONSTRAINT|ERROR|MISMATCH|TOOBIG|CORRUPT|NOTADB)/;

/**
 * Copies the rows of the databases in `from` into new databases with the app's schema in `staging`, encrypted
 * with the key of this connection. Triggers, views and other objects of the file are not copied. Fails with
 * `backup-unreadable` if a database is damaged, has another format, or saved work is missing, and with
 * `newer-data` for a newer version.
 */
export function importDatabases(
  from: string,
  staging: string,
  { fromKey, databaseKey, savedWork }: ImportOptions,
): void {
  const names = [WORKSPACE, HISTORY].filter((name) => fs.existsSync(path.join(from, name)));
  if (!names.includes(WORKSPACE)) throw fail('backup-unreadable', { cause: 'no saved work in it' });
  for (const name of names) {
    const file = path.join(from, name);
    if (!isIntact(file, fromKey)) throw fail('backup-unreadable', { cause: `${name} is damaged` });
    const isHistory = name === HISTORY;
    const steps = isHistory ? historyMigrations : savedWork.migrations;
    const source = { file, key: fromKey, where: isHistory ? 'history' : 'workspace' };
    const target = { file: path.join(staging, name), key: databaseKey };
    importDatabase(source, target, steps, isHistory ? copyHistory : copyWorkspace);
  }
}

interface Source {
  readonly file: string;
  readonly key: string;
  readonly where: string;
}

function importDatabase(
  source: Source,
  target: Pick<Source, 'file' | 'key'>,
  steps: readonly Migration[],
  copyRows: (from: Db, to: Db) => void,
): void {
  const from = openEncrypted(source.file, source.key, { readonly: true });
  try {
    from.pragma('trusted_schema = OFF');
    const version = Number(from.pragma('user_version', { simple: true }));
    if (version > steps.length) throw fail('newer-data', { where: source.where });
    if (version < 1) throw fail('backup-unreadable', { cause: `${source.where} is empty` });
    const to = openEncrypted(target.file, target.key);
    try {
      to.pragma('foreign_keys = OFF'); // tables are not copied in the order of their references
      to.transaction(() => {
        for (const { run } of steps.slice(0, version)) run(to);
        to.pragma(`user_version = ${version}`);
        expectPlainTables(from, to);
        copyRows(from, to);
      })();
      to.pragma('wal_checkpoint(TRUNCATE)');
    } finally {
      to.close();
    }
  } catch (error) {
    if (!SCHEMA_MISMATCH_CODES.test(errorCodeOf(error))) throw error;
    throw fail('backup-unreadable', { cause: `${source.where} has an unexpected format` }, error);
  } finally {
    from.close();
  }
}

/** Fails if a table is missing, or is a view or virtual table, which would compute its rows. */
function expectPlainTables(from: Db, to: Db): void {
  const plain = `SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0`;
  const requiredTables = to.prepare<[], string>(plain).pluck().all();
  const sourceTables = new Set(from.prepare<[], string>(plain).pluck().all());
  const missing = requiredTables.find(
    (name) => !sourceTables.has(name) && !/^(sqlite_|change_words)/.test(name),
  );
  if (missing !== undefined) throw fail('backup-unreadable', { cause: `${missing} is missing` });
}

function copyWorkspace(from: Db, to: Db): void {
  const { incomplete } = copyReadableRows(from, to);
  if (incomplete.length > 0)
    throw fail('backup-unreadable', { cause: `${incomplete.join(', ')} is damaged` });
}

function copyHistory(from: Db, to: Db): void {
  for (const [table, isKeyed] of HISTORY_TABLES)
    if (!copyTable(from, to, table, isKeyed).isComplete)
      throw fail('backup-unreadable', { cause: `${table} is damaged` });
  indexChanges(to);
}
