import { readExact } from '#contract/exact-json/read';
import { RecordText } from '#contract/exact-json/record-text';
import type { CreateLine, WantedField } from '#contract/creation';
import type { Fields, Resource } from '#contract/resource';
import { isEmptyText, spellingsOf } from '#contract/exact-json/field-text';
import { confirmsValue } from '#contract/same-value';

/** The fields that identify a record within its firm before it has an ID: its slug, or else its title. */
const namingOf = ({ fields, title }: Pick<Resource, 'fields' | 'title'>): readonly string[] =>
  'slug' in fields ? ['slug'] : title;

/** Returns the name that identifies a record, including its firm; null if it has none. */
export function nameIn(
  resource: Pick<Resource, 'fields' | 'title'>,
  text: (field: string) => string | undefined,
): string | null {
  const names = namingOf(resource).map((field) => comparableText(text(field)));
  if (names.every((name) => name === '')) return null;
  return JSON.stringify([...names, comparableText(text('firm_id'))]);
}

/** Returns a text in which the IDs 39 and "39" are equal; names stay case-sensitive. */
function comparableText(json: string | undefined): string {
  if (json === undefined || json === 'null') return '';
  const value = readExact(json);
  return typeof value === 'string' ? value : json;
}

/** Returns title and firm of a record, which may identify it under another slug; null without a title. */
export const titleNameIn = (
  { title }: Pick<Resource, 'title'>,
  text: (field: string) => string | undefined,
): string | null => nameIn({ fields: {}, title }, text);

export const titleNameOf = (resource: Resource, record: RecordText): string | null =>
  titleNameIn(resource, (field) => record.text(field));
export const titleNameOfLine = (resource: Resource, { body }: Pick<CreateLine, 'body'>): string | null =>
  titleNameIn(resource, textIn(body));

const textIn =
  (wanted: readonly WantedField[]) =>
  (field: string): string | undefined =>
    wanted.find((wantedField) => wantedField.field === field)?.after;

/**
 * Returns true if the response to a line's own request is for it, by slug or title; a service may change the
 * slug.
 */
export function isResponseTo(
  resource: Resource,
  { body }: Pick<CreateLine, 'body'>,
  record: RecordText,
): boolean {
  const wanted = textIn(body);
  const isSame = (field: string): boolean => {
    const [wantedText, storedText] = [wanted(field), record.text(field)];
    return wantedText === storedText || comparableText(wantedText) === comparableText(storedText);
  };
  const isNamed = (naming: readonly string[]): boolean =>
    naming.every(isSame) && naming.some((field) => !isEmptyText(wanted(field)));
  return isSame('firm_id') && (isNamed(namingOf(resource)) || isNamed(resource.title));
}

export const nameOfLine = (resource: Resource, { body }: Pick<CreateLine, 'body'>): string | null =>
  nameIn(resource, textIn(body));
export const nameOfRecord = (resource: Resource, record: RecordText): string | null =>
  nameIn(resource, (field) => record.text(field));
export const nameOfRaw = (resource: Resource, raw: string): string | null =>
  nameOfRecord(resource, new RecordText(raw));

/** Returns a check for whether a response has every known field; records without some cannot be shown in lists. */
export function completenessCheck({ fields }: Pick<Resource, 'fields'>): (record: RecordText) => boolean {
  const known = Object.entries(fields).map((field) => spellingsOf(...field));
  const fixed = known.flatMap(([name = '', ...others]) => (others.length === 0 ? name : []));
  const aliased = known.filter(({ length }) => length > 1);
  return (record) =>
    fixed.every((name) => record.has(name)) &&
    aliased.every((names) => names.some((name) => record.has(name)));
}

/** Returns the text of a record's field, in the first spelling that it has. */
const fieldTextIn = (record: RecordText, name: string, fields: Fields): string | undefined =>
  record.text(name) ??
  fields[name]?.aliases?.map((spelling) => record.text(spelling)).find((text) => text !== undefined);

/** Returns true if a record has the wanted value; `stored` is the text that it has. */
function isApplied(
  { fields }: Pick<Resource, 'fields'>,
  { field, after }: WantedField,
  stored?: string,
): boolean {
  const descriptor = fields[field];
  return !descriptor || confirmsValue(descriptor, after, stored);
}

/** Returns the fields whose value differs from the wanted one. */
export const unappliedFields = (
  resource: Pick<Resource, 'fields'>,
  wanted: readonly WantedField[],
  record: RecordText,
): WantedField[] =>
  wanted.filter(
    (wantedField) =>
      !isApplied(resource, wantedField, fieldTextIn(record, wantedField.field, resource.fields)),
  );

/**
 * Returns the fields to write after a record exists: the follow-up fields, and editable body fields that the
 * record shows were ignored. Fields that it does not show are not included.
 */
export function fieldsLeftToWrite(
  resource: Pick<Resource, 'fields'>,
  { body, follow }: Pick<CreateLine, 'body' | 'follow'>,
  record: RecordText,
): WantedField[] {
  const { fields } = resource;
  const ignored = body.filter((wantedField) => {
    if (!fields[wantedField.field]?.editable) return false;
    const stored = fieldTextIn(record, wantedField.field, fields);
    return stored !== undefined && !isApplied(resource, wantedField, stored);
  });
  return [...ignored, ...unappliedFields(resource, follow, record)];
}

/**
 * Returns true if a record with a line's name was created for it: every body field that it shows, except lists,
 * has the sent value. A record that another user created under the same name usually has other values.
 */
export function isCreatedFor(
  resource: Pick<Resource, 'fields'>,
  { body }: Pick<CreateLine, 'body'>,
  record: RecordText,
): boolean {
  const { fields } = resource;
  const comparableFields = body.filter(({ field }) => {
    const kind = fields[field]?.kind;
    return kind !== 'ids' && kind !== 'objects' && fieldTextIn(record, field, fields) !== undefined;
  });
  return unappliedFields(resource, comparableFields, record).length === 0;
}
