import type { ResourceName } from '#contract/resources';
import type { Db } from '../../sqlite/open-database';

/** Maximum number of recent records. */
const MAX_RECENT = 30;

interface BookmarkedKey {
  readonly resource: ResourceName;
  readonly key: string;
}

/** Stores favorite and recent records, by key; titles are looked up when shown. */
export const bookmarkStore = (db: Db) => ({
  favorites: (): BookmarkedKey[] =>
    db.prepare<[], BookmarkedKey>('SELECT resource, key FROM favorite ORDER BY at').all(),
  setFavorite({ resource, key }: BookmarkedKey, isFavorite: boolean): void {
    if (isFavorite)
      db.prepare('INSERT OR IGNORE INTO favorite VALUES (?, ?, ?)').run(
        resource,
        key,
        new Date().toISOString(),
      );
    else db.prepare('DELETE FROM favorite WHERE resource = ? AND key = ?').run(resource, key);
  },

  /** Latest first. */
  recent: (): BookmarkedKey[] =>
    db.prepare<[], BookmarkedKey>('SELECT resource, key FROM recent ORDER BY at DESC').all(),
  recordVisit: db.transaction(({ resource, key }: BookmarkedKey) => {
    db.prepare('INSERT OR REPLACE INTO recent VALUES (?, ?, ?)').run(resource, key, new Date().toISOString());
    db.prepare(
      `DELETE FROM recent WHERE (resource, key) NOT IN
         (SELECT resource, key FROM recent ORDER BY at DESC LIMIT ${MAX_RECENT})`,
    ).run();
  }),
});
export type BookmarkStore = ReturnType<typeof bookmarkStore>;
