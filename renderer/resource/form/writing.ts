import { getContext, setContext } from 'svelte';
import type { Draft } from '../../../preload/contract/edit';
import type { Operation } from '../../../preload/contract/operations';
import { resourceNamed, type ResourceName } from '../../../preload/contract/resources';
import type { FormTarget } from './targets';

/** What every screen below the shell may ask for where records are written. */
export interface Writing {
  /** Opens the form of a record; the keyboard comes back to where it was. */
  open(target: FormTarget): void;
  /** Leads to what its deletion would take with it; nothing is deleted before that was confirmed. */
  remove(resource: ResourceName, key: string): Promise<void>;
  /** Drafts that are not sent yet, latest first. */
  readonly drafts: readonly Draft[];
  /** What the open form is of; null: none is open. */
  readonly target: FormTarget | null;
}

/** The context it is found under. */
export const WRITING = Symbol('writing');

export const provideWriting = (writing: Writing): void => void setContext(WRITING, writing);
/** Null where nothing can be written, as in a screen that stands alone. */
export const writing = (): Writing | null => getContext<Writing | undefined>(WRITING) ?? null;

/** What the descriptor's operations allow with one record. Codes have a window of their own (spec 4.5). */
export function offered(resource: ResourceName): {
  readonly edit: boolean;
  readonly create: boolean;
  readonly remove: boolean;
} {
  const { service } = resourceNamed(resource);
  const has = (operation: Operation) => service.operations.includes(operation);
  const edit = has('put') && has('putMany');
  return { edit, create: edit && has('create'), remove: edit && has('remove') };
}

/** The draft that somebody has of a record's form, where there is one. */
export const draftOf = (drafts: readonly Draft[], resource: ResourceName, key: string): Draft | undefined =>
  drafts.find((draft) => draft.resource === resource && draft.key === key && draft.kind === 'edit');
