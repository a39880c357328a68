import { spellingsOf } from '../../../../preload/contract/exact-json/field-text';
import { textAt } from '../../../../preload/contract/exact-json/patch';
import {
  isList,
  jsonText,
  readExact,
  Verbatim,
  type Exact,
} from '../../../../preload/contract/exact-json/read';
import type { Resource } from '../../../../preload/contract/resource';

/** Fields by each of their spellings, as the service's reasons may name them. */
export const spelledFields = ({ fields }: Pick<Resource, 'fields'>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(fields).flatMap(([name, field]) =>
      field.editable || field.create
        ? spellingsOf(name, field).map((spelling) => [spelling, name] as const)
        : [],
    ),
  );

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
