import { spellingsOf } from '#contract/exact-json/field-text';
import { textAt } from '#contract/exact-json/patch';
import { isList, plainText, readExact, Verbatim, type Exact } from '#contract/exact-json/read';
import type { Resource } from '#contract/resource';

/** Returns field names by each of their spellings, which the service's messages may use. */
export const spelledFields = ({ fields }: Pick<Resource, 'fields'>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(fields).flatMap(([name, field]) =>
      field.editable || field.create
        ? spellingsOf(name, field).map((spelling) => [spelling, name] as const)
        : [],
    ),
  );

/** Returns the key of a record, exact beyond 2^53; undefined as in `keyIn`. */
export const recordKeyIn = (resource: Pick<Resource, 'key'>, raw: string): string | undefined =>
  keyIn(resource, (name) => textAt(raw, [name]));

/** Returns the key from the text of its field; undefined without one, and for a key of several fields. */
export function keyIn(
  { key }: Pick<Resource, 'key'>,
  textOf: (name: string) => string | undefined,
): string | undefined {
  const [name, ...otherNames] = key;
  const text = name === undefined || otherNames.length > 0 ? undefined : textOf(name);
  const value = text === undefined ? null : readExact(text);
  return typeof value === 'string' || typeof value === 'number' || value instanceof Verbatim
    ? plainText(value)
    : undefined;
}

/** Returns the items of a list, unchanged; null if the text is not a list. A missing text is an empty list. */
export function parseItems(text: string | undefined): readonly Exact[] | null {
  const value = text === undefined ? null : readExact(text);
  if (value === null) return [];
  return isList(value) ? value : null;
}
