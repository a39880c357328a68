import FileInput from '@lucide/svelte/icons/file-input';
import ListPlus from '@lucide/svelte/icons/list-plus';
import type { ImportKind } from '../../../preload/contract/calls/imports';
import type { Operation } from '../../../preload/contract/operations';
import { resourceNamed } from '../../../preload/contract/resources';
import { showFailure } from '../../kit/toast';
import { missingOf } from '../form/missing.svelte';
import type { ListAction, ListMeans, ListView } from '../list/list-view';
import BulkEditDialog from './BulkEditDialog.svelte';
import { draftRoute, importRoute } from '../outcome/edit-parts';
import { keepSelected } from './import-form.svelte';
import { bulkFields } from './operations';

const offers = ({ list }: ListMeans, operation: Operation): boolean =>
  resourceNamed(list.resource).service.operations.includes(operation);
/** A service may lack what the wire facts alone know. */
const removes = ({ engine, list }: ListMeans): boolean => missingOf(engine).removes(list.resource);
const isEditable = (means: ListMeans): boolean =>
  (offers(means, 'putMany') || offers(means, 'put')) &&
  bulkFields(resourceNamed(means.list.resource)).length > 0;

/** A spreadsheet or paste; of what is selected now, a template can be saved. */
function beginImport({ list, go }: ListMeans, into: ImportKind): void {
  const count = list.grid.selected;
  keepSelected(count === 0 ? null : { query: list.query.query, selection: list.grid.selection.value, count });
  go(importRoute(list.resource, into));
}

/** A draft of what would be deleted, with what hangs on it; nothing is before its number was typed. */
async function draftDeletion({ engine, list, go }: ListMeans): Promise<void> {
  try {
    const selection = list.grid.selection.value;
    go(draftRoute((await engine.edits.remove({ query: list.query.query, selection })).id));
  } catch (error) {
    showFailure(error);
  }
}

/** What can be done with any list whose records the service lets people change, from its descriptor alone. */
const RECORD_ACTIONS: readonly ListAction[] = [
  {
    name: 'import',
    at: 'list',
    icon: FileInput,
    label: (means) => (isEditable(means) && !offers(means, 'createMany') ? 'Import…' : null),
    run: (means) => beginImport(means, 'edit'),
  },
  {
    name: 'bulk-add',
    at: 'list',
    icon: ListPlus,
    label: (means) => (offers(means, 'createMany') ? 'Bulk add…' : null),
    run: (means) => beginImport(means, 'create'),
    // A list that can be added to can be imported into as well.
    ways: (means) =>
      isEditable(means)
        ? [
            {
              label: `Add ${means.list.descriptor.many}…`,
              onSelect: () => beginImport(means, 'create'),
            },
            {
              label: `Change ${means.list.descriptor.many}…`,
              onSelect: () => beginImport(means, 'edit'),
            },
          ]
        : null,
  },
  {
    name: 'edit-many',
    at: 'selected',
    label: (means) => (isEditable(means) ? 'Edit…' : null),
    dialog: BulkEditDialog,
  },
  {
    name: 'delete',
    at: 'selected',
    rare: 'danger',
    label: (means) => (removes(means) ? 'Delete…' : null),
    run: draftDeletion,
  },
];

/** The actions of a list: those of every list of records, and its own; an own one stands for the general one of its name. */
export function actionsOf({ actions = [] }: ListView): ListAction[] {
  const own = new Set(actions.map(({ name }) => name));
  return [...RECORD_ACTIONS.filter(({ name }) => !own.has(name)), ...actions];
}
