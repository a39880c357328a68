import { implement } from '@orpc/server';
import path from 'node:path';
import { activityContract } from '#contract/features/activity/calls';
import { declareFailures } from '#common/rpc';
import type { OpenConnections } from '../../connection/open-connections';
import type { RouterDeps } from '../feature';
import { exportActivity } from './export';

/** Reads, verifies and exports the activity log of the open connection. */
export function activityRouter(connections: OpenConnections, { verify }: Pick<RouterDeps, 'verify'>) {
  const os = implement(activityContract).use(declareFailures);
  const activity = () => connections.current.workspace.activity;
  return os.router({
    list: os.list.handler(({ input }) => activity().list(input.filter, input.offset, input.limit)),
    verify: os.verify.handler(async () => {
      const { request, workspace } = connections.current;
      const file = path.join(request.folder, 'workspace.db');
      const entries = activity().list({}, 0, 1).total;
      return { entries, ...(await verify(file, request.databaseKey, workspace.latestNote())) };
    }),
    export: os.export.handler(async ({ input }) => ({
      entries: await exportActivity(
        activity(),
        input.filter,
        connections.grants.path(input.grant, 'activity-export'),
      ),
    })),
  });
}
