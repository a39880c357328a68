import { implement } from '@orpc/server';
import { activityContract } from '../../../../preload/contract/calls/activity';
import { asFailure } from '../../../common/rpc';
import type { Desks } from '../../connection/open-connections';
import { exportActivity } from './export';

/** Reads, checks and exports the activity log of the open desk. */
export function activityRouter(desks: Desks) {
  const os = implement(activityContract).use(asFailure);
  const activity = () => desks.current.workspace.activity;
  return os.router({
    list: os.list.handler(({ input }) => activity().list(input.filter, input.offset, input.limit)),
    verify: os.verify.handler(() => activity().verify()),
    export: os.export.handler(async ({ input }) => ({
      entries: await exportActivity(activity(), input.filter, desks.grants.path(input.grant, 'save')),
    })),
  });
}
