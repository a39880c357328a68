import HousePlus from '@lucide/svelte/icons/house-plus';
import { readAssignments } from '#contract/features/billing-groups/assignments';
import { deferred, deferredDialog } from '../../ui/deferred';
import type { FeatureViews } from '../feature';

export const BILLING_GROUPS_VIEWS = {
  tasks: {
    householdGroups: { icon: HousePlus, view: deferred(() => import('./HouseholdGroupsView.svelte')) },
  },
  lists: {
    accounts: {
      actions: [
        {
          name: 'add-to-group',
          placement: 'selected',
          inMenu: 'plain',
          label: () => 'Add to billing group…',
          dialog: deferredDialog(() => import('./AddSelectedDialog.svelte')),
        },
      ],
    },
    billingGroups: {
      actions: [
        {
          name: 'from-households',
          placement: 'list',
          label: () => 'Create groups by household…',
          run: ({ go }) => go({ screen: 'task', task: 'householdGroups' }),
        },
      ],
    },
  },
  // Assignments are edited as a table of accounts; the review of their changes also shows who pays.
  forms: {
    billingGroups: {
      editors: { assignments: deferred(() => import('./AssignmentsEditor.svelte')) },
      review: { assignments: deferred(() => import('./AssignmentsReview.svelte')) },
      // "Clear" below the buttons for the selected accounts would seem to clear the selection. Items without an account
      // can't be removed otherwise.
      hidesClear: (field, json) =>
        field === 'assignments' && readAssignments(json).every(({ account }) => account !== null),
    },
  },
  outcomes: { billingGroups: deferred(() => import('./GroupFollowUps.svelte')) },
} as const satisfies FeatureViews;
