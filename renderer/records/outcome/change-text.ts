import type { DraftField, FieldEdit } from '#contract/edit';
import { isUnconfirmable } from '#contract/exact-json/field-text';
import { resourceNamed, type ResourceName } from '#contract/resources';
import { fieldName, namedValueText } from '../changes/change-messages';
import { shortNamedText } from '../names/names.svelte';
import { idChanges, itemChanges } from './item-changes';

/** Formats a JSON value of a field. */
type ValueText = (resource: ResourceName, field: string, json: string) => string;

/**
 * Formats a value to write; "none" and "empty" are spelled out where a cell would show a dash. `words`
 * formats others.
 */
export function afterText(
  resource: ResourceName,
  field: string,
  json: string,
  words: ValueText = namedValueText,
): string {
  if (json === 'null') return 'none';
  if (json === '""' || json === '[]')
    return json === '""' ? (resourceNamed(resource).fields[field]?.labels?.[''] ?? 'empty') : 'empty';
  return words(resource, field, json);
}

/**
 * Formats a value for a cell or a headline: a name without its ID, which the details and the tooltip show.
 */
const shortValueText: ValueText = (resource, field, json) =>
  namedValueText(resource, field, json, shortNamedText);

/** "$0.00 → $5,000.00"; for a new record only the value. */
export function changeText(
  resource: ResourceName,
  { field, before, after }: Pick<DraftField, 'field' | 'before' | 'after'>,
  isNew = false,
): string {
  const descriptor = resourceNamed(resource).fields[field];
  const items = itemChanges(descriptor, before, after) ?? idChanges(descriptor, before, after);
  if (items !== null) return items;
  if (isNew) return afterText(resource, field, after, shortValueText);
  const { was, is } = shortTexts(resource, { field, before, after });
  return before === after ? `${was} (no change)` : `${was} → ${is}`;
}

/** Returns both values without the IDs of names; two records of the same name keep them. */
function shortTexts(
  resource: ResourceName,
  change: Pick<DraftField, 'field' | 'before' | 'after'>,
): { readonly was: string; readonly is: string } {
  const texts = (words: ValueText) => ({
    was: beforeText(resource, change, words),
    is: afterText(resource, change.field, change.after, words),
  });
  const short = texts(shortValueText);
  return short.was === short.is && change.before !== change.after ? texts(namedValueText) : short;
}

/** Returns a change as two cells. For a list that changes partly, `after` names the changes. */
export function changeCells(
  resource: ResourceName,
  change: Pick<DraftField, 'field' | 'before' | 'after'>,
  isNew = false,
): { readonly before: string | null; readonly after: string } {
  const { field, before, after } = change;
  const descriptor = resourceNamed(resource).fields[field];
  const items = itemChanges(descriptor, before, after);
  if (isNew || items !== null) return { before: null, after: changeText(resource, change, isNew) };
  const { was, is } = shortTexts(resource, change);
  if (before === after) return { before: was, after: NO_CHANGE };
  return { before: was, after: idChanges(descriptor, before, after) ?? is };
}

/** Shown for a value that the service may have but does not show. */
export const NOT_SHOWN = 'Not shown by the service';
/** Shown if an edit leaves the field unchanged. */
export const NO_CHANGE = 'No change';

/** Returns the value to be replaced, or a note that there is none or that it may be hidden. */
export function beforeText(
  resource: ResourceName,
  { field, before, after }: Pick<DraftField, 'field' | 'before' | 'after'>,
  words: ValueText = namedValueText,
): string {
  if (isUnconfirmable(resourceNamed(resource).fields[field] ?? {}, { before, after })) return NOT_SHOWN;
  return before === undefined || before === '[]' ? 'none' : afterText(resource, field, before, words);
}

/** "Required cash: $0.00 → $5,000.00; Household: 7 → none". */
export const changesText = (
  resource: ResourceName,
  fields: readonly Pick<DraftField, 'field' | 'before' | 'after'>[],
  isNew = false,
): string =>
  fields
    .map((field) => `${fieldName(resource, field.field)}: ${changeText(resource, field, isNew)}`)
    .join('; ');

/** Maximum number of characters of a value in a sentence; its tooltip and its rows have the rest. */
const MAX_VALUE_LENGTH = 100;

/** Shortens a text between words, so that no number looks like a shorter one. */
function inSentence(text: string): string {
  if (text.length <= MAX_VALUE_LENGTH) return text;
  const beginning = text.slice(0, MAX_VALUE_LENGTH);
  return `${beginning.includes(' ') ? beginning.replace(/[\s,.;]*\s\S*$/, '') : beginning}…`;
}

/** "Set Required cash to $5,000.00"; `inFull` shortens no value and shows the IDs of names. */
export function editText(resource: ResourceName, edit: FieldEdit, inFull = false): string {
  const name = fieldName(resource, edit.field);
  const fitted = inFull ? (text: string) => text : inSentence;
  const words: ValueText = inFull ? namedValueText : shortValueText;
  const all = (of: readonly string[]) => of.map((item) => words(resource, edit.field, item)).join(', ');
  const value = (json: string) => fitted(afterText(resource, edit.field, json, words));
  if (edit.op === 'set') return `Set ${name} to ${value(edit.json)}`;
  if (edit.op === 'append') return `Append ${value(edit.json)} to ${name}`;
  if (edit.op === 'add') return `Add ${fitted(all(edit.items))} to ${name}`;
  // Removed values are never shortened.
  if (edit.op === 'remove') return `Remove ${all(edit.items)} from ${name}`;
  return `Replace ${all([edit.from])} with ${fitted(all([edit.to]))} in ${name}`;
}
