import { z } from 'zod';
import { editLine, fieldEdit, type Draft, type DraftField, type FieldEdit } from '#contract/edit';
import { fail } from '#contract/failure';
import { UNCHANGED_FIELDS_FACT, type Job, type JobRow } from '#contract/job';
import type { Resource } from '#contract/resource';
import { resourceNamed, type ResourceName } from '#contract/resources';
import type { CacheReader } from '../../cache/query/reader';
import type { NewDraftRow } from '../../workspace/drafts/drafts';
import { retryOrigin, titleOfOne } from '../draft-handler';
import type { Drafts } from './drafts';
import { judgeRow, judgeRowState } from './judge';
import { draftRowOf } from './make-drafts';
import { resolveEdits } from './resolve';
import { fieldText, isEmptyText, isUnconfirmable } from '#contract/exact-json/field-text';
import { storedValueIssueOf } from '#contract/value-issue';

export interface UndoDeps {
  readonly drafts: Drafts;
  readonly reader: Pick<CacheReader, 'records'>;
}

const sharedEdits = z.array(fieldEdit);

/**
 * Creates drafts that follow from an edit job. They are checked like all others and never sent automatically.
 */
export class FollowUpDrafts {
  readonly #drafts: Drafts;
  readonly #reader: UndoDeps['reader'];

  constructor({ drafts, reader }: UndoDeps) {
    this.#drafts = drafts;
    this.#reader = reader;
  }

  /**
   * Creates a draft that undoes the job: each changed field goes back to its earlier value. A record
   * changed again since is a conflict.
   */
  undo(job: Job, jobRows: readonly JobRow[]): Draft {
    const resource = job.kind.resource;
    const descriptor = resourceNamed(resource);
    const appliedLines = linesOf(jobRows)
      .map((row) => ({
        ...row.input,
        isSentUnconfirmed: (field: string) => isUnconfirmed(descriptor, row, field),
        fields: appliedIn(row),
      }))
      .filter(({ fields }) => fields.length > 0);
    // The value before an unconfirmed clear is unknown and cannot be restored.
    const lines = appliedLines
      .map((line) => ({
        ...line,
        fields: line.fields.filter((edit) => !isUnconfirmable(descriptor.fields[edit.field] ?? {}, edit)),
      }))
      .filter(({ fields }) => fields.length > 0);
    if (lines.length === 0 && appliedLines.length > 0)
      throw fail('refused', { detail: { code: 'value-before-unknown' } });
    const records = this.#recordsOf(
      resource,
      lines.map(({ key }) => key),
    );
    const rows = lines.map(({ key, title, subtitle, fields, isSentUnconfirmed }): NewDraftRow => {
      const raw = records.get(key)?.raw;
      /** True for a sent value that the service does not show (wire facts B2) but may have stored. */
      const isHidden = (field: string): boolean =>
        isSentUnconfirmed(field) &&
        raw !== undefined &&
        isEmptyText(fieldText(raw, field, descriptor.fields[field] ?? {}));
      const restoredFields = fields.map(({ field, before = 'null', after }): DraftField => {
        const issue = storedValueIssueOf(descriptor.fields[field], before);
        return { field, before: isHidden(field) ? 'null' : after, after: before, issue };
      });
      const row = { fields: restoredFields, issue: null, state: judgeRowState(restoredFields) };
      return { key, title, subtitle, line: null, ...(raw ? judgeRow(descriptor, row, raw) : row) };
    });
    return this.#create(resource, 'undo', job, rows);
  }

  /** Creates a draft of failed and conflicting rows, from the current records. */
  draftRetry(job: Job, jobRows: readonly JobRow[]): Draft {
    const resource = job.kind.resource;
    const { fields: descriptors } = resourceNamed(resource);
    const shared = sharedEdits.parse(JSON.parse(String(job.facts['edits'] ?? '[]')));
    const lines = linesOf(jobRows).filter(isRetryable);
    const records = this.#recordsOf(
      resource,
      lines.map(({ input }) => input.key),
    );
    const rows = lines.flatMap(({ input }): NewDraftRow[] => {
      const record = records.get(input.key);
      const edits = input.fields.flatMap(({ field, before, after }): FieldEdit[] => {
        const sharedOfField = shared.filter((edit) => edit.field === field);
        const earlier = { field, ...(before === undefined ? {} : { before }), after, issue: null };
        const [resolved] = resolveEdits({ fields: descriptors }, '{}', sharedOfField, [earlier]);
        // Shared edits are applied again, so that items are added to the current list; unless the user gave this row
        // another value.
        return resolved?.after === after ? sharedOfField : [{ op: 'set', field, json: after }];
      });
      return record ? [{ ...draftRowOf(resource, record, edits), line: input.line }] : [];
    });
    return this.#create(resource, shared.length > 0 ? 'bulk' : retryOrigin(job), job, rows);
  }

  #recordsOf(resource: ResourceName, keys: readonly string[]) {
    return new Map([...this.#reader.records(resource, keys)].map((record) => [record.key, record]));
  }

  #create(resource: ResourceName, origin: Draft['origin'], job: Job, rows: NewDraftRow[]): Draft {
    if (rows.length === 0) throw fail('refused', { cause: 'no row of the job is left to be drafted' });
    const { id, restored } = job;
    return this.#drafts.create(
      { resource, kind: 'edit', origin, sourceJob: id, title: titleOfOne(rows), edits: [], restored },
      rows,
    );
  }
}

const linesOf = (rows: readonly JobRow[]): EditedRow[] =>
  rows.map((row) => ({ ...row, input: editLine.parse(row.input) }));

type EditedRow = Omit<JobRow, 'input'> & { readonly input: z.output<typeof editLine> };

/**
 * Returns the fields that the job changed, without those that the service ignored or that already had the
 * value.
 */
function appliedIn({ state, issue, input }: EditedRow): EditedRow['input']['fields'] {
  if ((state !== 'done' && state !== 'not-taken') || issue?.code === 'so-already') return [];
  // The fields of `not-confirmed` were sent, but no response shows their values: they count as applied.
  const unappliedFields = issue?.code === 'not-confirmed' ? {} : (issue?.fields ?? {});
  const unchangedFields = String(issue?.facts?.[UNCHANGED_FIELDS_FACT] ?? '').split(',');
  return input.fields.filter(
    ({ field }) => !Object.hasOwn(unappliedFields, field) && !unchangedFields.includes(field),
  );
}

/**
 * Returns true if no response may have shown a sent value. The issue of a row that was applied in part names only the
 * values that were not.
 */
const isUnconfirmed = ({ fields }: Resource, { state, issue }: EditedRow, field: string): boolean =>
  state === 'not-taken'
    ? fields[field]?.mayBeAbsent === true
    : issue?.code === 'not-confirmed' && Object.hasOwn(issue.fields ?? {}, field);

const isRetryable = ({ state, verified }: EditedRow): boolean =>
  ['refused', 'conflict', 'not-taken', 'not-sent'].includes(state) ||
  (state === 'unknown' && verified === false);
