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

export const migrations: readonly Migration[] = [{ name: 'views and layouts', run: viewsAndLayouts }];
