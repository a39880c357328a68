import fs from 'node:fs';
import path from 'node:path';
import { fail, failureOf, FailureError } from '#contract/failure';
import { errorCodeOf } from '#common/error-code';
import { migrate } from '../sqlite/migrate';
import { buildOrClose, openEncrypted, type Db } from '../sqlite/open-database';
import { DAMAGE_CODE, readAllBytes } from '../sqlite/integrity';
import { historyMigrations } from './migrations';

const FILE_SUFFIXES = ['', '-wal', '-shm'];

interface OpenedHistory {
  readonly db: Db;
  readonly wasReplaced: boolean;
}

/**
 * Opens the change history for writing. An unreadable file is quarantined, never deleted, and a new one
 * starts, so that refreshes can continue. Fails with `newer-data` for a newer version's file, `disk-full` or
 * `disk-not-read`.
 */
export function openHistory(
  file: string,
  keyHex: string,
  { isCopy = false }: { readonly isCopy?: boolean } = {},
): OpenedHistory {
  try {
    return openOrReplace(file, keyHex, isCopy);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind !== 'disk-not-read') throw error;
    // Names the file, because the cache is opened together with it.
    throw fail('disk-not-read', { ...failure, where: path.basename(file) }, error);
  }
}

function openOrReplace(file: string, keyHex: string, isCopy: boolean): OpenedHistory {
  try {
    return { db: openAndMigrate(file, keyHex, isCopy), wasReplaced: false };
  } catch (error) {
    if (error instanceof FailureError) throw error;
    const code = errorCodeOf(error);
    if (/^(SQLITE_FULL|ENOSPC)/.test(code)) throw fail('disk-full', { cause: code }, error);
    if (!DAMAGE_CODE.test(code)) throw error;
  }
  readAllBytes(file); // fails with `disk-not-read`: then SQLite's damage code says nothing about the file
  try {
    return { db: openAndMigrate(file, keyHex, isCopy), wasReplaced: false }; // the disk failed only briefly
  } catch (error) {
    // A repeated disk failure proves nothing about the file.
    if (!DAMAGE_CODE.test(errorCodeOf(error))) throw error;
  }
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 17);
  for (const suffix of FILE_SUFFIXES)
    if (fs.existsSync(file + suffix)) fs.renameSync(file + suffix, `${file}.damaged-${stamp}${suffix}`);
  return { db: openAndMigrate(file, keyHex, isCopy), wasReplaced: true };
}

function openAndMigrate(file: string, keyHex: string, isCopy: boolean): Db {
  const db = openEncrypted(file, keyHex);
  return buildOrClose(db, () => {
    db.pragma('synchronous = FULL'); // changes moved here are deleted from the cache
    migrate(db, file, historyMigrations, { where: 'history', isCopy });
    return db;
  });
}
