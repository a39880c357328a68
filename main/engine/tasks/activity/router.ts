import { implement } from '@orpc/server';
import { activityContract } from '../../../../preload/contract/calls/activity';
import { asFailure } from '../../../common/rpc';
import type { OpenConnections } from '../../connection/open-connections';
import { exportActivity } from './export';

/** Reads, checks and exports the activity log of the open connection. */
export function activityRouter(connections: OpenConnections) {
  const os = implement(activityContract).use(asFailure);
  const activity = () => connections.current.workspace.activity;
  return os.router({
    list: os.list.handler(({ input }) => activity().list(input.filter, input.offset, input.limit)),
    verify: os.verify.handler(() => activity().verify(connections.current.workspace.noted())),
    export: os.export.handler(async ({ input }) => ({
      entries: await exportActivity(
        activity(),
        input.filter,
        connections.grants.path(input.grant, 'activity-export'),
      ),
    })),
  });
}
