import type Database from 'better-sqlite3';
import fs from 'node:fs';
import { createRequire } from 'node:module';

export type Db = Database.Database;

// The addon finds its C library in the process report. Without network data the report is ten times faster.
Object.assign(process.report, { excludeNetwork: true });
/** Loaded with require: import would first load a parser to find the addon's exports. */
const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof Database;

/** Ciphers of existing files; the first one is used for new files. */
export const CIPHERS = ['aegis', 'chacha20'] as const;
export type Cipher = (typeof CIPHERS)[number];

/** Offset of the byte that gives each page's reserved size; no cipher encrypts it. */
const RESERVED_OFFSET = 20;
/** Reserved bytes per page under ChaCha20-Poly1305, which the first versions used. */
const CHACHA20_BYTES = 32;

/**
 * Returns the cipher of a file. New files get AEGIS-256, which processors accelerate: pages are read three times as
 * fast as with ChaCha20-Poly1305, and it detects every flipped bit too; aes256cbc did not
 * (docs/decisions/055-cipher.md).
 */
function cipherOf(file: string): Cipher {
  const head = Buffer.alloc(RESERVED_OFFSET + 1);
  const handle = fs.openSync(file, 'r');
  try {
    const hasHeader = fs.readSync(handle, head, 0, head.length, 0) === head.length;
    return hasHeader && head[RESERVED_OFFSET] === CHACHA20_BYTES ? 'chacha20' : 'aegis';
  } finally {
    fs.closeSync(handle);
  }
}

/**
 * Opens an encrypted database with a raw key of 64 hex digits. Fails on a wrong key or a damaged file.
 * `cipher` sets the cipher of a new file that will become part of an older one.
 */
export function openEncrypted(
  file: string,
  keyHex: string,
  options: { readonly?: boolean; cipher?: Cipher } = {},
): Db {
  if (!/^[0-9a-f]{64}$/.test(keyHex)) throw new Error('The key must be 64 hex digits');
  // Create the file with private permissions first: the WAL and its index inherit them.
  if (!options.readonly) fs.closeSync(fs.openSync(file, 'a', 0o600));
  const db = new Sqlite(file, { readonly: options.readonly ?? false });
  return buildOrClose(db, () => {
    db.pragma(`cipher = '${options.cipher ?? cipherOf(file)}'`);
    db.pragma(`key = "x'${keyHex}'"`);
    db.pragma('temp_store = memory'); // a large sort would otherwise spill plaintext to a temporary file
    // Records are one to two kilobytes: larger pages waste less space and encrypt faster.
    db.pragma('page_size = 8192');
    if (!options.readonly) db.pragma('journal_mode = WAL');
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    if (!options.readonly) fs.chmodSync(file, 0o600); // a manually restored copy may be readable by others
    return db;
  });
}

/** Runs `build` on a newly opened database and closes the database if `build` fails. */
export function buildOrClose<T>(db: Db, build: () => T): T {
  try {
    return build();
  } catch (error) {
    db.close();
    throw error;
  }
}
