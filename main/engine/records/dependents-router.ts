import { implement } from '@orpc/server';
import { dependentsContract } from '#contract/calls/dependents';
import { declareFailures } from '#common/rpc';
import type { OpenConnections } from '../connection/open-connections';
import { draftsOf } from './draft-service';

/** Dependents of the open connection's records. */
export function dependentsRouter(connections: OpenConnections) {
  const os = implement(dependentsContract).use(declareFailures);
  const drafts = () => draftsOf(connections.current);
  return os.router({
    find: os.find.handler(({ input }) => drafts().dependents(input)),
    ofDraft: os.ofDraft.handler(({ input }) => drafts().dependentsOfDraft(input.draft)),
    ofDeleted: os.ofDeleted.handler(({ input }) => drafts().dependentsOfDeleted(input.job)),
    replaced: os.replaced.handler(({ input }) => drafts().replaced(input.job)),
  });
}
