import type { Db } from '#engine/sqlite/open-database';
import type { VersionedMigration } from '#engine/workspace/open/saved-work';

/** Creates the tables of the terms that clients signed; each import adds versions. */
function createAgreedTerms(db: Db): void {
  db.exec(`
    CREATE TABLE agreed_import (id INTEGER PRIMARY KEY, file TEXT, at TEXT NOT NULL, user TEXT NOT NULL) STRICT;
    CREATE TABLE agreed_terms (id INTEGER PRIMARY KEY, import INTEGER NOT NULL REFERENCES agreed_import (id),
      line INTEGER NOT NULL, target TEXT NOT NULL, key TEXT NOT NULL, date TEXT NOT NULL, terms TEXT NOT NULL,
      reference TEXT) STRICT;
    CREATE INDEX agreed_terms_owner ON agreed_terms (target, key, date);
  `);
}

/** Adds the place in a team's log, which orders versions of one date, and the colleague who imported the terms. */
function addTeamColumns(db: Db): void {
  db.exec(`
    ALTER TABLE agreed_terms ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE agreed_terms ADD COLUMN member TEXT;
  `);
}

export const AGREED_TERMS_MIGRATIONS: readonly VersionedMigration[] = [
  { version: 26, name: 'agreed terms', run: createAgreedTerms },
  { version: 49, name: 'shared agreed terms', run: addTeamColumns },
];
