import type { Migration } from '../sqlite/migrate';
import type { Db } from '../sqlite/open-database';

/**
 * Changes found by refreshes. `taken` stores the position in each cache's outbox, `dropped` what was removed
 * to save space. Words are indexed like those of records (cache/schema/schema.ts).
 */
function createChanges(db: Db): void {
  db.exec(`
    CREATE TABLE run (id INTEGER PRIMARY KEY, started TEXT NOT NULL, state TEXT NOT NULL, ended TEXT, report TEXT) STRICT;
    CREATE TABLE change (id INTEGER PRIMARY KEY, run INTEGER NOT NULL, at TEXT NOT NULL, resource TEXT NOT NULL,
      key TEXT NOT NULL, title TEXT NOT NULL, number TEXT, custodian TEXT,
      kind TEXT NOT NULL CHECK (kind IN ('new', 'changed', 'removed')), fields TEXT NOT NULL) STRICT;
    CREATE INDEX change_run ON change (run, resource, kind);
    CREATE INDEX change_record ON change (resource, key);
    CREATE INDEX change_at ON change (at);
    CREATE TABLE change_field (name TEXT NOT NULL, change INTEGER NOT NULL, PRIMARY KEY (name, change)) STRICT,
      WITHOUT ROWID;
    CREATE VIRTUAL TABLE change_words USING fts5(words, content='', contentless_delete=1, detail=none,
      tokenize="unicode61 remove_diacritics 2 categories 'L* N* M* Co Cn'");
    CREATE TABLE taken (cache TEXT PRIMARY KEY, seq INTEGER NOT NULL) STRICT;
    CREATE TABLE dropped (one INTEGER PRIMARY KEY CHECK (one = 1), changes INTEGER NOT NULL, until TEXT NOT NULL) STRICT;
  `);
}

export const historyMigrations: readonly Migration[] = [{ name: 'runs and changes', run: createChanges }];
