import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { columnLayout, savedView, type ColumnLayout, type SavedView } from '../../../preload/contract/query';
import { fail, FailureError } from '../../../preload/contract/failure';
import type { ResourceName } from '../../../preload/contract/resources';
import { codeOf, openEncrypted, type Db } from '../open-database';
import { migrations, type Migration } from './migrations';

export type Workspace = ReturnType<typeof openWorkspace>;

type StoredView = { id: string; resource: string; name: string; query: string; created: string };

/**
 * Opens what people wrote. Missing steps of its layout are made up, each after a backup beside the file. On any error
 * the file stays as it is: `newer-data` when a newer program wrote it, `disk-full`, else `workspace-unreadable`.
 */
export function openWorkspace(file: string, keyHex: string, steps: readonly Migration[] = migrations) {
  const db = opened(file, keyHex, steps);
  return {
    views: {
      list: (resource: ResourceName): SavedView[] =>
        db
          .prepare<[string], StoredView>('SELECT * FROM view WHERE resource = ? ORDER BY name COLLATE NOCASE')
          .all(resource)
          .map(viewOf),
      save(wish: Omit<SavedView, 'id' | 'createdAt'> & { id?: string | undefined }): SavedView {
        const view = { ...wish, id: wish.id ?? randomUUID(), createdAt: new Date().toISOString() };
        db.prepare('INSERT OR REPLACE INTO view VALUES (?, ?, ?, ?, ?)').run(
          view.id,
          view.resource,
          view.name,
          JSON.stringify(view.query),
          view.createdAt,
        );
        return view;
      },
      remove(id: string): void {
        db.prepare('DELETE FROM view WHERE id = ?').run(id);
      },
    },
    layout: {
      get(resource: ResourceName): ColumnLayout | null {
        const text = db
          .prepare<[string], string>('SELECT columns FROM layout WHERE resource = ?')
          .pluck()
          .get(resource);
        if (text === undefined) return null;
        // A layout of another version is worth less than the standard one.
        const layout = columnLayout.safeParse(JSON.parse(text));
        return layout.success ? layout.data : null;
      },
      set(resource: ResourceName, columns: ColumnLayout): void {
        db.prepare('INSERT OR REPLACE INTO layout VALUES (?, ?)').run(resource, JSON.stringify(columns));
      },
    },
    close(): void {
      db.close();
    },
  };
}

const viewOf = ({ query, created, ...view }: StoredView): SavedView =>
  savedView.parse({ ...view, query: JSON.parse(query) as unknown, createdAt: created });

function opened(file: string, keyHex: string, steps: readonly Migration[]): Db {
  let db: Db | undefined;
  try {
    db = openEncrypted(file, keyHex);
    db.pragma('synchronous = FULL'); // what people wrote survives a power cut
    migrate(db, file, steps);
    return db;
  } catch (error) {
    db?.close();
    if (error instanceof FailureError) throw error;
    const code = codeOf(error);
    const kind = /^(SQLITE_FULL|ENOSPC)/.test(code) ? 'disk-full' : 'workspace-unreadable';
    throw fail(kind, { cause: code }, error);
  }
}

function migrate(db: Db, file: string, steps: readonly Migration[]): void {
  const version = Number(db.pragma('user_version', { simple: true }));
  if (version > steps.length) throw fail('newer-data', { where: 'workspace' });
  for (const [at, step] of steps.entries()) {
    if (at < version) continue;
    if (at > 0) backUp(db, `${file}.before-${at + 1}`);
    db.transaction(() => {
      step.run(db);
      db.pragma(`user_version = ${at + 1}`);
    })();
  }
}

/** A whole, encrypted copy; db.backup() does not work on an encrypted database. */
function backUp(db: Db, file: string): void {
  fs.rmSync(file, { force: true });
  db.prepare('VACUUM INTO ?').run(file);
  fs.chmodSync(file, 0o600);
}
