import fs from 'node:fs';
import path from 'node:path';
import { fail } from '../../../preload/contract/failure';
import { codeOf } from '../../common/error-code';
import { openEncrypted, type Db } from './open-database';

/** Codes of SQLite for pages that do not hold what was written into them. */
export const DAMAGED = /^SQLITE_(CORRUPT|NOTADB)/;

/** Reads every page of a database; false where one is damaged. */
export function everyPageReads(db: Db): boolean {
  try {
    return db.pragma('quick_check(1)', { simple: true }) === 'ok';
  } catch (error) {
    if (DAMAGED.test(codeOf(error))) return false;
    throw error;
  }
}

/** Whether every page of a database can be read. A file that is not there has nothing to read. */
export function isWhole(file: string, keyHex: string): boolean {
  if (!fs.existsSync(file)) return true;
  let db: Db | undefined;
  try {
    db = openEncrypted(file, keyHex, { readonly: true });
    return everyPageReads(db);
  } catch (error) {
    if (DAMAGED.test(codeOf(error))) return false;
    throw error;
  } finally {
    db?.close();
  }
}

/** So much is read at a time. */
const STEP_BYTES = 1_048_576;

/**
 * Reads the bytes of a database and of its log without SQLite, which calls a page that the disk does not return damaged,
 * as it calls one that was changed. Fails as `disk-not-read`.
 */
export function readThrough(file: string): void {
  const bytes = Buffer.alloc(STEP_BYTES);
  for (const part of [file, `${file}-wal`]) {
    if (!fs.existsSync(part)) continue;
    try {
      const handle = fs.openSync(part, 'r');
      try {
        // By position, as SQLite reads.
        for (let at = 0, read = 1; read > 0; at += read)
          read = fs.readSync(handle, bytes, 0, bytes.length, at);
      } finally {
        fs.closeSync(handle);
      }
    } catch (error) {
      throw fail('disk-not-read', { where: path.basename(file), cause: codeOf(error) }, error);
    }
  }
}
