import type Database from 'better-sqlite3';
import fs from 'node:fs';
import { createRequire } from 'node:module';

export type Db = Database.Database;

// The addon asks the report of the process which C library there is. Without the network it is there ten times as fast.
Object.assign(process.report, { excludeNetwork: true });
/** Required: imported, it would be searched for its exports first, by a parser that is loaded for it. */
const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof Database;

/** Ciphers of the files that there are, that of new ones first. */
export const CIPHERS = ['aegis', 'chacha20'] as const;
export type Cipher = (typeof CIPHERS)[number];

/** Where a file says how many bytes of each page belong to its cipher; no cipher hides this byte. */
const RESERVED_AT = 20;
/** What ChaCha20-Poly1305 keeps of each page, which files of the first versions have. */
const CHACHA20_BYTES = 32;

/**
 * New files get AEGIS-256: the processor does most of it, so pages are read three times as fast as with
 * ChaCha20-Poly1305, and it detects every flipped bit too; aes256cbc did not (docs/decisions/055-cipher.md).
 */
function cipherOf(file: string): Cipher {
  const head = Buffer.alloc(RESERVED_AT + 1);
  const handle = fs.openSync(file, 'r');
  try {
    const isOld = fs.readSync(handle, head, 0, head.length, 0) === head.length;
    return isOld && head[RESERVED_AT] === CHACHA20_BYTES ? 'chacha20' : 'aegis';
  } finally {
    fs.closeSync(handle);
  }
}

/**
 * Opens an encrypted database with a raw key of 64 hex digits; fails where the key is another or the file damaged.
 * `cipher`: that of a new file, which is to be part of an older one.
 */
export function openEncrypted(
  file: string,
  keyHex: string,
  options: { readonly?: boolean; cipher?: Cipher } = {},
): Db {
  if (!/^[0-9a-f]{64}$/.test(keyHex)) throw new Error('The key must be 64 hex digits');
  // Made before it is opened: the log and its index beside it take over who may read it.
  if (!options.readonly) fs.closeSync(fs.openSync(file, 'a', 0o600));
  const db = new Sqlite(file, { readonly: options.readonly ?? false });
  return builtOn(db, () => {
    db.pragma(`cipher = '${options.cipher ?? cipherOf(file)}'`);
    db.pragma(`key = "x'${keyHex}'"`);
    db.pragma('temp_store = memory'); // a big sort would spill plain text to a temporary file
    // Records are one to two kilobytes: bigger pages waste less of themselves and are encrypted faster.
    db.pragma('page_size = 8192');
    if (!options.readonly) db.pragma('journal_mode = WAL');
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    if (!options.readonly) fs.chmodSync(file, 0o600); // copies put back by hand may be open to others
    return db;
  });
}

/** Makes what is built on a database that was just opened; where that fails, the database does not stay open. */
export function builtOn<T>(db: Db, build: () => T): T {
  try {
    return build();
  } catch (error) {
    db.close();
    throw error;
  }
}
