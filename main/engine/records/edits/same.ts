import Big from 'big.js';
import { isList, jsonText, readExact, Verbatim, type Exact } from '#contract/exact-json/read';
import type { Field } from '#contract/fields';
import type { Resource } from '#contract/resource';
import { sameValue } from '../same-value';
import { fieldText, isUnconfirmable, isEmptyText, type FieldTexts } from '#contract/exact-json/field-text';
import { plainText } from './field-text';

type Kind = Pick<Field, 'kind'>;
type Text = string | undefined;

/**
 * Returns true if two field texts mean the same: numbers by value, dates by calendar day (wire facts B6), IDs
 * as number or text (B3), lists of IDs in any order. A missing field equals null; an empty text or list does
 * not, because users choose between them (same-value.ts treats them as equal).
 */
export function isSame({ kind }: Kind, one: Text, other: Text): boolean {
  if (one === other) return true;
  return meaning(kind, one) === meaning(kind, other);
}

function meaning(kind: Field['kind'], text: Text): string {
  const value = text === undefined ? null : readExact(text);
  if (value === null) return 'null';
  switch (kind) {
    case 'date':
      return typeof value === 'string' ? `day ${value.slice(0, 10)}` : jsonText(value);
    case 'integer':
    case 'number':
    case 'money':
    case 'percent':
      return numberOf(value);
    case 'id':
    case 'text':
    case 'choice':
      return `text ${plainText(value)}`;
    case 'ids':
      return isList(value) ? `ids ${value.map(plainText).sort().join(' ')}` : jsonText(value);
    case 'moment':
    case 'boolean':
    case 'texts':
    case 'parts':
      return jsonText(sortKeys(value));
  }
}

function numberOf(value: Exact): string {
  try {
    return `number ${new Big(plainText(value).trim()).toFixed()}`;
  } catch {
    return jsonText(value); // text instead of a number
  }
}

/** Sorts object keys, because their order has no meaning. */
function sortKeys(value: Exact): Exact {
  if (typeof value !== 'object' || value === null || value instanceof Verbatim) return value;
  if (isList(value)) return value.map(sortKeys);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sortKeys(member)]));
}

/** Returns true if the field already has the wanted value, so that nothing is sent. */
export const isAlreadySet = (field: Field, now: Text, edit: FieldTexts): boolean =>
  isSame(field, now, edit.after) && !isUnconfirmable(field, edit);

/** Returns true if a record has the wanted value; null if that is unknown (see showsAs). */
export function shownIn(
  { fields }: Pick<Resource, 'fields'>,
  raw: string,
  { field: name, ...edit }: FieldTexts & { readonly field: string },
): boolean | null {
  const field = fields[name];
  return field ? showsAs(field, fieldText(raw, name, field), edit) : null;
}

/**
 * The same of the text that the record has there. Null: the field may never come back (wire facts B2), or it was cleared and
 * the record does not have it, which a partial reading (B14) would not have either.
 */
export function showsAs(field: Field, now: Text, edit: FieldTexts): boolean | null {
  const { after } = edit;
  if (isUnconfirmable(field, edit) && isEmptyText(now)) return null;
  if (now === undefined && isEmptyText(after)) return null;
  if (now === after) return true;
  if (sameValue(field, readExact(after), now === undefined ? undefined : readExact(now))) return true;
  return field.silent && isEmptyText(now) ? null : false;
}
