import fs from 'node:fs';
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
