import { lineIssuesText } from '#contract/features/reconcile/messages';
import { LINE_COLUMNS, type LineColumn } from '#contract/features/reconcile/reconciliation';
import { CUSTODIANS } from '#contract/fields';
import type { Cell } from '#contract/query';
import { ACCOUNT_STATUS, accounts, PAYMENT_SOURCE } from '#contract/resources/accounts';
import type { GridColumn } from '../../grid/types';
import { formatValue, type FormatOptions } from '../../ui/format';
import { exceptionToneOf } from '../../ui/tone';
import { names } from '../../records/names/names.svelte';

/** The columns of the list of lines. */

interface ColumnDescription {
  readonly label: string;
  readonly width: number;
  readonly shape: FormatOptions;
  readonly hidden?: boolean;
  /** A main column of the list: it always gets the width that its content needs. */
  readonly primary?: true;
  /** If the right edge cuts this column, it gives its width to truncated columns before it. */
  readonly yields?: true;
  readonly help?: string;
}

const text: FormatOptions = { kind: 'text' };

const COLUMNS: Readonly<Record<LineColumn, ColumnDescription>> = {
  number: { label: 'Account number', width: 130, shape: text, help: 'As written in the file.' },
  amount: { label: 'Amount', width: 110, shape: { kind: 'money' } },
  kinds: { label: 'Kind', width: 275, shape: text, primary: true },
  name: { label: 'Account', width: 190, shape: text },
  status: { label: 'Status', width: 90, shape: { kind: 'choice', labels: ACCOUNT_STATUS }, yields: true },
  custodian: { label: 'Custodian', width: 130, shape: { kind: 'choice', labels: CUSTODIANS } },
  household: { label: 'Household', width: 190, shape: { kind: 'id' } },
  billed: { label: 'Billing method', width: 120, shape: { kind: 'choice', labels: PAYMENT_SOURCE } },
  closed_on: { label: 'Closed on', width: 100, shape: { kind: 'date' } },
  issue: { label: 'Issue', width: 220, shape: text, primary: true },
  entry: { label: 'File', width: 220, shape: text },
  line: { label: 'Line', width: 70, shape: { kind: 'integer' }, help: 'Line in the file.' },
  written: { label: 'Amount as written', width: 120, shape: text, hidden: true },
};

const ORDER = Object.keys(COLUMNS) as LineColumn[];

export const isLineColumn = (name: string): name is LineColumn =>
  (LINE_COLUMNS as readonly string[]).includes(name);

export const reconciledLineColumns = (): GridColumn[] =>
  ORDER.map((name) => {
    const { label, width, shape, hidden, help, primary = false, yields = false } = COLUMNS[name];
    return {
      name,
      label,
      width,
      shown: hidden !== true,
      numeric: shape.kind === 'money' || shape.kind === 'integer',
      filterable: false,
      primary,
      yields,
      help,
      text: (cell: Cell) => {
        if (name === 'household') return names.shortText('households', cell);
        return name === 'issue' && typeof cell === 'string' ? lineIssuesText(cell) : formatValue(shape, cell);
      },
      ...(name === 'household' ? { exactText: (cell: Cell) => names.textOf('households', cell) } : {}),
      ...(name === 'status'
        ? { tone: (cell: Cell) => exceptionToneOf(accounts.fields.status.tones, cell) }
        : {}),
    };
  });

/** Returns the account of a line, from the line's key; null if none was matched. */
export const accountInKey = (key: string): string | null => key.slice(key.indexOf(':') + 1) || null;
