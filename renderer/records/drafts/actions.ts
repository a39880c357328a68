import FileInput from '@lucide/svelte/icons/file-input';
import ListPlus from '@lucide/svelte/icons/list-plus';
import type { ImportKind } from '#contract/calls/imports';
import { MAX_DRAFT_RECORDS } from '#contract/edit';
import type { Operation } from '#contract/operations';
import { resourceNamed } from '#contract/resources';
import { deferredDialog } from '../../ui/deferred';
import { showFailure, showToast } from '../../ui/toast';
import { missingOperationsOf } from '../form/missing-operations.svelte';
import type { ListAction, ListContext, ListView, ViewedList } from '../list/list-view';
import { recordCountText, tooManySelectedText } from './bulk-messages';
import { openDeletionDraft } from '../outcome/deletion-draft';
import { importRoute } from '../outcome/edit-routes';
import { rememberSelection } from './import-form.svelte';
import { bulkFields } from './operations';

const offers = ({ list }: ListContext, operation: Operation): boolean =>
  resourceNamed(list.resource).service.operations.includes(operation);
/** Some deletions are known only from the wire facts, and a service may lack them. */
const canRemove = ({ engine, list }: ListContext): boolean =>
  missingOperationsOf({ engine }).canRemove(list.resource);
const isEditable = (context: ListContext): boolean =>
  (offers(context, 'putMany') || offers(context, 'put')) &&
  bulkFields(resourceNamed(context.list.resource)).length > 0;

/** Opens an import; a template of the current selection can be saved there. */
function beginImport({ list, go }: ListContext, kind: ImportKind): void {
  const count = list.grid.selectedCount;
  rememberSelection(
    count === 0 ? null : { query: list.query.query, selection: list.grid.selection.value, count },
  );
  go(importRoute(list.resource, kind));
}

/** Lists whose deletion is being drafted. */
const draftingLists = new WeakSet<ViewedList>();

/**
 * Drafts a deletion and opens its page, which shows dependent records; nothing is deleted before the user sends it.
 * Does nothing while a deletion of the list is being drafted.
 */
async function draftDeletion({ engine, list, go }: ListContext): Promise<void> {
  const { grid, resource } = list;
  const { selectedCount } = grid;
  if (selectedCount > MAX_DRAFT_RECORDS) {
    const text = tooManySelectedText(resource, selectedCount, 'deleted');
    showToast('Too many records are selected', { text, tone: 'bad' });
    return;
  }
  if (draftingLists.has(list)) return;
  draftingLists.add(list);
  const progressText = `Preparing to delete ${recordCountText(resource, selectedCount)}…`;
  grid.statusText = progressText;
  try {
    const selection = grid.selection.value;
    const draft = await engine.edits.remove({ query: list.query.query, selection });
    openDeletionDraft(draft, go, list.isClosed);
  } catch (error) {
    showFailure(error);
  } finally {
    draftingLists.delete(list);
    if (grid.statusText === progressText) grid.statusText = '';
  }
}

/** Actions of every list with writable records, from its descriptor and the operations that the service has. */
const RECORD_ACTIONS: readonly ListAction[] = [
  {
    name: 'import',
    placement: 'list',
    icon: FileInput,
    label: (context) => (isEditable(context) && !offers(context, 'createMany') ? 'Import…' : null),
    run: (context) => beginImport(context, 'edit'),
  },
  {
    name: 'bulk-add',
    placement: 'list',
    icon: ListPlus,
    label: (context) => (offers(context, 'createMany') ? 'Bulk add…' : null),
    run: (context) => beginImport(context, 'create'),
    // An editable list with bulk add has no Import action; the menu offers both.
    menuItems: (context) =>
      isEditable(context)
        ? [
            {
              label: `Add ${context.list.descriptor.plural}…`,
              onSelect: () => beginImport(context, 'create'),
            },
            {
              label: `Change ${context.list.descriptor.plural}…`,
              onSelect: () => beginImport(context, 'edit'),
            },
          ]
        : null,
  },
  {
    name: 'edit-many',
    placement: 'selected',
    label: (context) => (isEditable(context) ? 'Edit…' : null),
    dialog: deferredDialog(() => import('./BulkEditDialog.svelte')),
  },
  {
    name: 'delete',
    placement: 'selected',
    inMenu: 'danger',
    label: (context) => (canRemove(context) ? 'Delete…' : null),
    run: draftDeletion,
  },
];

/**
 * Returns the actions of a list: the general ones and its own, which replace general ones of the same name.
 */
export function actionsOf({ actions = [] }: ListView): ListAction[] {
  const ownNames = new Set(actions.map(({ name }) => name));
  return [...RECORD_ACTIONS.filter(({ name }) => !ownNames.has(name)), ...actions];
}
