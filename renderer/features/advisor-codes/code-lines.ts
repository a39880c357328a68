import type { Firm } from '#contract/features/advisor-codes/calls';
import type { Connection } from '#contract/connection';
import { rowState, type Job, type JobRow, type RowState } from '#contract/job';
import type { Cell } from '#contract/query';
import type { EngineClient } from '../../bridge';
import type { GridColumn } from '../../grid/types';
import { count, EMPTY } from '../../ui/format';
import { plainColumn, type RowsWithStates } from '../../records/outcome/rows-by-state.svelte';
import { codeLineStateLabel, isCreate, codeLineOf, lineStateLabel, lineMessage } from './job-messages';
import { custodianLabel, firmLabel } from './messages';

const cellText = (cell: Cell): string => (cell === null ? EMPTY : String(cell));
/**
 * Encodes a line's state, and whether the mapping confirms or contradicts it, in one cell, because a column's text and
 * tone get only the value of its cell.
 */
const stateCell = ({ state, verified }: Pick<JobRow, 'state' | 'verified'>): string =>
  verified === null ? state : `${state} ${verified ? 'verified' : 'unverified'}`;
function stateOf(cell: Cell): Pick<JobRow, 'state' | 'verified'> {
  const [state, verified] = String(cell).split(' ');
  return { state: rowState.parse(state), verified: verified === undefined ? null : verified === 'verified' };
}

/** Returns the columns of a job's lines. */
export function codeLineColumns(
  job: Pick<Job, 'kind'>,
  firms: readonly Firm[],
  connection: Pick<Connection, 'application'>,
): GridColumn[] {
  const statusOf = (cell: Cell) => lineStateLabel(stateOf(cell), job, connection);
  return [
    ...(isCreate(job) ? [plainColumn('number', 'Line', 60, { numeric: true })] : []),
    plainColumn('code', 'Code', 130),
    plainColumn('source', 'Custodian', 150, { text: (cell) => custodianLabel(cellText(cell)) }),
    plainColumn('state', 'State', 140, {
      text: (cell) => statusOf(cell).label,
      tone: (cell) => statusOf(cell).tone,
    }),
    plainColumn('accounts', 'Accounts', 90, {
      numeric: true,
      text: (cell) => (typeof cell === 'number' ? count(cell) : EMPTY),
    }),
    plainColumn('issue', 'Issue', 520),
    plainColumn('firm_id', 'Firm', 240, { text: (cell) => firmLabel(cell, firms) }),
  ];
}

function lineCells(
  row: JobRow,
  job: Pick<Job, 'kind' | 'checkedAt'>,
  connection: Pick<Connection, 'application'>,
): Readonly<Record<string, Cell>> {
  const { number, code, custodian, accounts, firmId } = codeLineOf(row);
  return {
    number,
    code: code === '' ? null : code,
    source: custodian,
    state: stateCell(row),
    issue: lineMessage(row, job, connection),
    accounts,
    firm_id: firmId,
  };
}

interface CodeLinesOptions {
  readonly engine: EngineClient;
  readonly job: Job;
  readonly columns: readonly GridColumn[];
  readonly connection: Pick<Connection, 'application'>;
}

/** Returns the lines of a list of codes, for display in full or by state. */
export const codeLines = ({
  engine,
  job,
  columns,
  connection,
}: CodeLinesOptions): RowsWithStates<RowState, JobRow> => ({
  id: job.id,
  total: job.total,
  counts: job.counts,
  columns,
  allLabel: 'All lines',
  labelOf: (state) => codeLineStateLabel(state, job, connection),
  cells: (row) => lineCells(row, job, connection),
  fetchRows: (state, offset, limit) =>
    engine.jobs.rows({ job: job.id, ...(state === undefined ? {} : { state }), offset, limit }),
});
