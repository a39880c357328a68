import { RecordText } from '#contract/exact-json/record-text';
import { createLine, type CreateLine } from '#contract/creation';
import type { Draft, DraftField, DraftRow, FieldEdit } from '#contract/edit';
import { fail } from '#contract/failure';
import { CREATED_INCOMPLETE, RIVAL_FACT, type Job, type JobRow } from '#contract/job';
import { resourceNamed, type ResourceName } from '#contract/resources';
import { slugOf } from '#contract/text';
import type { CacheReader } from '../../cache/query/reader';
import type { NewRow } from '../../workspace/jobs/job-rows';
import type { NewDraft, NewDraftRow } from '../../workspace/drafts/drafts';
import { firstFieldError, retryOrigin, titleOfOne, type DraftHandler } from '../draft-handler';
import type { Drafts } from '../edits/drafts';
import { resolveEdits } from '../edits/resolve';
import { recordCalls } from '../record-calls';
import type { RecordJobDeps } from './kind';
import { recreatable } from './from-raw';
import { CachedNames, type NameHolder, type NameHolderReader } from './names';
import { nameIn, nameOfRaw, titleNameIn, titleNameOf } from './recognize';
import { createFields, createLineOf, createRow, type CreateContext, type GivenValue } from './rows';

export interface CreationDeps extends Pick<RecordJobDeps, 'service'> {
  readonly drafts: Drafts;
  readonly reader: NameHolderReader & Pick<CacheReader, 'records'>;
  readonly closed: AbortSignal;
  /** Creates a draft that deletes the records a job created. */
  readonly removeCreated: DraftHandler['undo'];
}

/** A record to create, from a spreadsheet line or a deleted record. */
export interface NewRecord {
  readonly values: ReadonlyMap<string, GivenValue>;
  readonly line: number | null;
  readonly issue: DraftRow['issue'];
}

/** Creates, edits and checks drafts of new records, and turns them into job rows. */
export class Creations implements DraftHandler {
  readonly #deps: CreationDeps;
  readonly #names: CachedNames;

  constructor(deps: CreationDeps) {
    this.#deps = deps;
    this.#names = new CachedNames(deps.reader);
  }

  #contextOf(resource: ResourceName, reportsNamesInUse = false): CreateContext {
    return {
      resource: resourceNamed(resource),
      holders: this.#names.holders(resource),
      firm: this.#names.onlyFirm(),
      reportsNamesInUse,
    };
  }

  /** Returns the context of a row of a draft: the names of its other rows that would be sent are in use, too. */
  #contextOfRow(id: string, index: number, reportsNamesInUse = false): CreateContext {
    const { drafts } = this.#deps;
    const context = this.#contextOf(drafts.get(id).resource, reportsNamesInUse);
    if (!('slug' in context.resource.fields)) return context;
    const holders = new Map(context.holders);
    for (const row of drafts.allRows(id))
      if (row.index !== index && row.state === 'ready' && row.key === null)
        reserveName(context.resource, holders, row);
    return { ...context, holders };
  }

  /** Returns the rows of records created together; a duplicate name is reported on the second row. */
  #rowsOf(resource: ResourceName, records: readonly NewRecord[]): NewDraftRow[] {
    const holders = new Map(this.#names.holders(resource));
    const context = { ...this.#contextOf(resource, true), holders };
    return records.map(({ values, line, issue }) => {
      const fields = createFields(context, values);
      const row = createRow(context, fields, { line, issue, key: null });
      reserveName(context.resource, holders, row);
      return row;
    });
  }

  #recordOf(resource: ResourceName, key: string): { raw: string; title: string } {
    const { reader } = this.#deps;
    const [record] = reader.records(resource, [key]);
    if (!record) throw fail('not-found', { where: resource });
    return record;
  }

  /** Creates a draft of one record: empty, or a copy of another with a different name. */
  create(resource: ResourceName, like: string | null): Draft {
    const { drafts } = this.#deps;
    expectCreatable(resource);
    const context = this.#contextOf(resource);
    const given =
      like === null ? new Map<string, GivenValue>() : copyOf(context, this.#recordOf(resource, like));
    const fields = createFields(context, given);
    const row = createRow(context, fields, { line: null, issue: null, key: null });
    return drafts.create({ resource, kind: 'create', origin: 'form', title: row.title || null }, [row]);
  }

  /**
   * Creates one draft for the records of a spreadsheet, an undo or a plan. Reports names in use as issues.
   */
  draftMany(draft: Omit<NewDraft, 'kind'>, records: readonly NewRecord[]): Draft {
    const { drafts } = this.#deps;
    expectCreatable(draft.resource);
    const rows = this.#rowsOf(draft.resource, records);
    return drafts.create({ ...draft, kind: 'create' }, rows);
  }

  /**
   * Replaces all fields of a row; its slug follows the name unless one is given. In the row of an existing record, only
   * changes the given fields.
   */
  saveRow(id: string, index: number, edits: readonly FieldEdit[]): Draft {
    const { drafts } = this.#deps;
    const { resource } = drafts.get(id);
    const row = drafts.row(id, index);
    const given = new Map<string, GivenValue>();
    for (const { field, after, issue } of resolveEdits(resourceNamed(resource), '{}', edits))
      given.set(field, { json: after, issue });
    const context = this.#contextOfRow(id, index);
    const fields =
      row.key === null
        ? withNameInUse(context.resource, row, createFields(context, given))
        : followFields(row, given);
    return drafts.put(id, [{ ...createRow(context, fields, row), index }]);
  }

  /**
   * Replaces the value of one field in a row; issues of its other values stay. A slug that was derived from the name
   * follows it. Reports a name in use.
   */
  fix(id: string, index: number, field: string, json: string): Draft {
    const { drafts } = this.#deps;
    const { resource } = drafts.get(id);
    const row = drafts.row(id, index);
    const given = new Map(
      row.fields.map((edited): [string, GivenValue] => [
        edited.field,
        { json: edited.after, issue: permanentIssue(edited.issue) },
      ]),
    );
    const [fixed] = resolveEdits(resourceNamed(resource), '{}', [{ op: 'set', field, json }]);
    given.set(field, { json, issue: fixed?.issue ?? null });
    if (resourceNamed(resource).title.includes(field) && hasDerivedSlug(row)) given.delete('slug');
    const context = this.#contextOfRow(id, index, true);
    const fields = row.key === null ? createFields(context, given) : followFields(row, given);
    return drafts.put(id, [{ ...createRow(context, fields, row), index }]);
  }

  /** Checks a draft's names against the service's current list. */
  check(id: string): Promise<Draft> {
    const { drafts, service, closed } = this.#deps;
    return drafts.check(id, async (rows) => {
      const { resource } = drafts.get(id);
      const list = await recordCalls(service, resource).list(closed);
      const descriptor = resourceNamed(resource);
      const holders = new Map<string, readonly NameHolder[]>();
      const holdersByTitle = new Map<string, NameHolder>();
      for (const [key, raw] of list.records) {
        const name = nameOfRaw(descriptor, raw);
        const holder = { key, title: titleOf(resource, raw) };
        if (name !== null) holders.set(name, [holder]);
        const title = titleNameOf(descriptor, new RecordText(raw));
        if (title !== null) holdersByTitle.set(title, holder);
      }
      // A restored draft's records may have been created after the backup, so names in use are reported, not only slugs.
      const isRestored = Boolean(drafts.get(id).restored);
      if (isRestored && !list.isComplete)
        throw fail('cut-short', { cause: `the list of ${resource} is not complete` });
      const context = { ...this.#contextOf(resource, isRestored), holders };
      return rows.map((row): DraftRow => {
        if (row.key !== null) return row;
        const given = new Map(row.fields.map(({ field, after, issue }) => [field, { json: after, issue }]));
        const withoutNameIssues = [...given].map(
          ([field, { json, issue }]) => [field, { json, issue: permanentIssue(issue) }] as const,
        );
        const fields = createFields(context, new Map(withoutNameIssues));
        const comparesTitles = isRestored || row.fields.some(isNameInUse);
        const sameTitle = comparesTitles
          ? holdersByTitle.get(titleNameOfFields(descriptor, fields) ?? '')
          : undefined;
        const marked = sameTitle ? nameInUse(descriptor, fields, sameTitle) : fields;
        // An incomplete list does not show that the name is free.
        const newRow = createRow(
          context,
          list.isComplete ? marked : withNameInUse(descriptor, row, marked),
          row,
        );
        reserveName(descriptor, holders, newRow);
        return { ...newRow, index: row.index };
      });
    });
  }

  /**
   * Marks rows of a draft whose name came into use since it was created, also by another row, and returns true if there
   * are any. A draft that was checked has been compared with the service, which knows better.
   */
  markNamesInUse({ id, resource, checkedAt }: Draft): boolean {
    const { drafts } = this.#deps;
    const descriptor = resourceNamed(resource);
    if (checkedAt !== null || !('slug' in descriptor.fields)) return false;
    const holders = new Map(this.#names.holders(resource));
    const inUse = drafts.allRows(id).flatMap((row): DraftRow[] => {
      if (row.state !== 'ready' || row.key !== null) return [];
      const name = nameIn(descriptor, (field) => row.fields.find((wanted) => wanted.field === field)?.after);
      const [holder] = holders.get(name ?? '') ?? [];
      if (holder) return [{ ...row, fields: nameInUse(descriptor, row.fields, holder), state: 'wrong' }];
      reserveName(descriptor, holders, row);
      return [];
    });
    if (inUse.length > 0) drafts.put(id, inUse);
    return inUse.length > 0;
  }

  /** Invalid rows are stored with the job and never sent. */
  plan({ resource }: Draft, rows: readonly DraftRow[]): { rows: NewRow[] } {
    const holders = this.#names.holders(resource);
    const titleHolders = this.#names.titleHolders(resource);
    const planned = rows.map((row): NewRow => {
      const input = createLineOf(resourceNamed(resource), row, holders, titleHolders);
      if (row.state === 'ready') return { input, state: 'planned', issue: null };
      return { input, state: 'skipped', issue: firstFieldError(row) ?? row.issue };
    });
    return { rows: planned };
  }

  undo(job: Job, rows: readonly JobRow[]): Draft {
    return this.#deps.removeCreated(job, rows);
  }

  /**
   * Creates a draft of what a job did not create; records that exist but are incomplete are only completed.
   */
  draftRetry(job: Job, rows: readonly JobRow[]): Draft {
    const { drafts } = this.#deps;
    const { id, restored, kind } = job;
    const { resource } = kind;
    const holders = new Map(this.#names.holders(resource));
    const context = { ...this.#contextOf(resource), holders };
    const retried = rows.filter(isRetryable);
    // The form has one record, with the fields to correct; the rows of several show why they were refused.
    const hasForm = retried.length === 1;
    const newRows = retried.map((jobRow): NewDraftRow => {
      const line = createLine.parse(jobRow.input);
      const { key, issue: retryIssue } = retryOf(jobRow, line);
      const issue = hasForm ? retryIssue : withRefusal(retryIssue, jobRow);
      const given = new Map(
        [...line.body, ...line.follow].map(({ field, after: json, issue = null }): [string, GivenValue] => [
          field,
          { json, issue: permanentIssue(issue) },
        ]),
      );
      const fields =
        key === null
          ? createFields(context, given)
          : [...given].map(([field, { json }]) => plainField(field, json));
      // It may be the record of this row, so the row is sent only after the user changed it.
      const rival = key === null ? jobRow.issue?.facts?.[RIVAL_FACT] : undefined;
      const marked =
        typeof rival === 'string'
          ? nameInUse(context.resource, fields, { key: rival, title: line.title })
          : fields;
      const row = createRow(context, marked, { line: line.line, issue, key });
      if (key === null) reserveName(context.resource, holders, row);
      return row;
    });
    if (newRows.length === 0) throw fail('refused', { cause: 'no row of the job can be tried again' });
    const origin = hasForm ? 'form' : retryOrigin(job);
    return drafts.create(
      { resource, kind: 'create', origin, sourceJob: id, title: titleOfOne(newRows), restored },
      newRows,
    );
  }
}

/** Marks a row's name as in use for the rows after it. */
function reserveName(
  resource: CreateContext['resource'],
  holders: Map<string, readonly NameHolder[]>,
  { fields, title, line }: NewDraftRow,
): void {
  const texts = fields.map(({ field, after }) => `${JSON.stringify(field)}:${after}`);
  const name = nameOfRaw(resource, `{${texts.join(',')}}`);
  if (name === null || holders.has(name)) return;
  holders.set(name, [{ key: null, title: line === null ? title : `${title} (${line})` }]);
}

const titleNameOfFields = (resource: CreateContext['resource'], fields: readonly DraftField[]) =>
  titleNameIn(resource, (name) => fields.find(({ field }) => field === name)?.after);

/** Marks the title as in use, even if the slugs differ. */
function nameInUse(
  { title: [name] }: CreateContext['resource'],
  fields: readonly DraftField[],
  { key, title }: NameHolder,
): DraftField[] {
  const facts = { title, ...(key === null ? {} : { key }) };
  return fields.map((draftField) =>
    draftField.field === name && draftField.issue === null
      ? { ...draftField, issue: { code: 'name-in-use', facts } }
      : draftField,
  );
}

const isNameInUse = ({ issue }: DraftField): boolean => issue?.code === 'name-in-use';

/** Keeps the issue of a name in use while the row has that name: it may be the record of this row. */
function withNameInUse(
  resource: CreateContext['resource'],
  { fields: earlier }: DraftRow,
  fields: readonly DraftField[],
): DraftField[] {
  const inUse = earlier.find(isNameInUse);
  const isSameName = titleNameOfFields(resource, earlier) === titleNameOfFields(resource, fields);
  return fields.map((wanted) =>
    inUse && isSameName && wanted.field === inUse.field && wanted.issue === null
      ? { ...wanted, issue: inUse.issue }
      : wanted,
  );
}

/** Returns true if the row's slug is derived from its name, perhaps with a number because the name was in use. */
function hasDerivedSlug({ title, subtitle: slug }: DraftRow): boolean {
  const derived = slugOf(title);
  return derived !== '' && slug.startsWith(derived) && /^(-\d+)?$/.test(slug.slice(derived.length));
}

/** Issues about names in use are checked again each time. */
const permanentIssue = (issue: DraftField['issue']): DraftField['issue'] =>
  issue?.code === 'slug-in-use' || issue?.code === 'name-in-use' ? null : issue;

const plainField = (field: string, after: string): DraftField => ({ field, after, issue: null });

/** Replaces values in the row of an existing record. Its job writes only the fields that the record still lacks. */
const followFields = (row: DraftRow, given: ReadonlyMap<string, GivenValue>): DraftField[] =>
  row.fields.map((field) => {
    const value = given.get(field.field);
    return value ? { ...field, after: value.json, issue: value.issue ?? null } : field;
  });

/** Returns the create fields of a record, with a different name. */
function copyOf(
  { resource }: CreateContext,
  { raw, title }: { raw: string; title: string },
): Map<string, GivenValue> {
  const { values } = recreatable(resource, raw);
  values.delete('slug');
  const [name] = resource.title;
  if (name !== undefined) values.set(name, { json: JSON.stringify(`Copy of ${title}`) });
  return values;
}

function titleOf(resource: ResourceName, raw: string): string {
  const record = JSON.parse(raw) as Record<string, string | number | undefined>;
  return resourceNamed(resource)
    .title.map((name) => String(record[name] ?? ''))
    .join(' ');
}

/**
 * Returns whether a row can be tried again, because its record was not created as requested: refused, not sent,
 * invalid, or missing when read again.
 */
const isRetryable = ({ state, verified }: JobRow): boolean =>
  state === 'refused' ||
  state === 'not-sent' ||
  state === 'skipped' ||
  ((state === 'unknown' || state === 'done') && verified === false);

/** Returns the key and issue of the new row. An incomplete record is only completed; a deleted one is recreated. */
function retryOf(row: JobRow, line: CreateLine): Pick<DraftRow, 'key' | 'issue'> {
  const [id] = row.responseIds;
  if (row.issue?.code === CREATED_INCOMPLETE && id !== undefined) return { key: id, issue: row.issue };
  const recreationIssue = line.instead === null ? null : { code: 'recreates', facts: { key: line.instead } };
  return { key: line.key, issue: recreationIssue };
}

/** Adds the reasons why the service refused a row to the issue of its new row. */
function withRefusal(issue: DraftRow['issue'], { state, issue: outcome }: JobRow): DraftRow['issue'] {
  const { reasons = [] } = outcome ?? {};
  if (state !== 'refused' || reasons.length === 0) return issue;
  return issue ? { ...issue, reasons } : { code: 'refused-before', reasons };
}

/** Returns true if the descriptor alone allows creating records; these can be edited, too. */
export const isCreatable = (resource: ResourceName): boolean => {
  const { operations } = resourceNamed(resource).service;
  return operations.includes('create') && (operations.includes('put') || operations.includes('putMany'));
};

function expectCreatable(resource: ResourceName): void {
  if (!isCreatable(resource)) throw fail('unexpected', { cause: `records of ${resource} cannot be created` });
}
