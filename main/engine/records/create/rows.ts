import { freeSlug, slugOf } from '#contract/text';
import type { CreateLine } from '#contract/creation';
import type { DraftField, DraftRow } from '#contract/edit';
import { plainText, readExact } from '#contract/exact-json/read';
import type { Field } from '#contract/fields';
import type { RowIssue } from '#contract/job';
import type { Resource } from '#contract/resource';
import type { NewDraftRow } from '../../workspace/drafts/drafts';
import { valueIssueOf } from '#contract/value-issue';
import type { NameHolder } from './names';
import { nameIn, titleNameIn } from './recognize';

/** The value for a field of a new record, with an issue if it is invalid. */
export interface GivenValue {
  readonly json: string;
  readonly issue?: RowIssue | null;
}

export interface CreateContext {
  readonly resource: Resource;
  /** Holders of names, by `nameIn`. */
  readonly holders: ReadonlyMap<string, readonly NameHolder[]>;
  /** Default firm of records without one. */
  readonly firm: string | null;
  /**
   * True if a name in use is reported instead of changing the slug: importing a spreadsheet twice must not
   * create records twice.
   */
  readonly reportsNamesInUse: boolean;
}

/** Fields that a new record may have: those of the create body and follow-up fields. */
const isSettable = ({ create, editable }: Field): boolean => create === true || editable === true;

const isBlank = (json: string | undefined): boolean => {
  if (json === undefined || json === 'null') return true;
  return /^"\s*"$/.test(json);
};

/** Checks the values for a new record, creates its slug, and reports missing fields. Sends nothing. */
export function createFields(
  context: CreateContext,
  givenValues: ReadonlyMap<string, GivenValue>,
): DraftField[] {
  const { resource, firm } = context;
  const values = new Map(givenValues);
  if (firm !== null && 'firm_id' in resource.fields && isBlank(values.get('firm_id')?.json))
    values.set('firm_id', { json: firm });
  const slug = 'slug' in resource.fields ? slugFor(context, values) : undefined;
  if (slug) values.set('slug', slug);
  const nameIssue = nameIssueOf(context, values);
  return Object.entries(resource.fields).flatMap(([name, field]): DraftField[] => {
    if (!isSettable(field)) return [];
    const value = values.get(name);
    const isMissing =
      field.create === true && field.required === true && !value?.issue && isBlank(value?.json);
    if (isMissing) return [{ field: name, after: value?.json ?? 'null', issue: { code: 'required' } }];
    if (!value) return [];
    const issue =
      value.issue ?? valueIssueOf(field, value.json) ?? (nameIssue?.field === name ? nameIssue.issue : null);
    return [{ field: name, after: value.json, issue }];
  });
}

const plainTextOf = (json: string | undefined): string =>
  json === undefined || isBlank(json) ? '' : plainText(readExact(json));

/** Returns the given slug, or one derived from the name: a unique one, unless names in use are reported. */
function slugFor(
  { resource, holders, reportsNamesInUse }: CreateContext,
  values: ReadonlyMap<string, GivenValue>,
): GivenValue | undefined {
  const given = values.get('slug');
  if (given && !isBlank(given.json)) {
    const text = plainTextOf(given.json);
    const validSlug = slugOf(text);
    return validSlug === text ? given : { ...given, issue: { code: 'not-slug', facts: { slug: validSlug } } };
  }
  const title = resource.title.map((name) => plainTextOf(values.get(name)?.json)).join(' ');
  const firm = values.get('firm_id')?.json;
  const isTaken = (slug: string): boolean =>
    !reportsNamesInUse &&
    holders.has(nameIn(resource, (name) => (name === 'slug' ? JSON.stringify(slug) : firm)) ?? '');
  const slug = freeSlug(title, isTaken);
  return slug === '' ? undefined : { json: JSON.stringify(slug) };
}

/**
 * Returns the issue for a slug in use: on the slug, which the user gave, as a derived one is never in use; or on the
 * title if names in use are reported, since the slug may be derived from it.
 */
function nameIssueOf(
  { resource, holders, reportsNamesInUse }: CreateContext,
  values: ReadonlyMap<string, GivenValue>,
): { field: string; issue: RowIssue } | null {
  if (!('slug' in resource.fields)) return null;
  const name = nameIn(resource, (field) => values.get(field)?.json);
  const [holder] = name === null ? [] : (holders.get(name) ?? []);
  if (!holder) return null;
  const facts = { title: holder.title, ...(holder.key === null ? {} : { key: holder.key }) };
  return reportsNamesInUse
    ? { field: resource.title[0] ?? 'slug', issue: { code: 'name-in-use', facts } }
    : { field: 'slug', issue: { code: 'slug-in-use', facts } };
}

/**
 * Returns the draft row of a new record. With a `key` the record exists, and only the fields that it lacks are left.
 */
export function createRow(
  { resource }: Pick<CreateContext, 'resource'>,
  fields: readonly DraftField[],
  { line, issue, key }: Pick<DraftRow, 'line' | 'issue' | 'key'>,
): NewDraftRow {
  const after = (name: string): string => plainTextOf(fields.find(({ field }) => field === name)?.after);
  const title = resource.title.map(after).filter(Boolean).join(' ');
  const hasIssue = fields.some((field) => field.issue !== null);
  return {
    key,
    title,
    subtitle: after('slug'),
    line,
    state: hasIssue ? 'wrong' : 'ready',
    fields: [...fields],
    issue,
  };
}

/** Returns the row as it is sent. `others` are existing records with the same name or title. */
export function createLineOf(
  resource: Resource,
  { key, title, subtitle, line, fields, issue }: DraftRow,
  holders: CreateContext['holders'],
  titleHolders: CreateContext['holders'],
): CreateLine {
  const wantedFields = fields.map(({ field, after, issue: fieldIssue }) => ({
    field,
    after,
    ...(fieldIssue === null ? {} : { issue: fieldIssue }),
  }));
  const isBody = ({ field }: { field: string }): boolean => resource.fields[field]?.create === true;
  const body = wantedFields.filter(isBody);
  const text = (field: string): string | undefined => body.find((wanted) => wanted.field === field)?.after;
  const sameName = holders.get(nameIn(resource, text) ?? '') ?? [];
  const sameTitle = titleHolders.get(titleNameIn(resource, text) ?? '') ?? [];
  const replaced = issue?.code === 'recreates' ? issue.facts?.['key'] : undefined;
  return {
    key,
    title,
    subtitle,
    line,
    body,
    follow: wantedFields.filter((wanted) => !isBody(wanted)),
    others: [...new Set([...sameName, ...sameTitle].flatMap((holder) => holder.key ?? []))],
    instead: typeof replaced === 'string' ? replaced : null,
  };
}
