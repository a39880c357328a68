import { implement } from '@orpc/server';
import { standingExportsContract } from '#contract/features/standing-exports/calls';
import { declareFailures } from '#common/rpc';
import { afterEachRefresh } from '../../connection/after-each-refresh';
import type { OpenConnections } from '../../connection/open-connections';
import { perConnection } from '../../connection/per-connection';
import { namesOf } from '../../records/names/router';
import { StandingExports } from './standing-exports';

/** The standing exports of an open connection. */
export const standingExportsOf = perConnection((opened) => {
  const exports = new StandingExports({
    reader: opened.reader,
    workspace: opened.workspace,
    closed: opened.closed,
    names: namesOf(opened),
    now: () => new Date(),
    isForbidden: () => opened.forbids('ExportFiles'),
  });
  opened.pendingWork.add('exports', exports);
  // If a result can't be stored, such as on a full disk, the next refresh tries again.
  void afterEachRefresh(opened, () => exports.runAfterRefresh());
  return exports;
});

/** Creates the calls for exports to a folder, on demand or after each refresh. */
export function standingExportsRouter(connections: OpenConnections) {
  const os = implement(standingExportsContract).use(declareFailures);
  const exports = () => standingExportsOf(connections.current);
  connections.onOpen(standingExportsOf);
  return os.router({
    follow: os.follow.handler(({ signal }) => exports().follow(connections.current.untilClosed(signal))),
    add: os.add.handler(({ input: { grant, ...newExport } }) => {
      const folder = connections.grants.path(grant, 'standing-export-folder');
      return exports().add({ ...newExport, folder });
    }),
    setFolder: os.setFolder.handler(({ input }) =>
      exports().setFolder(input.id, connections.grants.path(input.grant, 'standing-export-folder')),
    ),
    setAfterRefresh: os.setAfterRefresh.handler(({ input }) =>
      exports().setAfterRefresh(input.id, input.isOn),
    ),
    remove: os.remove.handler(({ input }) => exports().remove(input.id)),
    run: os.run.handler(({ input }) => exports().run(input.id, input.table)),
    recordFailure: os.recordFailure.handler(({ input }) => exports().recordFailure(input)),
    show: os.show.handler(async ({ input }) =>
      connections.requests.emit({ kind: 'show-file', path: await exports().file(input.id) }),
    ),
  });
}
