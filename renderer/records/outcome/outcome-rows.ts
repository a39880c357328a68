import { z } from 'zod';
import { wantedField } from '#contract/creation';
import { editLine, type EditLine } from '#contract/edit';
import type { Job, JobRow, RowState } from '#contract/job';
import type { EngineClient } from '../../bridge';
import type { GridColumn } from '../../grid/types';
import { editCells, editColumns, sharedFields } from './edit-columns';
import {
  INCOMPLETE,
  failedCount,
  rowOutcomeLabel,
  outcomeIssue,
  rowStateLabel,
  sharedEdits,
} from './outcome-messages';
import { rowIssueText } from './row-issue-messages';
import type { RowsWithStates } from './rows-by-state.svelte';

/** The input of any row: `fields` are those of an edit, `body` and `follow` those of a new record. */
const rowInput = editLine.partial({ fields: true }).extend({
  key: z.string().nullable(),
  body: z.array(wantedField).optional(),
  follow: z.array(wantedField).optional(),
});

/** Returns what is known of the record that a row writes. */
export function jobRowInput({ input }: Pick<JobRow, 'input'>) {
  const { fields, body = [], follow = [], ...others } = rowInput.parse(input);
  const edited: EditLine['fields'] = fields ?? [...body, ...follow];
  return { ...others, fields: edited };
}

/** Returns true if rows have issues: they failed or were skipped, or their outcome is unknown. */
export const hasOutcomeIssues = ({ counts }: Pick<Job, 'counts'>): boolean =>
  failedCount({ counts }) + counts.unknown + counts.skipped > 0;

/** Returns true if all rows have the same state. */
export const hasOneState = ({ counts }: Pick<Job, 'counts'>): boolean =>
  Object.values(counts).filter((rows) => rows > 0).length === 1;

/**
 * Returns the columns of a job: two per field, before and after, if all rows share the fields; else one for all
 * changes. With `hidesState`, a narrow window leaves out the state, because all rows have the same.
 */
export function jobColumns(job: Pick<Job, 'kind' | 'facts' | 'counts'>, hidesState = false): GridColumn[] {
  const { resource, operation } = job.kind;
  const { origin } = job.facts;
  return editColumns(resource, sharedFields(sharedEdits(job)), {
    hasLineNumbers: origin === 'import',
    hasChanges: operation !== 'remove',
    hasIssues: hasOutcomeIssues(job),
    hasOneState: hidesState,
  });
}

/** Returns the note of a row; for a skipped one, the errors of all its fields, as in its draft. */
export function outcomeRowIssue(row: JobRow, job: Job): string | null {
  if (row.state !== 'skipped') return outcomeIssue(row, job);
  const { resource } = job.kind;
  const errors = jobRowInput(row).fields.flatMap(({ field, issue }) =>
    issue ? [rowIssueText(resource, { ...issue, facts: { ...issue.facts, field } })] : [],
  );
  // The row's own issue is that of its first invalid field if it names one.
  const showsRowIssue = row.issue?.facts?.['field'] === undefined || errors.length === 0;
  return [...(showsRowIssue ? [outcomeIssue(row, job)] : []), ...errors].filter(Boolean).join(' ') || null;
}

/** Returns the rows of a job that writes records, with their outcomes. */
export function outcomeRows(
  engine: EngineClient,
  job: Job,
  columns: readonly GridColumn[],
): RowsWithStates<RowState, JobRow> {
  const { resource, operation } = job.kind;
  const fields = columns.flatMap(({ name }) =>
    name.startsWith('after ') ? [name.slice('after '.length)] : [],
  );
  return {
    id: job.id,
    total: job.total,
    counts: job.counts,
    columns,
    allLabel: 'All',
    labelOf: (state) =>
      (state === 'refused' && job.incomplete === job.counts.refused ? INCOMPLETE : rowStateLabel(state, job))
        .label,
    cells: (row) =>
      editCells(resource, fields, {
        ...jobRowInput(row),
        status: rowOutcomeLabel(row, job),
        issue: outcomeRowIssue(row, job),
        isNew: operation === 'create',
      }),
    fetchRows: (state, offset, limit) =>
      engine.jobs.rows({ job: job.id, ...(state === undefined ? {} : { state }), offset, limit }),
  };
}
