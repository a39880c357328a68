import type { Db } from '#engine/sqlite/open-database';
import type { VersionedMigration } from '#engine/workspace/open/saved-work';

/** Creates the tables of decisions on refunds of prepaid fees, and of the interval that advance billing covers. */
function createRefunds(db: Db): void {
  db.exec(`
    CREATE TABLE refund_setting (one INTEGER PRIMARY KEY CHECK (one = 1),
      advance TEXT NOT NULL CHECK (advance IN ('begins', 'ends')), user TEXT NOT NULL, at TEXT NOT NULL) STRICT;
    CREATE TABLE refund_decision (account TEXT NOT NULL, end_date TEXT NOT NULL, kind TEXT NOT NULL,
      decision TEXT NOT NULL, day TEXT, debit TEXT, estimate TEXT, name TEXT NOT NULL, number TEXT, custodian TEXT,
      user TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (account, end_date, kind)) STRICT, WITHOUT ROWID;
  `);
}

export const REFUNDS_MIGRATIONS: readonly VersionedMigration[] = [
  { version: 29, name: 'refunds', run: createRefunds },
];
