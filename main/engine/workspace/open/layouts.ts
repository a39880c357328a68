import { columnLayout, type ColumnLayout } from '#contract/query';
import type { ResourceName } from '#contract/resources';
import type { Db } from '../../sqlite/open-database';

/** Stores the column arrangement of each grid. */
export const layoutStore = (db: Db) => ({
  get(resource: ResourceName): ColumnLayout | null {
    const text = db
      .prepare<[string], string>('SELECT columns FROM layout WHERE resource = ?')
      .pluck()
      .get(resource);
    if (text === undefined) return null;
    // A layout of another version is ignored in favor of the default.
    const layout = columnLayout.safeParse(JSON.parse(text));
    return layout.success ? layout.data : null;
  },
  set(resource: ResourceName, columns: ColumnLayout): void {
    db.prepare('INSERT OR REPLACE INTO layout VALUES (?, ?)').run(resource, JSON.stringify(columns));
  },
});
export type LayoutStore = ReturnType<typeof layoutStore>;
