import type { Db } from '#engine/sqlite/open-database';
import type { VersionedMigration } from '#engine/workspace/open/saved-work';

/**
 * Creates the table of the user's marks on review findings, by rule and record. `print` is the fingerprint of the
 * values that the rule had read.
 */
function createReviewMarks(db: Db): void {
  db.exec(`
    CREATE TABLE review_mark (rule TEXT NOT NULL, key TEXT NOT NULL,
      state TEXT CHECK (state IN ('reviewed', 'flagged', 'waived')), print TEXT NOT NULL, reason TEXT, until TEXT,
      note TEXT, user TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (rule, key)) STRICT, WITHOUT ROWID;
  `);
}

/** Adds owners of findings, and the findings of the latest check by rule (first-found.ts). */
function addFindingOwners(db: Db): void {
  db.exec(`
    ALTER TABLE review_mark ADD COLUMN owner TEXT;
    CREATE TABLE review_found (rule TEXT PRIMARY KEY, keys TEXT NOT NULL, found TEXT NOT NULL) STRICT;
  `);
}

export const REVIEW_MIGRATIONS: readonly VersionedMigration[] = [
  { version: 10, name: 'review marks', run: createReviewMarks },
  { version: 23, name: 'owners of findings, and when they were found', run: addFindingOwners },
];
