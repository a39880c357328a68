import { randomUUID } from 'node:crypto';
import { savedView, type SavedView } from '../../../preload/contract/query';
import type { ResourceName } from '../../../preload/contract/resources';
import type { Db } from '../sqlite/open-database';

type StoredView = { id: string; resource: string; name: string; query: string; created: string };

/** Views that people saved under a name. */
export const viewStore = (db: Db) => ({
  list: (resource: ResourceName): SavedView[] =>
    db
      .prepare<[string], StoredView>('SELECT * FROM view WHERE resource = ? ORDER BY name COLLATE NOCASE')
      .all(resource)
      .map(viewOf),
  save(request: Omit<SavedView, 'id' | 'createdAt'> & { id?: string | undefined }): SavedView {
    const view = { ...request, id: request.id ?? randomUUID(), createdAt: new Date().toISOString() };
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
});

const viewOf = ({ query, created, ...view }: StoredView): SavedView =>
  savedView.parse({ ...view, query: JSON.parse(query) as unknown, createdAt: created });
