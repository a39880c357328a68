import Pencil from '@lucide/svelte/icons/pencil';
import Plus from '@lucide/svelte/icons/plus';
import { resourceNamed, type ResourceName } from '#contract/resources';
import { showFailure } from '../../ui/toast';
import { actionsOf } from '../drafts/actions';
import { allowedActions, type WriteActions } from '../form/write-actions';
import type { ListAction, ListContext, ListView } from './list-view';

/** The actions of a list and its selection, and the open dialog. */
export class ListActions {
  /** The action whose dialog is open. */
  actionInDialog = $state.raw<ListAction | null>(null);
  readonly #all: readonly ListAction[];
  readonly #context: () => ListContext;

  constructor(
    resource: ResourceName,
    view: ListView,
    writes: WriteActions | null,
    context: () => ListContext,
  ) {
    this.#context = context;
    this.#all = [
      ...(writes ? editActions(resource, writes) : []),
      ...actionsOf(view),
      ...(writes ? createActions(resource, writes) : []),
    ];
  }

  placedAt(placement: ListAction['placement']): ListAction[] {
    return this.#all.filter((action) => action.placement === placement);
  }

  act(action: ListAction): void {
    if (action.dialog) this.actionInDialog = action;
    else Promise.resolve(action.run?.(this.#context())).catch(showFailure);
  }
}

/** Returns the action that edits the record of a row, for the row menu; several are edited by the selection's action. */
const editActions = (resource: ResourceName, writes: WriteActions): ListAction[] =>
  allowedActions(resource).edit
    ? [
        {
          name: 'edit',
          placement: 'row',
          label: ({ list }) => (list.grid.selectedCount > 1 ? null : 'Edit…'),
          icon: Pencil,
          run: ({ list }) => {
            const key = list.grid.active?.key;
            if (key !== undefined) writes.open({ kind: 'edit', resource, key });
          },
        },
      ]
    : [];

/** Returns the create action, which every list with creatable records has. */
const createActions = (resource: ResourceName, writes: WriteActions): ListAction[] =>
  allowedActions(resource).create
    ? [
        {
          name: 'create',
          placement: 'list',
          label: () => `New ${resourceNamed(resource).singular}…`,
          icon: Plus,
          run: () => writes.open({ kind: 'create', resource, like: null }),
        },
      ]
    : [];
