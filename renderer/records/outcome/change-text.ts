import type { DraftField, FieldEdit } from '#contract/edit';
import { isUnconfirmable } from '#contract/exact-json/field-text';
import { readExact } from '#contract/exact-json/read';
import { resourceNamed, type ResourceName } from '#contract/resources';
import { fieldName, namedValueText } from '../changes/change-messages';
import { shortNamedText } from '../names/names.svelte';
import { nestedObjectsText } from '../record/nested-tables';
import { idChanges, itemChanges } from './item-changes';

/** Formats a JSON value of a field. */
type ValueText = (resource: ResourceName, field: string, json: string) => string;

/**
 * Formats a value to write; "none" and "empty" are spelled out where a cell would show a dash. `formatText`
 * formats others.
 */
export function afterText(
  resource: ResourceName,
  field: string,
  json: string,
  formatText: ValueText = namedValueText,
): string {
  if (json === 'null') return 'none';
  if (json === '""' || json === '[]')
    return json === '""' ? (resourceNamed(resource).fields[field]?.labels?.[''] ?? 'empty') : 'empty';
  return formatText(resource, field, json);
}

/**
 * Formats a value for a cell or a headline: a name without its ID, which the details and the tooltip show. Nested objects
 * are text, not JSON.
 */
const shortValueText: ValueText = (resource, name, json) => {
  const field = resourceNamed(resource).fields[name];
  const nested = field?.kind === 'objects' ? nestedObjectsText(readExact(json), field.items) : null;
  return nested ?? namedValueText(resource, name, json, shortNamedText);
};

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
  const { oldText, newText } = shortTexts(resource, { field, before, after });
  return before === after ? `${oldText} (no change)` : `${oldText} → ${newText}`;
}

/** Returns both values without the IDs of names; two records of the same name keep them. */
function shortTexts(
  resource: ResourceName,
  change: Pick<DraftField, 'field' | 'before' | 'after'>,
): { readonly oldText: string; readonly newText: string } {
  const texts = (formatText: ValueText) => ({
    oldText: beforeText(resource, change, formatText),
    newText: afterText(resource, change.field, change.after, formatText),
  });
  const short = texts(shortValueText);
  return short.oldText === short.newText && change.before !== change.after ? texts(namedValueText) : short;
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
  const { oldText, newText } = shortTexts(resource, change);
  if (before === after) return { before: oldText, after: NO_CHANGE };
  return { before: oldText, after: idChanges(descriptor, before, after) ?? newText };
}

/** Shown for a value that the service may have but does not show. */
export const NOT_SHOWN = 'Not shown by the service';
/** Shown if an edit leaves the field unchanged. */
export const NO_CHANGE = 'No change';

/** Returns the value to be replaced, or a note that there is none or that it may be hidden. */
export function beforeText(
  resource: ResourceName,
  { field, before, after }: Pick<DraftField, 'field' | 'before' | 'after'>,
  formatText: ValueText = namedValueText,
): string {
  if (isUnconfirmable(resourceNamed(resource).fields[field] ?? {}, { before, after })) return NOT_SHOWN;
  return before === undefined || before === '[]' ? 'none' : afterText(resource, field, before, formatText);
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
function shortenForSentence(text: string): string {
  if (text.length <= MAX_VALUE_LENGTH) return text;
  const beginning = text.slice(0, MAX_VALUE_LENGTH);
  return `${beginning.includes(' ') ? beginning.replace(/[\s,.;]*\s\S*$/, '') : beginning}…`;
}

/** "Set Required cash to $5,000.00"; `inFull` shortens no value and shows the IDs of names. */
export function editText(resource: ResourceName, edit: FieldEdit, inFull = false): string {
  const name = fieldName(resource, edit.field);
  const shorten = inFull ? (text: string) => text : shortenForSentence;
  const formatText: ValueText = inFull ? namedValueText : shortValueText;
  const itemsText = (items: readonly string[]) =>
    items.map((item) => formatText(resource, edit.field, item)).join(', ');
  const value = (json: string) => shorten(afterText(resource, edit.field, json, formatText));
  if (edit.op === 'set') return `Set ${name} to ${value(edit.json)}`;
  if (edit.op === 'append') return `Append ${value(edit.json)} to ${name}`;
  if (edit.op === 'add') return `Add ${shorten(itemsText(edit.items))} to ${name}`;
  // Removed values are never shortened.
  if (edit.op === 'remove') return `Remove ${itemsText(edit.items)} from ${name}`;
  return `Replace ${itemsText([edit.from])} with ${shorten(itemsText([edit.to]))} in ${name}`;
}
