import type { Db } from '#engine/sqlite/open-database';
import type { VersionedMigration } from '#engine/workspace/open/saved-work';

/**
 * Creates the table of standing exports. `last` is the last result, as JSON, and `written` when a file was last written;
 * `sha256` is of that file, `pending` of one that replaces it.
 */
function createStandingExports(db: Db): void {
  db.exec(`
    CREATE TABLE standing_export (
      id TEXT PRIMARY KEY, source TEXT NOT NULL, format TEXT NOT NULL, folder TEXT NOT NULL, file TEXT NOT NULL,
      after_refresh INTEGER NOT NULL, due INTEGER NOT NULL DEFAULT 0, last TEXT, written TEXT, sha256 TEXT,
      pending TEXT
    ) STRICT;
  `);
}

export const STANDING_EXPORTS_MIGRATIONS: readonly VersionedMigration[] = [
  { version: 30, name: 'standing exports', run: createStandingExports },
];
