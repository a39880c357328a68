import { implement } from '@orpc/server';
import { exportsContract } from '#contract/calls/exports';
import { declareFailures } from '#common/rpc';
import type { OpenConnections } from '../../connection/open-connections';
import { perConnection } from '../../connection/per-connection';
import { namesOf } from '../names/router';
import { Exports } from './exports';

/** Exports of the open connection's lists. */
export function exportsRouter(connections: OpenConnections) {
  const os = implement(exportsContract).use(declareFailures);
  const ofConnection = perConnection((opened) => {
    const exports = new Exports({
      reader: opened.reader,
      workspace: opened.workspace,
      closed: opened.closed,
      names: namesOf(opened),
    });
    opened.pendingWork.add('exports', exports);
    return exports;
  });
  const exports = () => ofConnection(connections.current);
  return os.router({
    start: os.start.handler(({ input: { grant, ...input } }) =>
      exports().start({ ...input, file: connections.grants.path(grant, 'records-export') }),
    ),
    follow: os.follow.handler(({ input, signal }) => exports().follow(input.id, signal)),
    cancel: os.cancel.handler(({ input }) => exports().cancel(input.id)),
    show: os.show.handler(({ input }) =>
      connections.requests.emit({ kind: 'show-file', path: exports().file(input.id) }),
    ),
  });
}
