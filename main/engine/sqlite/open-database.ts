import Database from 'better-sqlite3';
import fs from 'node:fs';

export type Db = Database.Database;

/** Opens an encrypted database with a raw key of 64 hex digits; fails where the key is another or the file damaged. */
export function openEncrypted(file: string, keyHex: string, options: { readonly?: boolean } = {}): Db {
  if (!/^[0-9a-f]{64}$/.test(keyHex)) throw new Error('The key must be 64 hex digits');
  // Made before it is opened: the log and its index beside it take over who may read it.
  if (!options.readonly) fs.closeSync(fs.openSync(file, 'a', 0o600));
  const db = new Database(file, { readonly: options.readonly ?? false });
  try {
    db.pragma(`cipher = 'chacha20'`); // it detects every flipped bit; aes256cbc did not (docs/decisions.md)
    db.pragma(`key = "x'${keyHex}'"`);
    db.pragma('temp_store = memory'); // a big sort would spill plain text to a temporary file
    // Records are one to two kilobytes: bigger pages waste less of themselves and are encrypted faster.
    db.pragma('page_size = 8192');
    if (!options.readonly) db.pragma('journal_mode = WAL');
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    if (!options.readonly) fs.chmodSync(file, 0o600); // copies put back by hand may be open to others
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
