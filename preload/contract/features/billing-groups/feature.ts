import { z } from 'zod';
import { pagesOf, type FeatureManifest } from '../../feature';

export const BILLING_GROUPS_FEATURE = {
  task: {
    name: 'householdGroups',
    title: 'Create groups by household',
    keywords: 'billing group plan recreate create-from-households',
    /** The page of the service's older call; the task's first page has the plan. */
    page: pagesOf(z.object({ kind: z.literal('older') })),
  },
  activity: {
    'groups-copy': 'Billing groups saved before they were recreated',
    'groups-recreate': 'Billing groups recreated from households',
    'assignment-remove': 'Accounts removed from billing groups',
  },
  grants: { 'billing-groups-file': { dialog: 'save', process: 'engine' } },
} as const satisfies FeatureManifest;
