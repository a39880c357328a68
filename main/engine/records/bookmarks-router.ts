import { implement } from '@orpc/server';
import { bookmarksContract, type Bookmark } from '#contract/calls/bookmarks';
import { compareTexts } from '#contract/text';
import { declareFailures } from '#common/rpc';
import type { OpenConnections } from '../connection/open-connections';

/** Creates the calls for favorite and recent records, and views, of the open connection. */
export function bookmarksRouter(connections: OpenConnections) {
  const os = implement(bookmarksContract).use(declareFailures);
  const reader = () => connections.current.reader;
  const workspace = () => connections.current.workspace;
  const bookmarksOf = (keys: readonly Pick<Bookmark, 'resource' | 'key'>[]): Bookmark[] =>
    keys.flatMap(({ resource, key }) =>
      reader()
        .named(resource, [key])
        .map((record) => ({ resource, ...record })),
    );
  return os.router({
    list: os.list.handler(() => {
      const { bookmarks, views } = workspace();
      return {
        favorites: bookmarksOf(bookmarks.favorites()).sort((a, b) => compareTexts(a.title, b.title)),
        recent: bookmarksOf(bookmarks.recent()),
        views: views.favorites(),
      };
    }),
    recordVisit: os.recordVisit.handler(({ input }) => workspace().bookmarks.recordVisit(input)),
    setFavorite: os.setFavorite.handler(({ input }) =>
      workspace().bookmarks.setFavorite(input, input.isFavorite),
    ),
  });
}
