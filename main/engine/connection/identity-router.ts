import { implement } from '@orpc/server';
import { identityContract } from '#contract/calls/identity';
import { declareFailures } from '#common/rpc';
import type { OpenConnections } from './open-connections';

/** Creates the call that returns who the open connection acts as. */
export function identityRouter(connections: OpenConnections) {
  const os = implement(identityContract).use(declareFailures);
  return os.router({ get: os.get.handler(() => connections.current.service.identity()) });
}
