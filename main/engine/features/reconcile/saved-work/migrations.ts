import type { Db } from '#engine/sqlite/open-database';
import type { VersionedMigration } from '#engine/workspace/open/saved-work';

/** Creates the tables of confirmed columns of custodians' fee files and of signed-off reconciliations. */
function createReconciliations(db: Db): void {
  db.exec(`
    CREATE TABLE fee_columns (custodian TEXT NOT NULL, account_heading TEXT NOT NULL, amount_heading TEXT NOT NULL,
      account INTEGER NOT NULL, amount INTEGER NOT NULL,
      notation TEXT NOT NULL CHECK (notation IN ('point', 'comma', 'cents')), used TEXT NOT NULL,
      PRIMARY KEY (custodian, account_heading, amount_heading)) STRICT;
    CREATE TABLE reconciliation (id INTEGER PRIMARY KEY AUTOINCREMENT, file TEXT NOT NULL, at TEXT NOT NULL,
      user TEXT NOT NULL, note TEXT NOT NULL, file_hash TEXT NOT NULL, result_hash TEXT NOT NULL, seal TEXT NOT NULL,
      result TEXT NOT NULL, lines BLOB NOT NULL) STRICT;
    CREATE INDEX reconciliation_file ON reconciliation (file);
    CREATE TRIGGER reconciliation_stays BEFORE UPDATE ON reconciliation BEGIN SELECT RAISE (ABORT, 'sealed'); END;
    CREATE TRIGGER reconciliation_remains BEFORE DELETE ON reconciliation BEGIN SELECT RAISE (ABORT, 'sealed'); END;
  `);
}

/** Adds the decision of a sign-off; null for earlier ones, which have none. */
function addDecisions(db: Db): void {
  db.exec('ALTER TABLE reconciliation ADD COLUMN decision TEXT');
}

/** Adds the format of a sign-off's seal. Earlier sign-offs have null: their format follows from the decision. */
function addSealFormats(db: Db): void {
  db.exec('ALTER TABLE reconciliation ADD COLUMN format INTEGER');
}

/** Creates the table of the latest reconciliation result of each saved file. */
function createReconciledFiles(db: Db): void {
  db.exec(`
    CREATE TABLE fee_file_result (file TEXT PRIMARY KEY, hash TEXT NOT NULL, at TEXT NOT NULL, end_date TEXT,
      outcome TEXT NOT NULL CHECK (outcome IN ('agrees', 'differs', 'skipped')), custodians TEXT NOT NULL) STRICT;
  `);
}

/** Adds which team member confirmed columns of fee files, and when. */
function addTeamColumns(db: Db): void {
  db.exec(`
    ALTER TABLE fee_columns ADD COLUMN changed_by TEXT;
    ALTER TABLE fee_columns ADD COLUMN changed_at TEXT;
  `);
}

export const RECONCILE_MIGRATIONS: readonly VersionedMigration[] = [
  { version: 4, name: 'reconciliations', run: createReconciliations },
  { version: 7, name: 'decisions of sign-offs', run: addDecisions },
  { version: 8, name: 'formats of seals', run: addSealFormats },
  // The other part of this version is in fee-files.
  { version: 18, name: 'reconciliation results and automatic saving', run: createReconciledFiles },
  { version: 48, name: 'shared columns of fee files', run: addTeamColumns },
];
