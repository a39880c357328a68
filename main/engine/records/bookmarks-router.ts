import { implement } from '@orpc/server';
import { bookmarksContract, type Bookmark } from '#contract/calls/bookmarks';
import { compareTexts } from '#contract/text';
import { declareFailures } from '#common/rpc';
import type { OpenConnections } from '../connection/open-connections';

/** Creates the calls for favorite and recent records, and views, of the open connection. */
export function bookmarksRouter(connections: OpenConnections) {
  const os = implement(bookmarksContract).use(declareFailures);
  const { reader, workspace } = {
    reader: () => connections.current.reader,
    workspace: () => connections.current.workspace,
  };
  const named = (keys: readonly Pick<Bookmark, 'resource' | 'key'>[]): Bookmark[] =>
    keys.flatMap(({ resource, key }) =>
      reader()
        .named(resource, [key])
        .map((record) => ({ resource, ...record })),
    );
  return os.router({
    list: os.list.handler(() => {
      const { bookmarks, views } = workspace();
      return {
        favorites: named(bookmarks.favorites()).sort((a, b) => compareTexts(a.title, b.title)),
        recent: named(bookmarks.recent()),
        views: views.favorites(),
      };
    }),
    recordVisit: os.recordVisit.handler(({ input }) => workspace().bookmarks.recordVisit(input)),
    favorite: os.favorite.handler(({ input }) => workspace().bookmarks.favorite(input, input.favorite)),
  });
}
