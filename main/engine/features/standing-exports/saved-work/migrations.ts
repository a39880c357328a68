import type { Db } from '#engine/sqlite/open-database';

/** Standing exports; `sha256` is of the file as it was last written, `pending` of one that replaces it. */
export function standingExports(db: Db): void {
  db.exec(`
    CREATE TABLE standing_export (
      id TEXT PRIMARY KEY, source TEXT NOT NULL, format TEXT NOT NULL, folder TEXT NOT NULL, file TEXT NOT NULL,
      after_refresh INTEGER NOT NULL, due INTEGER NOT NULL DEFAULT 0, last TEXT, written TEXT, sha256 TEXT,
      pending TEXT
    ) STRICT;
  `);
}
