import { textAt } from '../../../../preload/contract/exact-json/patch';
import {
  isList,
  jsonText,
  readExact,
  Verbatim,
  type Exact,
} from '../../../../preload/contract/exact-json/read';
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

/**
 * The exact text of a field in a record: of its spellings, as everywhere, the first that is present and not empty.
 * Undefined where the record does not have it. Throws JsonFault for what is no JSON.
 */
export function fieldText(raw: string, name: string, field: Pick<Field, 'also'>): string | undefined {
  const texts = spellingsOf(name, field).map((spelling) => textAt(raw, [spelling]));
  return texts.find((text) => !isEmpty(text)) ?? texts.find((text) => text !== undefined);
}

/** A value as people name it: 7 and "7" are one id, "007" is another. */
export const plain = (value: Exact): string => (typeof value === 'string' ? value : jsonText(value));

/** The key of a record of the service, exact beyond 2^53; undefined for one without. */
export const keyOf = (resource: Pick<Resource, 'key'>, raw: string): string | undefined =>
  keyIn(resource, (name) => textAt(raw, [name]));

/** The same, by the texts of its fields. */
export function keyIn(
  { key }: Pick<Resource, 'key'>,
  textOf: (name: string) => string | undefined,
): string | undefined {
  const [name, ...more] = key;
  const text = name === undefined || more.length > 0 ? undefined : textOf(name);
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
