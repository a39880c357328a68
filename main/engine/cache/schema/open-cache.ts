import fs from 'node:fs';
import { fail, FailureError } from '#contract/failure';
import { errorCodeOf } from '#common/error-code';
import { openEncrypted, type Db } from '../../sqlite/open-database';
import { DAMAGE_CODE } from '../../sqlite/integrity';
import { createTables, hasOutbox, isCurrent, isNewer } from './schema';

/** Number of damaged files kept for support. */
const MAX_QUARANTINED = 2;
const FILE_SUFFIXES = ['', '-wal', '-shm'];

/**
 * Opens the cache and creates its tables if they are missing or have another layout; its data can be fetched
 * again. Fails with `newer-data` for a newer version's file, `cache-unreadable` for damage or a wrong key,
 * and `disk-full`. `beforeRebuild` receives a cache of another layout before it is deleted, unless it is too old to
 * have an outbox.
 */
export function openCache(
  file: string,
  keyHex: string,
  beforeRebuild?: (old: Db) => void,
): { db: Db; wasRebuilt: boolean } {
  let db: Db | undefined;
  try {
    db = openEncrypted(file, keyHex);
    if (isNewer(db)) throw fail('newer-data', { where: 'cache' });
    const isNew = db.prepare(`SELECT count(*) AS n FROM sqlite_schema`).pluck().get() === 0;
    const wasRebuilt = !isNew && !isCurrent(db);
    if (isNew || wasRebuilt) {
      if (wasRebuilt) {
        if (hasOutbox(db)) beforeRebuild?.(db);
        db.close();
        removeCache(file);
        db = openEncrypted(file, keyHex);
      }
      createTables(db);
    }
    return { db, wasRebuilt };
  } catch (error) {
    db?.close();
    if (error instanceof FailureError) throw error;
    const code = errorCodeOf(error);
    if (/^(SQLITE_FULL|ENOSPC)/.test(code)) throw fail('disk-full', { cause: code }, error);
    if (DAMAGE_CODE.test(code)) throw fail('cache-unreadable', { cause: code }, error);
    throw error;
  }
}

/** Deletes a cache; its data can be fetched again. */
export function removeCache(file: string): void {
  for (const suffix of FILE_SUFFIXES) fs.rmSync(file + suffix, { force: true });
}

/** Quarantines an unreadable cache or history; keeps the latest two of each for support. */
export function quarantineDatabase(file: string, now: Date): void {
  const stamp = now.toISOString().replace(/\D/g, '').slice(0, 14);
  for (const suffix of FILE_SUFFIXES)
    if (fs.existsSync(file + suffix)) fs.renameSync(file + suffix, `${file}.damaged-${stamp}${suffix}`);
  const folder = file.slice(0, Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
  const name = file.slice(folder.length);
  const old = fs
    .readdirSync(folder)
    .filter((entry) => entry.startsWith(`${name}.damaged-`) && /\d$/.test(entry))
    .sort()
    .slice(0, -MAX_QUARANTINED);
  for (const entry of old)
    for (const suffix of FILE_SUFFIXES) fs.rmSync(folder + entry + suffix, { force: true });
}
