import { z } from 'zod';
import { wantedField } from '../../../preload/contract/creation';
import { editLine } from '../../../preload/contract/edit';
import type { Job, JobRow, RowState } from '../../../preload/contract/job';
import type { EngineClient } from '../../bridge';
import type { GridColumn } from '../../grid/types';
import { editCells, editColumns, sharedFields } from './edit-columns';
import {
  INCOMPLETE,
  missedOf,
  outcomeOf,
  rowRemark,
  rowWords,
  sharedEdits,
  writingOf,
} from './outcome-words';
import type { StatedRows } from './rows-by-state.svelte';

/** As every kind of row has it; the fields of an edit, or of a record that is created. */
const line = editLine.partial({ fields: true }).extend({
  key: z.string().nullable(),
  body: z.array(wantedField).optional(),
  follow: z.array(wantedField).optional(),
});

/** What is known of the record that a row writes, whatever is done to it. */
export function lineOf({ input }: Pick<JobRow, 'input'>) {
  const { fields, body = [], follow = [], ...rest } = line.parse(input);
  return { ...rest, fields: fields ?? [...body, ...follow] };
}

/** Whether some rows have something to be told: why they were left, or that nobody knows. */
export const isTold = ({ counts }: Pick<Job, 'counts'>): boolean =>
  missedOf({ counts }) + counts.unknown + counts.skipped > 0;

/** Columns of what was sent: one for each field that all rows share, or one for all where each has its own. */
export function jobColumns(job: Pick<Job, 'kind' | 'facts' | 'counts'>): GridColumn[] {
  const { resource, doing } = writingOf(job.kind);
  const { origin } = job.facts;
  return editColumns(resource, sharedFields(sharedEdits(job)), {
    numbered: origin === 'import',
    changes: doing !== 'remove',
    told: isTold(job),
  });
}

/** The rows of a job that writes records, with what became of each. */
export function outcomeRows(
  engine: EngineClient,
  job: Job,
  columns: readonly GridColumn[],
): StatedRows<RowState, JobRow> {
  const { resource, doing } = writingOf(job.kind);
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
        ...lineOf(row),
        said: outcomeOf(row, job),
        remark: rowRemark(row, job),
        fresh: doing === 'create',
      }),
    ask: (state, offset, limit) =>
      engine.jobs.rows({ job: job.id, ...(state === undefined ? {} : { state }), offset, limit }),
  };
}
