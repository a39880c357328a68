import type { Db } from '#engine/sqlite/open-database';
import type { VersionedMigration } from '#engine/workspace/open/saved-work';

/** Creates the tables of retired fee structures and of the firm's maximum rate. */
function createFeeSettings(db: Db): void {
  db.exec(`
    CREATE TABLE structure_retired (key TEXT PRIMARY KEY, user TEXT NOT NULL, at TEXT NOT NULL) STRICT;
    CREATE TABLE rate_ceiling (one INTEGER PRIMARY KEY CHECK (one = 1), rate TEXT NOT NULL) STRICT;
  `);
}

/** Creates the table of thresholds above which the review queue reports a fee change. */
function createFeeChangeThresholds(db: Db): void {
  db.exec(`
    CREATE TABLE fee_change_thresholds (one INTEGER PRIMARY KEY CHECK (one = 1), percent TEXT NOT NULL,
      dollars TEXT NOT NULL) STRICT;
  `);
}

export const FEE_STRUCTURES_MIGRATIONS: readonly VersionedMigration[] = [
  { version: 11, name: 'marks of fee structures', run: createFeeSettings },
  { version: 32, name: 'thresholds of fee changes', run: createFeeChangeThresholds },
];
