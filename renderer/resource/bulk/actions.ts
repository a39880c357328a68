import { resourceNamed } from '../../../preload/contract/resources';
import type { ListAction } from '../list/list-view';
import BulkEditDialog from './BulkEditDialog.svelte';
import { bulkFields } from './operations';

/** What can be done with any list whose records the service lets people change, from its descriptor alone. */
export const RECORD_ACTIONS: readonly ListAction[] = [
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
