import type { Db } from '#engine/sqlite/open-database';
import type { VersionedMigration } from '#engine/workspace/open/saved-work';

/** Creates the table of the refresh schedule; `handled`: the last scheduled time that was handled. */
function createSchedule(db: Db): void {
  db.exec(`
    CREATE TABLE refresh_schedule (
      one INTEGER PRIMARY KEY CHECK (one = 1), schedule TEXT NOT NULL, handled INTEGER, last TEXT
    ) STRICT;
  `);
}

export const SCHEDULED_REFRESH_MIGRATIONS: readonly VersionedMigration[] = [
  { version: 34, name: 'scheduled refresh', run: createSchedule },
];
