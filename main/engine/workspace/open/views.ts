import { randomUUID } from 'node:crypto';
import { fail } from '#contract/failure';
import { holdsSeparatedTaxId, holdsTaxId } from '#contract/tax-id';
import { columnLayout, savedView, type Filter, type SavedView } from '#contract/query';
import { resourceNamed, type ResourceName } from '#contract/resources';
import type { Db } from '../../sqlite/open-database';

interface StoredView {
  readonly id: string;
  readonly resource: string;
  readonly name: string;
  readonly query: string;
  readonly created: string;
  readonly columns: string | null;
  readonly favorite: number;
  readonly is_default: number;
}
type SaveRequest = Pick<SavedView, 'resource' | 'name' | 'query'> & {
  readonly id?: string | undefined;
  readonly columns?: SavedView['columns'] | undefined;
};

/** Views that the user saved under a name. */
export function viewStore(db: Db) {
  const requireView = (id: string): SavedView => {
    const stored = db.prepare<[string], StoredView>('SELECT * FROM view WHERE id = ?').get(id);
    if (!stored) throw fail('not-found', { where: 'view' });
    return viewOf(stored);
  };
  const selectViews = (where: string, ...values: string[]) =>
    db
      .prepare<string[], StoredView>(`SELECT * FROM view WHERE ${where} ORDER BY name COLLATE NOCASE`)
      .all(...values);
  return {
    list: (resource: ResourceName): SavedView[] => selectViews('resource = ?', resource).map(viewOf),
    /** Returns the view by its ID, or the list's default view without one; null if there is none. */
    get: (resource: ResourceName, id?: string): SavedView | null => {
      const [stored] =
        id === undefined
          ? selectViews('resource = ? AND is_default = 1', resource)
          : selectViews('resource = ? AND id = ?', resource, id);
      return stored ? viewOf(stored) : null;
    },
    /** Views of all lists that are shown in the sidebar. */
    favorites: (): SavedView[] => selectViews('favorite = 1').map(viewOf),
    /** Fails with `refused` (`tax-id`) for a name, search or filter that could be a tax ID. */
    save({ id = randomUUID(), resource, name, query, columns = null }: SaveRequest): SavedView {
      const { search, filters } = query;
      const texts = filters.flatMap((filter) => filterTexts(resource, filter));
      if ([name, search].some(holdsTaxId) || texts.some(holdsSeparatedTaxId))
        throw fail('refused', { detail: { code: 'tax-id' } });
      db.prepare(
        `INSERT INTO view (id, resource, name, query, created, columns) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, query = excluded.query, columns = excluded.columns`,
      ).run(
        id,
        resource,
        name,
        JSON.stringify(query),
        new Date().toISOString(),
        columns && JSON.stringify(columns),
      );
      return requireView(id);
    },
    /** Sets or clears the flags given; a list has at most one default view. Fails with `not-found`. */
    setFlags: db.transaction(
      ({
        id,
        favorite,
        isDefault,
      }: {
        id: string;
        favorite?: boolean | undefined;
        isDefault?: boolean | undefined;
      }) => {
        const { resource } = requireView(id);
        if (favorite !== undefined)
          db.prepare('UPDATE view SET favorite = ? WHERE id = ?').run(Number(favorite), id);
        if (isDefault !== undefined) {
          // Clearing one view's flag leaves another default view as it is.
          if (isDefault) db.prepare('UPDATE view SET is_default = 0 WHERE resource = ?').run(resource);
          db.prepare('UPDATE view SET is_default = ? WHERE id = ?').run(Number(isDefault), id);
        }
        return requireView(id);
      },
    ),
    remove(id: string): void {
      db.prepare('DELETE FROM view WHERE id = ?').run(id);
    },
  };
}

/** Texts of a filter that may hold a tax ID with dashes. Account numbers (`searchBySuffix`) may have that form, too. */
function filterTexts(resource: ResourceName, filter: Filter): string[] {
  const field = resourceNamed(resource).fields[filter.field];
  if (field && (field.searchBySuffix || (field.kind !== 'text' && field.kind !== 'texts'))) return [];
  const texts =
    filter.op === 'contains'
      ? [filter.text]
      : filter.op === 'range'
        ? [filter.from, filter.to]
        : 'values' in filter
          ? filter.values
          : [];
  return texts.flatMap((text) => text ?? []);
}

function viewOf({ query, created, columns, favorite, is_default, ...view }: StoredView): SavedView {
  // Invalid columns are dropped; the view stays.
  const layout = columnLayout.safeParse(JSON.parse(columns ?? 'null'));
  return savedView.parse({
    ...view,
    query: JSON.parse(query) as unknown,
    columns: layout.success ? layout.data : null,
    favorite: favorite === 1,
    isDefault: is_default === 1,
    createdAt: created,
  });
}
export type ViewStore = ReturnType<typeof viewStore>;
