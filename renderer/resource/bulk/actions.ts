import { resourceNamed } from '../../../preload/contract/resources';
import type { ListAction, ListView } from '../list/list-view';
import BulkEditDialog from './BulkEditDialog.svelte';
import { bulkFields } from './operations';

/** What can be done with any list whose records the service lets people change, from its descriptor alone. */
const RECORD_ACTIONS: readonly ListAction[] = [
  {
    name: 'edit-many',
    at: 'selected',
    label: ({ list }) => {
      const { operations } = list.descriptor.service;
      const editable = operations.includes('putMany') || operations.includes('put');
      return editable && bulkFields(resourceNamed(list.resource)).length > 0 ? 'Edit…' : null;
    },
    dialog: BulkEditDialog,
  },
];

/** The actions of a list: those of every list of records, and its own; an own one stands for the general one of its name. */
export function actionsOf({ actions = [] }: ListView): ListAction[] {
  const own = new Set(actions.map(({ name }) => name));
  return [...RECORD_ACTIONS.filter(({ name }) => !own.has(name)), ...actions];
}
