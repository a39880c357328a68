import type { Draft, DraftRow, UnconfirmedValue } from '#contract/edit';
import { isEmptyText } from '#contract/exact-json/field-text';
import type { ResourceName } from '#contract/resources';
import { fieldName, changedValueText } from '../changes/change-messages';
import { draftOf } from '../form/write-actions';
import { countOf, midSentence } from '../../ui/format';
import type { SentCells } from './source';

/** Returns notes on rows by key: "draft, not sent; 2 unsent edits; nickname not confirmed". */
export function rowNotes(
  resource: ResourceName,
  drafts: readonly Draft[],
  unconfirmed: readonly UnconfirmedValue[],
  editedRows: readonly Pick<DraftRow, 'key' | 'fields'>[] = [],
): ReadonlyMap<string, string> {
  const notes = new Map<string, string>();
  const addNote = (key: string, text: string) => {
    const earlierNotes = notes.get(key);
    notes.set(key, earlierNotes === undefined ? text : `${earlierNotes}; ${text}`);
  };
  for (const { key } of drafts)
    if (key !== null && draftOf(drafts, resource, key)) addNote(key, 'draft, not sent');
  for (const { key, fields } of editedRows)
    if (key !== null) addNote(key, countOf(fields.length, 'unsent edit', 'unsent edits'));
  for (const { key, field } of unconfirmed)
    addNote(key, `${midSentence(fieldName(resource, field))} not confirmed`);
  return notes;
}

/** Returns unconfirmed sent values as cells, so that a response without them does not blank them. */
export function sentCells(resource: ResourceName, unconfirmed: readonly UnconfirmedValue[]): SentCells {
  const cells = new Map<string, Map<string, string>>();
  for (const { key, field, json } of unconfirmed) {
    const fields = cells.get(key) ?? new Map<string, string>();
    cells.set(
      key,
      fields.set(
        field,
        `${isEmptyText(json) ? 'Cleared' : changedValueText(resource, field, json)} (not confirmed)`,
      ),
    );
  }
  return cells;
}
