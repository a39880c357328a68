import { openEncrypted } from '../sqlite/open-database';

/** Encrypts a database with another key, without a write-ahead log. */
export function rekey(file: string, fromKey: string, toKey: string): void {
  const db = openEncrypted(file, fromKey);
  try {
    db.pragma('journal_mode = DELETE'); // pages under the old key must not lie in a log
    db.pragma(`rekey = "x'${toKey}'"`);
  } finally {
    db.close();
  }
}
