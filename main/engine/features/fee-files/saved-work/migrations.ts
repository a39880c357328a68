import type { Db } from '#engine/sqlite/open-database';
import type { VersionedMigration } from '#engine/workspace/open/saved-work';

/** Creates the tables of saved fee upload files. A pending file was started and may be incomplete. */
function createSavedFeeFiles(db: Db): void {
  db.exec(`
    CREATE TABLE fee_file_saved (id INTEGER PRIMARY KEY, file_id TEXT NOT NULL, path TEXT NOT NULL UNIQUE,
      bytes INTEGER NOT NULL, sha256 TEXT NOT NULL, files INTEGER NOT NULL, remark TEXT, saved_at TEXT NOT NULL,
      saved_by TEXT NOT NULL, checked_at TEXT NOT NULL, state TEXT NOT NULL) STRICT;
    CREATE INDEX fee_file_saved_of ON fee_file_saved (file_id);
    CREATE TABLE fee_file_pending (part TEXT PRIMARY KEY, final TEXT NOT NULL, file_id TEXT NOT NULL, sha256 TEXT,
      bytes INTEGER, files INTEGER, remark TEXT) STRICT;
    CREATE TABLE fee_file_folder (one INTEGER PRIMARY KEY CHECK (one = 1), path TEXT) STRICT;
  `);
}

/** Creates the table that says whether new files are saved after a refresh. */
function createAutomaticSaving(db: Db): void {
  db.exec('CREATE TABLE fee_file_auto (one INTEGER PRIMARY KEY CHECK (one = 1)) STRICT');
}

/** Adds the activity log line of a file being saved, so that the next start can end that line. */
function addLogLineOfPendingFiles(db: Db): void {
  db.exec('ALTER TABLE fee_file_pending ADD COLUMN line INTEGER');
}

/** Renames `remark`, the former name of a file's issues. */
function renameRemarksToIssues(db: Db): void {
  db.exec(`
    ALTER TABLE fee_file_saved RENAME COLUMN remark TO issues;
    ALTER TABLE fee_file_pending RENAME COLUMN remark TO issues;
  `);
}

/**
 * Creates the table of what members wrote about fee upload files. Not cleared with the team: colleagues' sign-offs are
 * kept.
 */
function createColleagueFeeFiles(db: Db): void {
  db.exec(`
    CREATE TABLE colleague_fee_file (topic TEXT NOT NULL, key TEXT NOT NULL, member TEXT NOT NULL, file TEXT NOT NULL,
      hash TEXT NOT NULL, is_own INTEGER NOT NULL, value TEXT NOT NULL,
      PRIMARY KEY (topic, key, member)) STRICT, WITHOUT ROWID;
  `);
}

export const FEE_FILES_MIGRATIONS: readonly VersionedMigration[] = [
  { version: 5, name: 'saved fee upload files', run: createSavedFeeFiles },
  { version: 18, name: 'reconciliation results and automatic saving', run: createAutomaticSaving },
  { version: 21, name: 'log lines of files being saved', run: addLogLineOfPendingFiles },
  { version: 28, name: 'issues of rows and files', run: renameRemarksToIssues },
  { version: 45, name: 'fee files of colleagues', run: createColleagueFeeFiles },
];
