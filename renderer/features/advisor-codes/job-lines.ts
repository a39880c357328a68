import type { Connection } from '#contract/connection';
import type { Job, JobRow, RowState } from '#contract/job';
import type { EngineClient } from '../../bridge';
import type { GridColumn } from '../../grid/types';
import type { StatedRows } from '../../records/outcome/rows-by-state.svelte';
import { lineCells } from './job-columns';
import { codeLineStateLabel } from './job-messages';

interface Shown {
  readonly engine: EngineClient;
  readonly job: Job;
  readonly columns: readonly GridColumn[];
  readonly connection: Pick<Connection, 'application'>;
}

/** Returns the lines of a list of codes, for display in full or by state. */
export const codeLines = ({ engine, job, columns, connection }: Shown): StatedRows<RowState, JobRow> => ({
  id: job.id,
  total: job.total,
  counts: job.counts,
  columns,
  all: 'All lines',
  word: (state) => codeLineStateLabel(state, job, connection),
  cells: (row) => lineCells(row, job, connection),
  ask: (state, offset, limit) =>
    engine.jobs.rows({ job: job.id, ...(state === undefined ? {} : { state }), offset, limit }),
});
