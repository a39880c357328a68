import { capitalize } from '#contract/text';
import { resourceNamed, type ResourceName } from '#contract/resources';
import { countOf } from '../../ui/format';
import { fieldName } from '../changes/change-messages';
import { bulkFields } from '../drafts/operations';
import { readOnlyText } from '../form/form-messages';
import { allowedActions } from '../form/write-actions';

export const NOTHING_TO_UNDO = 'Nothing to undo.';
/** The keys of the editor, shown below its field. */
export const EDITOR_KEYS = 'Enter accepts the value, Esc cancels, Tab accepts it and moves to the next cell.';

const unsent = (edits: number): string => countOf(edits, 'unsent edit', 'unsent edits');

/** "Required cash: $5,000.00. 3 unsent edits." */
export const collectedEditText = (label: string, value: string, edits: number): string =>
  `${label}: ${value}. ${unsent(edits)}.`;
export const undoneEditsText = (label: string, edits: number): string =>
  `Edit of “${label}” undone. ${unsent(edits)}.`;
/** Returns what is announced when the user leaves the editor with an invalid value. */
export const notSavedText = (label: string, error: string): string =>
  `The edit of “${label}” was not saved. ${error}`;

/** Returns what is announced when a valid value could not be stored; F2 in its cell shows it again. */
export const notCollectedText = (label: string): string =>
  `The edit of “${label}” was not saved. To see what you typed, go back to its cell and press F2.`;

/** Returns the question before collected edits are discarded. */
export const discardText = (edits: number): string =>
  `${edits === 1 ? 'The edit' : `The ${countOf(edits, 'edit', 'edits')}`} that you made in the list will be lost. Nothing changes in the service.`;

/** Returns why a cell cannot be edited in place; null if it can be. `isRecord` is false for a row of another kind. */
export function whyNotEditable(
  resource: ResourceName,
  field: string,
  {
    key,
    isReadOnly,
    isRecord,
  }: { readonly key: string; readonly isReadOnly: boolean; readonly isRecord: boolean },
): string | null {
  const descriptor = resourceNamed(resource);
  if (!allowedActions(resource).edit || !isRecord)
    return `${capitalize(descriptor.plural)} can’t be edited in the list.`;
  const fieldDescriptor = descriptor.fields[field];
  const label = fieldName(resource, field);
  if (!fieldDescriptor?.editable) return `“${label}” can’t be edited. ${readOnlyText(fieldDescriptor)}`;
  if (!bulkFields(descriptor).some(({ name }) => name === field))
    return `“${label}” is edited in the form: press Enter to open the ${descriptor.singular}, then choose Edit.`;
  if (isReadOnly) return 'This connection is read-only, so cells can’t be edited.';
  if (!/^\d+$/.test(key)) return `This ${descriptor.singular} has no ID, so it can’t be edited.`;
  return null;
}
