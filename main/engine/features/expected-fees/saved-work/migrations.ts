import type { Db } from '#engine/sqlite/open-database';
import type { VersionedMigration } from '#engine/workspace/open/saved-work';

/** Creates the tables of imported balances, from which fees are calculated. */
function createImportedBalances(db: Db): void {
  db.exec(`
    CREATE TABLE balance_import (id INTEGER PRIMARY KEY, file TEXT, at TEXT NOT NULL, user TEXT NOT NULL) STRICT;
    CREATE TABLE account_balance (account TEXT NOT NULL, date TEXT NOT NULL, amount TEXT NOT NULL,
      import INTEGER NOT NULL REFERENCES balance_import (id), PRIMARY KEY (account, date)) STRICT, WITHOUT ROWID;
  `);
}

/** Creates the tables of the service's balances and of the firm's day-count convention. */
function createServiceBalances(db: Db): void {
  db.exec(`
    CREATE TABLE account_aum (date TEXT NOT NULL, account TEXT NOT NULL, amount TEXT NOT NULL, at TEXT NOT NULL,
      PRIMARY KEY (date, account)) STRICT, WITHOUT ROWID;
    CREATE TABLE year_division (one INTEGER PRIMARY KEY CHECK (one = 1), year TEXT NOT NULL, user TEXT NOT NULL,
      at TEXT NOT NULL) STRICT;
  `);
}

export const EXPECTED_FEES_MIGRATIONS: readonly VersionedMigration[] = [
  { version: 27, name: 'imported balances', run: createImportedBalances },
  { version: 31, name: 'balances of the service, and the division of a year', run: createServiceBalances },
];
