import type { ListAction } from '../../resource/list/list-view';
import PutDialog from './PutDialog.svelte';

/** What the list of accounts can do about billing groups. */
export const ACCOUNT_ACTIONS: readonly ListAction[] = [
  {
    name: 'put-into-group',
    at: 'selected',
    rare: 'plain',
    label: () => 'Put into a billing group…',
    dialog: PutDialog,
  },
];

/** What the list of billing groups can do beside what every list can. */
export const GROUP_ACTIONS: readonly ListAction[] = [
  {
    name: 'from-households',
    at: 'list',
    label: () => 'From households…',
    run: ({ go }) => go({ place: 'task', task: 'householdGroups' }),
  },
];
