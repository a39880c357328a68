import { textAt } from '../../../../preload/contract/exact-json/patch';
import {
  isList,
  jsonText,
  readExact,
  Verbatim,
  type Exact,
} from '../../../../preload/contract/exact-json/read';
import { RecordText } from '../../../../preload/contract/exact-json/record-text';
import type { Field } from '../../../../preload/contract/fields';
import type { Resource } from '../../../../preload/contract/resource';

/** The names under which the wire may carry a field, ours first (wire facts B1). */
export const spellingsOf = (name: string, { also = [] }: Pick<Field, 'also'>): readonly string[] => [
  name,
  ...also,
];

/** Fields by each of their spellings, as the service's reasons may name them. */
export const spelledFields = ({ fields }: Pick<Resource, 'fields'>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(fields).flatMap(([name, field]) =>
      field.editable || field.create
        ? spellingsOf(name, field).map((spelling) => [spelling, name] as const)
        : [],
    ),
  );

/** Ways to say nothing. */
const EMPTY: ReadonlySet<string | undefined> = new Set([undefined, 'null', '[]', '""']);
export const isEmpty = (text: string | undefined): boolean => EMPTY.has(text);

/** A record as text; taken apart already by whoever asks for several of its fields. */
export type Raw = string | RecordText;
const textIn = (raw: Raw, name: string): string | undefined =>
  typeof raw === 'string' ? textAt(raw, [name]) : raw.text(name);

/**
 * The exact text of a field in a record: of its spellings, as everywhere, the first that is present and not empty.
 * Undefined where the record does not have it. Throws JsonFault for what is no JSON.
 */
export function fieldText(raw: Raw, name: string, field: Pick<Field, 'also'>): string | undefined {
  const texts = spellingsOf(name, field).map((spelling) => textIn(raw, spelling));
  return texts.find((text) => !isEmpty(text)) ?? texts.find((text) => text !== undefined);
}

/** A value as people name it: 7 and "7" are one id, "007" is another. */
export const plain = (value: Exact): string => (typeof value === 'string' ? value : jsonText(value));

/** The key of a record of the service, exact beyond 2^53; undefined for one without. */
export function keyOf({ key }: Pick<Resource, 'key'>, raw: Raw): string | undefined {
  const text = key.length === 1 ? textIn(raw, key[0] ?? '') : undefined;
  const value = text === undefined ? null : readExact(text);
  return typeof value === 'string' || typeof value === 'number' || value instanceof Verbatim
    ? plain(value)
    : undefined;
}

/** The items of a list as they stand; null for what is no list. Nothing counts as an empty one. */
export function itemsOf(text: string | undefined): readonly Exact[] | null {
  const value = text === undefined ? null : readExact(text);
  if (value === null) return [];
  return isList(value) ? value : null;
}
