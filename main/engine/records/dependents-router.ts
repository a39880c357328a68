import { implement } from '@orpc/server';
import { dependentsContract } from '#contract/calls/dependents';
import { declareFailures } from '../../common/rpc';
import type { OpenConnections } from '../connection/open-connections';
import { writesOf } from './writes';

/** Dependents of the open connection's records. */
export function dependentsRouter(connections: OpenConnections) {
  const os = implement(dependentsContract).use(declareFailures);
  const writes = () => writesOf(connections.current);
  return os.router({
    of: os.of.handler(({ input }) => writes().dependents(input)),
    ofDraft: os.ofDraft.handler(({ input }) => writes().dependentsOfDraft(input.draft)),
    ofDeleted: os.ofDeleted.handler(({ input }) => writes().dependentsOfDeleted(input.job)),
    replaced: os.replaced.handler(({ input }) => writes().replaced(input.job)),
  });
}
