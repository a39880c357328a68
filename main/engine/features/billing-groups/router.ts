import { implement } from '@orpc/server';
import { billingGroupsContract } from '#contract/features/billing-groups/calls';
import { declareFailures } from '#common/rpc';
import type { OpenConnections } from '../../connection/open-connections';
import { perConnection } from '../../connection/per-connection';
import { draftsOf } from '../../records/draft-service';
import { BillingGroups } from './billing-groups';

/** Creates the calls for billing groups of the open connection (spec 2.6, 4.6). */
export function billingGroupsRouter(connections: OpenConnections) {
  const os = implement(billingGroupsContract).use(declareFailures);
  const ofConnection = perConnection(
    (opened) =>
      new BillingGroups({
        reader: opened.reader,
        service: opened.service,
        jobs: opened.jobs,
        drafts: draftsOf(opened),
        activity: opened.workspace.activity,
        connection: opened.connection.name,
        chosenPath: (grant) => connections.grants.path(grant, 'billing-groups-file'),
        now: () => new Date(),
        closed: opened.closed,
        lists: {
          put: (raws) => opened.putRecords('billingGroups', raws),
          remove: (keys) => opened.removeRecords('billingGroups', keys),
        },
      }),
  );
  connections.onOpen(ofConnection); // registers the kinds of jobs, so that interrupted ones are verified
  const groups = () => ofConnection(connections.current);
  return os.router({
    accounts: os.accounts.handler(({ input }) => groups().accounts(input.ids)),
    lookUp: os.lookUp.handler(({ input }) => groups().lookUp(input.text)),
    planAddToGroup: os.planAddToGroup.handler(({ input }) => groups().planAddToGroup(input)),
    draftAddToGroup: os.draftAddToGroup.handler(({ input }) => groups().draftAddToGroup(input)),
    planHouseholds: os.planHouseholds.handler(() => groups().planHouseholds()),
    draftHouseholds: os.draftHouseholds.handler(({ input }) => groups().draftHouseholds(input.chosen)),
    recreation: os.recreation.handler(() => groups().recreation()),
    saveCopy: os.saveCopy.handler(({ input }) => groups().saveCopy(input.grant)),
    recreate: os.recreate.handler(({ input }) => groups().recreate(input.typed, input.copy)),
    followUps: os.followUps.handler(({ input }) => groups().followUps(input.job)),
    draftRemovalFromOthers: os.draftRemovalFromOthers.handler(({ input }) =>
      groups().draftRemovalFromOthers(input.job),
    ),
    planRemoval: os.planRemoval.handler(({ input }) => groups().planRemoval(input.job)),
  });
}
