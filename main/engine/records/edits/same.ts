import Big from 'big.js';
import {
  isList,
  jsonText,
  readExact,
  Verbatim,
  type Exact,
} from '../../../../preload/contract/exact-json/read';
import type { Field } from '../../../../preload/contract/fields';
import type { Resource } from '../../../../preload/contract/resource';
import { sameValue } from '../same-value';
import {
  fieldText,
  isBlind,
  isEmpty,
  type FieldTexts,
} from '../../../../preload/contract/exact-json/field-text';
import { plain } from './field-text';

type Kind = Pick<Field, 'kind'>;
type Text = string | undefined;

/**
 * Whether two texts of a field say the same: numbers by their value, dates by their calendar day (wire facts B6), ids as
 * number or text (B3), lists of ids in any order, as they are sets. A field that is not there is as one that is null; an
 * empty text or list is another value than null, because people choose between them (same-value.ts does not ask them).
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
      return `text ${plain(value)}`;
    case 'ids':
      return isList(value) ? `ids ${value.map(plain).sort().join(' ')}` : jsonText(value);
    case 'moment':
    case 'boolean':
    case 'texts':
    case 'parts':
      return jsonText(inOrder(value));
  }
}

function numberOf(value: Exact): string {
  try {
    return `number ${new Big(plain(value).trim()).toFixed()}`;
  } catch {
    return jsonText(value); // text where a number belongs
  }
}

/** The names of objects in one order: that of the wire says nothing. */
function inOrder(value: Exact): Exact {
  if (typeof value !== 'object' || value === null || value instanceof Verbatim) return value;
  if (isList(value)) return value.map(inOrder);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, inOrder(member)]));
}

/** Whether nothing is to be sent of an edit, because the field is as wanted `now`. */
export const isMet = (field: Field, now: Text, edit: FieldTexts): boolean =>
  isSame(field, now, edit.after) && !isBlind(field, edit);

/** Whether a record has a field as it was asked for; null where that cannot be said (see showsAs). */
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
  if (isBlind(field, edit) && isEmpty(now)) return null;
  if (now === undefined && isEmpty(after)) return null;
  if (now === after) return true;
  if (sameValue(field, readExact(after), now === undefined ? undefined : readExact(now))) return true;
  return field.silent && isEmpty(now) ? null : false;
}
