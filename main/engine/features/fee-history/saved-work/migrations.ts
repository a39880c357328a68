import type { Db } from '#engine/sqlite/open-database';
import type { VersionedMigration } from '#engine/workspace/open/saved-work';

/**
 * Creates the tables of reconciled fee archives. The lines of an archive are stored together, ordered by account, so
 * that adding an archive only appends, and an account takes one lookup per archive.
 */
/** `at` is the position of a line in its file. */
function createFeeHistory(db: Db): void {
  db.exec(`
    CREATE TABLE fee_archive (id INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, lines INTEGER NOT NULL,
      left_out INTEGER NOT NULL) STRICT;
    CREATE TABLE fee_archive_file (archive INTEGER NOT NULL REFERENCES fee_archive (id) ON DELETE CASCADE,
      file TEXT NOT NULL, firm TEXT, end_date TEXT, saved_at TEXT NOT NULL,
      PRIMARY KEY (archive, file)) STRICT, WITHOUT ROWID;
    CREATE TABLE fee_line (archive INTEGER NOT NULL REFERENCES fee_archive (id) ON DELETE CASCADE,
      owner TEXT NOT NULL, at INTEGER NOT NULL, custodian TEXT NOT NULL, number TEXT NOT NULL, amount TEXT,
      PRIMARY KEY (archive, owner, at)) STRICT, WITHOUT ROWID;
  `);
}

/** Renames `owner`, which held the reference to the billed account. */
function renameOwnerToAccountRef(db: Db): void {
  db.exec('ALTER TABLE fee_line RENAME COLUMN owner TO account_ref');
}

/** Creates the table of fee upload files that a user marked as replaced. */
function createReplacedFiles(db: Db): void {
  db.exec(
    'CREATE TABLE fee_file_replaced (file TEXT PRIMARY KEY, note TEXT NOT NULL, user TEXT NOT NULL, at TEXT NOT NULL) STRICT',
  );
}

export const FEE_HISTORY_MIGRATIONS: readonly VersionedMigration[] = [
  { version: 25, name: 'fee history', run: createFeeHistory },
  { version: 39, name: 'accounts of stored fees', run: renameOwnerToAccountRef },
  { version: 53, name: 'replaced fee files', run: createReplacedFiles },
];
