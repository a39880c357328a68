import { readExact } from '../../../../preload/contract/exact-json/read';
import { RecordText } from '../../../../preload/contract/exact-json/record-text';
import type { CreateLine, WantedField } from '../../../../preload/contract/creation';
import type { Fields, Resource } from '../../../../preload/contract/resource';
import { isEmpty, spellingsOf } from '../../../../preload/contract/exact-json/field-text';
import { sameValue } from '../same-value';

/** The fields that tell a record from the others of its firm before it has an id: its slug, or its title where there are none. */
const namingOf = ({ fields, title }: Pick<Resource, 'fields' | 'title'>): readonly string[] =>
  'slug' in fields ? ['slug'] : title;

/** The name by which a record is told from the others, with its firm; null where it has none. */
export function nameIn(
  resource: Pick<Resource, 'fields' | 'title'>,
  text: (field: string) => string | undefined,
): string | null {
  const names = namingOf(resource).map((field) => plain(text(field)));
  if (names.every((name) => name === '')) return null;
  return JSON.stringify([...names, plain(text('firm_id'))]);
}

/** 39 and "39" are the same firm; a name keeps its capitals. */
function plain(json: string | undefined): string {
  if (json === undefined || json === 'null') return '';
  const value = readExact(json);
  return typeof value === 'string' ? value : json;
}

/** The title and the firm of a record, which tell whether it may be the same one under another slug; null without a title. */
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
    wanted.find((one) => one.field === field)?.after;

/** Whether the answer to a line's own request tells of it, by its slug or by its title: a service may make a slug of its own. */
export function isAnswerTo(
  resource: Resource,
  { body }: Pick<CreateLine, 'body'>,
  record: RecordText,
): boolean {
  const wanted = textIn(body);
  const isSame = (field: string): boolean => {
    const [one, other] = [wanted(field), record.text(field)];
    return one === other || plain(one) === plain(other);
  };
  const isNamed = (naming: readonly string[]): boolean =>
    naming.every(isSame) && naming.some((field) => !isEmpty(wanted(field)));
  return isSame('firm_id') && (isNamed(namingOf(resource)) || isNamed(resource.title));
}

export const nameOfLine = (resource: Resource, { body }: Pick<CreateLine, 'body'>): string | null =>
  nameIn(resource, textIn(body));
export const nameOfRecord = (resource: Resource, record: RecordText): string | null =>
  nameIn(resource, (field) => record.text(field));
export const nameOfRaw = (resource: Resource, raw: string): string | null =>
  nameOfRecord(resource, new RecordText(raw));

/** Makes what says whether an answer has every field that is known: what lacks some is no record that lists can show. */
export function wholeness({ fields }: Pick<Resource, 'fields'>): (record: RecordText) => boolean {
  const known = Object.entries(fields).map((field) => spellingsOf(...field));
  const plain = known.flatMap(([name = '', ...others]) => (others.length === 0 ? name : []));
  const spelled = known.filter(({ length }) => length > 1);
  return (record) =>
    plain.every((name) => record.has(name)) &&
    spelled.every((names) => names.some((name) => record.has(name)));
}

/** The texts of a record's field, under the first of its spellings that it has. */
const toldIn = (record: RecordText, name: string, fields: Fields): string | undefined =>
  record.text(name) ??
  fields[name]?.also?.map((spelling) => record.text(spelling)).find((text) => text !== undefined);

/** Whether a record has a field as it was wanted; `told` is the text that it has. */
function isTaken(
  { fields }: Pick<Resource, 'fields'>,
  { field, after }: WantedField,
  told?: string,
): boolean {
  const descriptor = fields[field];
  if (!descriptor || told === after) return true; // as nearly always: nothing to weigh
  return sameValue(descriptor, readExact(after), told === undefined ? undefined : readExact(told));
}

/** Fields of which a record has another value than was wanted. */
export const fieldsNotTaken = (
  resource: Pick<Resource, 'fields'>,
  wanted: readonly WantedField[],
  record: RecordText,
): WantedField[] =>
  wanted.filter((one) => !isTaken(resource, one, toldIn(record, one.field, resource.fields)));

/**
 * What is left to be written once a record is there: the fields that follow, and those of its body that can be edited, where
 * the record shows that they were not taken. Of a field that it does not show nothing can be said.
 */
export function leftToWrite(
  resource: Pick<Resource, 'fields'>,
  { body, follow }: Pick<CreateLine, 'body' | 'follow'>,
  record: RecordText,
): WantedField[] {
  const { fields } = resource;
  const untaken = body.filter((one) => {
    if (!fields[one.field]?.editable) return false;
    const told = toldIn(record, one.field, fields);
    return told !== undefined && !isTaken(resource, one, told);
  });
  return [...untaken, ...fieldsNotTaken(resource, follow, record)];
}

/**
 * Whether a record that has the name of a line is the one created for it: all that could not follow later is as it was
 * sent. Somebody else's record of the same name is not.
 */
export function isCreatedFor(
  resource: Pick<Resource, 'fields'>,
  { body }: Pick<CreateLine, 'body'>,
  record: RecordText,
): boolean {
  const { fields } = resource;
  const certain = body.filter(({ field }) => {
    const kind = fields[field]?.kind;
    return kind !== 'ids' && kind !== 'parts' && toldIn(record, field, fields) !== undefined;
  });
  return fieldsNotTaken(resource, certain, record).length === 0;
}
