import type { Draft, DraftRow, FieldEdit } from '#contract/edit';
import type { JobFacts, Job, JobRow, RowIssue } from '#contract/job';
import type { NewDraftRow } from '../workspace/drafts/drafts';
import type { NewRow } from '../workspace/jobs/job-rows';

/** What differs between drafts that edit, create and delete records. */
export interface DraftHandler {
  /** Replaces all edits of one row. */
  saveRow(id: string, index: number, edits: readonly FieldEdit[]): Draft;
  /** Replaces the value of one field in a row; errors of its other values stay. */
  fix(id: string, index: number, field: string, json: string): Draft;
  /** Compares the rows with the service and updates their states. */
  check(id: string): Promise<Draft>;
  /** Returns the rows of the job that a draft becomes, and facts to add to the facts of the draft. */
  plan(draft: Draft, rows: readonly DraftRow[]): { readonly rows: NewRow[]; readonly facts?: JobFacts };
  /** Creates a draft that undoes what a job did, as far as possible. */
  undo(job: Job, rows: readonly JobRow[]): Draft;
  /** Creates a draft of what a job certainly did not do. */
  draftRetry(job: Job, rows: readonly JobRow[]): Draft;
}

/** Returns the title of the record if a draft has only one; null otherwise. */
export const titleOfOne = (rows: readonly NewDraftRow[]): string | null =>
  rows.length === 1 ? (rows[0]?.title ?? null) : null;

/**
 * Returns the origin of a job's retry: never the draft of a form or of a list's cells, because these are found by their
 * origin.
 */
export const retryOrigin = ({ facts: { origin } }: Job): Draft['origin'] =>
  origin === 'import' || origin === 'undo' || origin === 'plan' ? origin : 'bulk';

/** Returns the error of a row's first invalid field, which it names; null if every field is valid. */
export function firstFieldError({ fields }: Pick<DraftRow, 'fields'>): RowIssue | null {
  const field = fields.find(({ issue }) => issue !== null);
  if (!field?.issue) return null;
  return { ...field.issue, facts: { ...field.issue.facts, field: field.field } };
}
