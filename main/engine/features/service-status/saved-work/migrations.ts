import type { Db } from '#engine/sqlite/open-database';
import type { VersionedMigration } from '#engine/workspace/open/saved-work';

/** Creates the table of the last known status of the service. */
function createServiceStatus(db: Db): void {
  db.exec(
    'CREATE TABLE service_status (one INTEGER PRIMARY KEY CHECK (one = 1), status TEXT NOT NULL) STRICT',
  );
}

// Shares its version, and so its name, with the migration of expected fees.
export const SERVICE_STATUS_MIGRATIONS: readonly VersionedMigration[] = [
  { version: 31, name: 'balances of the service, and the division of a year', run: createServiceStatus },
];
