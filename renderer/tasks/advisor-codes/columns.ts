import type { CodeRow, Firm } from '../../../preload/contract/calls/advisor-codes';
import { codeWord } from '../../../preload/contract/fields';
import type { Cell } from '../../../preload/contract/query';
import type { MemoryRow } from '../../grid/memory-source';
import type { GridColumn } from '../../grid/types';
import { count, EMPTY, formatMoment } from '../../kit/format';
import { capital, custodianName, firmName, STATES } from './words';

const textual = (cell: Cell): string => (cell === null ? EMPTY : String(cell));
const column = (name: string, label: string, width: number, more: Partial<GridColumn> = {}): GridColumn => ({
  name,
  label,
  width,
  shown: true,
  numeric: false,
  filterable: false,
  text: textual,
  ...more,
});
const custodian = column('source', 'Custodian', 150, { text: (cell) => custodianName(textual(cell)) });
const accounts = column('accounts', 'Accounts', 90, {
  numeric: true,
  text: (cell) => (typeof cell === 'number' ? count(cell) : EMPTY),
});
const firm = (firms: readonly Firm[]): GridColumn =>
  column('firm_id', 'Firm', 240, { text: (cell) => firmName(cell, firms) });
const moment = (name: string, label: string, shown: boolean): GridColumn =>
  column(name, label, 160, { shown, text: (cell) => (cell === null ? EMPTY : formatMoment(String(cell))) });

const stateOf = (cell: Cell) => STATES[cell as keyof typeof STATES];

/** Columns of the list of codes; those of the record have its names. */
export const codeColumns = (firms: readonly Firm[]): GridColumn[] => [
  column('code', 'Code', 140),
  custodian,
  column('word', 'Called there', 130, { help: 'The custodian’s own word for an advisor code.' }),
  column('state', 'State', 190, {
    text: (cell) => stateOf(cell).word,
    tone: (cell) => stateOf(cell).tone,
    help: Object.values(STATES)
      .map(({ word, help }) => `${word}: ${help}`)
      .join(' '),
  }),
  accounts,
  firm(firms),
  moment('created_at_utc', 'Created', true),
  moment('updated_at_utc', 'Updated', false),
  column('id', 'Code id', 90, { shown: false }),
];

export const codeCells = (row: CodeRow): MemoryRow & { readonly row: CodeRow } => ({
  key: row.key,
  row,
  cells: {
    code: row.code,
    source: row.custodian,
    word: capital(codeWord(row.custodian ?? '')),
    state: row.state,
    accounts: row.accounts,
    firm_id: row.firmId,
    created_at_utc: row.createdAt,
    updated_at_utc: row.updatedAt,
    id: row.record,
  },
});
