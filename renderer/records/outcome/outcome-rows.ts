import { z } from 'zod';
import { wantedField } from '#contract/creation';
import { editLine } from '#contract/edit';
import type { Job, JobRow, RowState } from '#contract/job';
import type { EngineClient } from '../../bridge';
import type { GridColumn } from '../../grid/types';
import { editCells, editColumns, sharedFields } from './edit-columns';
import { INCOMPLETE, missedOf, outcomeText, outcomeIssue, rowWords, sharedEdits } from './outcome-messages';
import type { StatedRows } from './rows-by-state.svelte';

/** The common part of all rows; the fields of an edit, or of a new record. */
const line = editLine.partial({ fields: true }).extend({
  key: z.string().nullable(),
  body: z.array(wantedField).optional(),
  follow: z.array(wantedField).optional(),
});

/** Returns what is known of the record that a row writes. */
export function jobRowInput({ input }: Pick<JobRow, 'input'>) {
  const { fields, body = [], follow = [], ...rest } = line.parse(input);
  return { ...rest, fields: fields ?? [...body, ...follow] };
}

/** Returns true if rows have remarks: why they were skipped, or that their outcome is unknown. */
export const hasReportedOutcomes = ({ counts }: Pick<Job, 'counts'>): boolean =>
  missedOf({ counts }) + counts.unknown + counts.skipped > 0;

/** Returns the columns of a job: one per field if all rows share the fields, else one for all. */
export function jobColumns(job: Pick<Job, 'kind' | 'facts' | 'counts'>): GridColumn[] {
  const { resource, operation } = job.kind;
  const { origin } = job.facts;
  return editColumns(resource, sharedFields(sharedEdits(job)), {
    numbered: origin === 'import',
    changes: operation !== 'remove',
    told: hasReportedOutcomes(job),
  });
}

/** Returns the rows of a job that writes records, with their outcomes. */
export function outcomeRows(
  engine: EngineClient,
  job: Job,
  columns: readonly GridColumn[],
): StatedRows<RowState, JobRow> {
  const { resource, operation } = job.kind;
  const fields = columns.flatMap(({ name }) => (name.startsWith('field ') ? [name.slice(6)] : []));
  return {
    id: job.id,
    total: job.total,
    counts: job.counts,
    columns,
    all: 'All',
    word: (state) =>
      (state === 'refused' && job.incomplete === job.counts.refused ? INCOMPLETE : rowWords(state, job)).word,
    cells: (row) =>
      editCells(resource, fields, {
        ...jobRowInput(row),
        said: outcomeText(row, job),
        remark: outcomeIssue(row, job),
        fresh: operation === 'create',
      }),
    ask: (state, offset, limit) =>
      engine.jobs.rows({ job: job.id, ...(state === undefined ? {} : { state }), offset, limit }),
  };
}
