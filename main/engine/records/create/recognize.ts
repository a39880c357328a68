import { textAt } from '../../../../preload/contract/exact-json/patch';
import { readExact } from '../../../../preload/contract/exact-json/read';
import type { CreateLine, WantedField } from '../../../../preload/contract/creation';
import type { Fields, Resource } from '../../../../preload/contract/resource';
import { sameValue } from '../same-value';

/**
 * What tells a record from the others of its firm before it has an id: its slug, or its title where there are none. Null
 * where it has neither.
 */
export function nameIn(
  { fields, title }: Pick<Resource, 'fields' | 'title'>,
  text: (field: string) => string | undefined,
): string | null {
  const naming = 'slug' in fields ? ['slug'] : title;
  const names = naming.map((field) => plain(text(field)));
  if (names.every((name) => name === '')) return null;
  return JSON.stringify([...names, plain(text('firm_id'))]);
}

/** 39 and "39" are the same firm; a name keeps its capitals. */
function plain(json: string | undefined): string {
  if (json === undefined || json === 'null') return '';
  const value = readExact(json);
  return typeof value === 'string' ? value : json;
}

const textIn =
  (wanted: readonly WantedField[]) =>
  (field: string): string | undefined =>
    wanted.find((one) => one.field === field)?.after;

/** Whether the answer to a line's own request tells of it: a service may make a slug of its own. */
export function isAnswerTo(resource: Resource, { body }: Pick<CreateLine, 'body'>, raw: string): boolean {
  const byTitle = { ...resource, fields: {} };
  return [resource, byTitle].some((by) => {
    const name = nameIn(by, textIn(body));
    return name !== null && name === nameIn(by, (field) => textAt(raw, [field]));
  });
}

export const nameOfLine = (resource: Resource, { body }: Pick<CreateLine, 'body'>): string | null =>
  nameIn(resource, textIn(body));
export const nameOfRaw = (resource: Resource, raw: string): string | null =>
  nameIn(resource, (field) => textAt(raw, [field]));

/** The texts of a record's field, under the first of its spellings that it has. */
const toldIn = (raw: string, name: string, fields: Fields): string | undefined =>
  [name, ...(fields[name]?.also ?? [])].map((spelling) => textAt(raw, [spelling])).find(Boolean);

/** Fields of which a record has another value than was wanted. */
export const fieldsNotTaken = (
  { fields }: Pick<Resource, 'fields'>,
  wanted: readonly WantedField[],
  raw: string,
): WantedField[] =>
  wanted.filter(({ field, after }) => {
    const descriptor = fields[field];
    if (!descriptor) return false;
    const told = toldIn(raw, field, fields);
    return !sameValue(descriptor, readExact(after), told === undefined ? undefined : readExact(told));
  });

/**
 * What is left to be written once a record is there: the fields that follow, and those of its body that can be edited, where
 * the record shows that they were not taken. Of a field that it does not show nothing can be said.
 */
export function leftToWrite(
  resource: Pick<Resource, 'fields'>,
  { body, follow }: Pick<CreateLine, 'body' | 'follow'>,
  raw: string,
): WantedField[] {
  const { fields } = resource;
  const shown = body.filter(
    ({ field }) => fields[field]?.editable && toldIn(raw, field, fields) !== undefined,
  );
  return fieldsNotTaken(resource, [...shown, ...follow], raw);
}

/**
 * Whether a record that has the name of a line is the one created for it: all that could not follow later is as it was
 * sent. Somebody else's record of the same name is not.
 */
export function isCreatedFor(
  resource: Pick<Resource, 'fields'>,
  { body }: Pick<CreateLine, 'body'>,
  raw: string,
): boolean {
  const { fields } = resource;
  const certain = body.filter(({ field }) => {
    const kind = fields[field]?.kind;
    return kind !== 'ids' && kind !== 'parts' && toldIn(raw, field, fields) !== undefined;
  });
  return fieldsNotTaken(resource, certain, raw).length === 0;
}
