import { getContext, setContext } from 'svelte';
import type { Draft } from '#contract/edit';
import type { Operation } from '#contract/operations';
import { resourceNamed, type ResourceName } from '#contract/resources';
import type { FormTarget } from './targets';

/** Write actions available to every screen below the shell. */
export interface WriteActions {
  /** Opens the form of a record; the focus returns afterwards. */
  open(target: FormTarget): void;
  /** Shows what a deletion would affect; nothing is deleted before confirmation. */
  remove(resource: ResourceName, key: string): Promise<void>;
  /** Unsent drafts, latest first. */
  readonly drafts: readonly Draft[];
  /** Target of the open form; null if none is open. */
  readonly target: FormTarget | null;
}

/** Context key of the write actions. */
export const WRITE_ACTIONS_KEY = Symbol('writing');

export const provideWriteActions = (actions: WriteActions): void =>
  void setContext(WRITE_ACTIONS_KEY, actions);
/** Returns the write actions; null for a screen without the shell. */
export const getWriteActions = (): WriteActions | null =>
  getContext<WriteActions | undefined>(WRITE_ACTIONS_KEY) ?? null;

/** Returns what the descriptor allows with one record. Advisor codes have their own screen (spec 4.5). */
export function allowedActions(resource: ResourceName): {
  readonly edit: boolean;
  readonly create: boolean;
  readonly remove: boolean;
} {
  const { service } = resourceNamed(resource);
  const supports = (operation: Operation) => service.operations.includes(operation);
  const edit = supports('put') && supports('putMany');
  return { edit, create: edit && supports('create'), remove: edit && supports('remove') };
}

/** Returns the draft with the edits of one record, if any; not the one that collects cells of a list. */
export const draftOf = (drafts: readonly Draft[], resource: ResourceName, key: string): Draft | undefined =>
  drafts.find(
    (draft) =>
      draft.resource === resource && draft.key === key && draft.kind === 'edit' && draft.origin !== 'cells',
  );

/** Returns true for a draft that the form can show: of one record to edit or create. */
export const opensInForm = ({ kind, origin, total }: Pick<Draft, 'kind' | 'origin' | 'total'>): boolean =>
  origin === 'form' && kind !== 'remove' && total === 1;

/** Returns the draft that collects edited cells of a list, if any. */
export const draftOfCells = (drafts: readonly Draft[], resource: ResourceName): Draft | null =>
  drafts.find((draft) => draft.resource === resource && draft.origin === 'cells') ?? null;
