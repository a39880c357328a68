import { z } from 'zod';
import { pagesOf, type FeatureManifest } from '../../feature';

export const BILLING_GROUPS_FEATURE = {
  task: {
    name: 'householdGroups',
    title: 'Create groups by household',
    keywords: 'billing group plan recreate create-from-households',
    /**
     * The page for the service's older call, which recreates all billing groups from households (spec 4.6). The task's
     * first page has the plan.
     */
    page: pagesOf(() => z.object({ kind: z.literal('older') })),
  },
  activity: {
    'groups-copy': 'Billing groups saved before they were recreated',
    'groups-recreate': 'Billing groups recreated from households',
    'assignment-remove': 'Accounts removed from billing groups',
  },
  grants: { 'billing-groups-file': { dialog: 'save', process: 'engine' } },
  jobs: {
    recreate: {
      labels: { verb: 'Recreate', doing: 'Recreating', done: 'Recreated', notDone: 'Not recreated' },
      reversed: 'recreation of',
      shows: 'replaced',
      retry: 'send',
      preview: 'remove',
      outcomeRoute: { screen: 'task', task: 'householdGroups', page: { kind: 'older' } },
    },
    unassign: {
      labels: {
        verb: 'Remove accounts from',
        doing: 'Removing accounts from',
        done: 'Removed',
        notDone: 'Still assigned',
      },
      reversed: 'removal of accounts from',
      rows: { singular: 'assignment', plural: 'assignments' },
      shows: 'absent',
      retry: 'send',
      preview: 'remove',
      outcomeRoute: { screen: 'resource', resource: 'billingGroups' },
    },
  },
} as const satisfies FeatureManifest;
