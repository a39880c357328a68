import type { ListAction } from '../../records/list/list-view';
import PutDialog from './PutDialog.svelte';

/** Actions of the list of accounts for billing groups. */
export const ACCOUNT_ACTIONS: readonly ListAction[] = [
  {
    name: 'put-into-group',
    at: 'selected',
    rare: 'plain',
    label: () => 'Put into a billing group…',
    dialog: PutDialog,
  },
];

/** Actions of the list of billing groups, in addition to those of every list. */
export const GROUP_ACTIONS: readonly ListAction[] = [
  {
    name: 'from-households',
    at: 'list',
    label: () => 'From households…',
    run: ({ go }) => go({ place: 'task', task: 'householdGroups' }),
  },
];
