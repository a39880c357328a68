import { implement } from '@orpc/server';
import { changesContract, changesSinceVisit } from '#contract/features/changes/calls';
import { declareFailures } from '#common/rpc';
import type { OpenConnections } from '../../connection/open-connections';
import { exportChanges } from './export';

/** Reads and exports the changes that refreshes of the open connection found. */
export function changesRouter(connections: OpenConnections) {
  const os = implement(changesContract).use(declareFailures);
  const history = () => connections.current.history;
  const loadedHistory = async () => {
    const opened = history();
    await opened.loadAll();
    return opened;
  };
  return os.router({
    runs: os.runs.handler(({ input }) => history().runs(input)),
    latest: os.latest.handler(() => history().latest()),
    sinceVisit: os.sinceVisit.handler(async () => {
      const since = connections.current.workspace.visits.recordVisit(new Date());
      if (since === null) return { since, lists: [] };
      const lists = (await loadedHistory()).since(since);
      return changesSinceVisit.parse({ since, lists });
    }),
    list: os.list.handler(async ({ input }) => (await loadedHistory()).list(input)),
    facets: os.facets.handler(async ({ input }) => (await loadedHistory()).facets(input)),
    export: os.export.handler(async ({ input }) => ({
      changes: await exportChanges(
        connections.current,
        input.filter,
        connections.grants.path(input.grant, 'changes-export'),
      ),
    })),
    size: os.size.handler(() => history().size()),
  });
}
