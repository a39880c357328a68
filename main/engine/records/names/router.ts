import { implement } from '@orpc/server';
import { namesContract } from '#contract/calls/names';
import { declareFailures } from '#common/rpc';
import type { OpenConnection } from '../../connection/open-connection';
import type { OpenConnections } from '../../connection/open-connections';
import { perConnection } from '../../connection/per-connection';
import { systemClock } from '../../service/clock';
import { createNames } from './names';

/** Names of an open connection, shared by lists, pickers and exports. */
export const namesOf = perConnection(({ reader, service }: OpenConnection) =>
  createNames({ reader, service, clock: systemClock }),
);

/** Names for IDs of the open connection. */
export function namesRouter(connections: OpenConnections) {
  const os = implement(namesContract).use(declareFailures);
  const names = () => namesOf(connections.current);
  return os.router({
    byId: os.byId.handler(({ input }) => names().byId(input.list, input.ids)),
    find: os.find.handler(({ input }) => names().find(input.list, input.text, input.limit)),
  });
}
