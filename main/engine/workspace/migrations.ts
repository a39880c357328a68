import type { Db } from '../open-database';

/** One step of the workspace's layout. Steps are never changed once released; a new need is a new step. */
export interface Migration {
  readonly name: string;
  readonly run: (db: Db) => void;
}

/** Views that people save under a name, and how they arranged each grid. */
function viewsAndLayouts(db: Db): void {
  db.exec(`
    CREATE TABLE view (id TEXT PRIMARY KEY, resource TEXT NOT NULL, name TEXT NOT NULL, query TEXT NOT NULL,
      created TEXT NOT NULL) STRICT;
    CREATE TABLE layout (resource TEXT PRIMARY KEY, columns TEXT NOT NULL) STRICT;
  `);
}

/** The activity log. Lines cannot be changed or taken away; the head tells when the last ones are missing. */
function activityLog(db: Db): void {
  db.exec(`
    CREATE TABLE activity (seq INTEGER PRIMARY KEY, at TEXT NOT NULL, user TEXT NOT NULL, connection TEXT NOT NULL,
      kind TEXT NOT NULL, count INTEGER NOT NULL, facts TEXT NOT NULL, of INTEGER REFERENCES activity (seq),
      outcome TEXT, hash TEXT NOT NULL) STRICT;
    CREATE INDEX activity_of ON activity (of);
    CREATE TABLE activity_head (one INTEGER PRIMARY KEY CHECK (one = 1), seq INTEGER NOT NULL, hash TEXT NOT NULL) STRICT;
    CREATE TRIGGER activity_stays BEFORE UPDATE ON activity BEGIN SELECT RAISE (ABORT, 'append only'); END;
    CREATE TRIGGER activity_remains BEFORE DELETE ON activity BEGIN SELECT RAISE (ABORT, 'append only'); END;
  `);
}

export const migrations: readonly Migration[] = [
  { name: 'views and layouts', run: viewsAndLayouts },
  { name: 'activity log', run: activityLog },
];
