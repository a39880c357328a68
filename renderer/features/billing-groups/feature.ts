import HousePlus from '@lucide/svelte/icons/house-plus';
import type { FeatureViews } from '../feature';
import GroupFollowUps from './GroupFollowUps.svelte';
import AssignmentsEditor from './AssignmentsEditor.svelte';
import AssignmentsReview from './AssignmentsReview.svelte';
import HouseholdGroupsView from './HouseholdGroupsView.svelte';
import AddSelectedDialog from './AddSelectedDialog.svelte';

export const BILLING_GROUPS_VIEWS = {
  tasks: { householdGroups: { icon: HousePlus, view: HouseholdGroupsView } },
  lists: {
    accounts: {
      actions: [
        {
          name: 'add-to-group',
          placement: 'selected',
          inMenu: 'plain',
          label: () => 'Add to billing group…',
          dialog: AddSelectedDialog,
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
      editors: { assignments: AssignmentsEditor },
      review: { assignments: AssignmentsReview },
    },
  },
  outcomes: { billingGroups: GroupFollowUps },
} as const satisfies FeatureViews;
