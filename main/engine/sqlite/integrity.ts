import fs from 'node:fs';
import path from 'node:path';
import { fail } from '#contract/failure';
import { errorCodeOf } from '#common/error-code';
import { openEncrypted, type Db } from './open-database';

/** SQLite error codes for pages whose content was altered. */
export const DAMAGE_CODE = /^SQLITE_(CORRUPT|NOTADB)/;

/** Reads every page of a database; returns false if one is damaged. */
export function areAllPagesReadable(db: Db): boolean {
  try {
    return db.pragma('quick_check(1)', { simple: true }) === 'ok';
  } catch (error) {
    if (DAMAGE_CODE.test(errorCodeOf(error))) return false;
    throw error;
  }
}

/** Returns whether every page of a database file can be read. A missing file counts as intact. */
export function isIntact(file: string, keyHex: string): boolean {
  if (!fs.existsSync(file)) return true;
  let db: Db | undefined;
  try {
    db = openEncrypted(file, keyHex, { readonly: true });
    return areAllPagesReadable(db);
  } catch (error) {
    if (DAMAGE_CODE.test(errorCodeOf(error))) return false;
    throw error;
  } finally {
    db?.close();
  }
}

/** Bytes per read. */
const READ_BYTES = 1_048_576;

/**
 * Reads the bytes of a database and its WAL without SQLite, which reports an unreadable disk as damage. Fails
 * with `disk-not-read`.
 */
export function readAllBytes(file: string): void {
  const bytes = Buffer.alloc(READ_BYTES);
  for (const name of [file, `${file}-wal`]) {
    if (!fs.existsSync(name)) continue;
    try {
      const handle = fs.openSync(name, 'r');
      try {
        // By position, as SQLite reads.
        for (let position = 0, bytesRead = 1; bytesRead > 0; position += bytesRead)
          bytesRead = fs.readSync(handle, bytes, 0, bytes.length, position);
      } finally {
        fs.closeSync(handle);
      }
    } catch (error) {
      throw fail('disk-not-read', { where: path.basename(file), cause: errorCodeOf(error) }, error);
    }
  }
}
