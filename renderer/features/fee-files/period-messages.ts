import type { ExportCellType } from '#contract/export-format';
import { custodianOrUnknown } from '#contract/fields';
import { isZeroText, withSign } from '#contract/format-value';
import { count, countOf, formatMoney, formatSignedMoney, formatValue } from '../../ui/format';
import type { Amount, PeriodChange, PeriodRow } from './period-rows';

const NO_AMOUNT = {
  'no-file': 'No file',
  'other-length': 'Different period length',
  'no-amount': 'No amount',
  'not-reconciled': 'Not reconciled',
  absent: 'Not in the file',
} as const satisfies Record<(Amount & { known: false })['reason'], string>;

export const amountText = (amount: Amount): string =>
  amount.known ? formatMoney(amount.sum) : NO_AMOUNT[amount.reason];

/** Returns a signed change in percent, "+1.20%"; "less than 0.01%" if it would round to zero. */
const signedPercent = (percent: string, change: string): string =>
  isZeroText(percent) && !isZeroText(change)
    ? 'less than 0.01%'
    : withSign(percent, formatValue({ kind: 'percent' }, percent.replace(/^-(?=0*(\.0*)?$)/, '')));

/**
 * Returns a change as two lines: the difference and the earlier period; or, if the difference is unknown, the
 * earlier amount (or why there is none) and its period.
 */
export function changeLines({
  label,
  before,
  difference,
}: PeriodChange): readonly [what: string, from: string] {
  if (difference)
    return [
      formatSignedMoney(difference.amount),
      difference.percent === null
        ? `from ${formatMoney('0')} in ${label}`
        : `${signedPercent(difference.percent, difference.amount)} from ${label}`,
    ];
  return [amountText(before), `in ${label}`];
}

/** Returns the title of a row: its period, its custodian, or "2 files not reconciled". */
export function rowTitle({ kind, label, custodian, fileIds }: PeriodRow): string {
  if (kind === 'period') return label;
  return kind === 'custodian'
    ? custodianOrUnknown(custodian)
    : `${countOf(fileIds.length, 'file', 'files')} not reconciled`;
}

interface ExportedColumn {
  readonly heading: string;
  readonly type: ExportCellType;
  readonly cell: (row: PeriodRow) => string;
}

/** Returns an unformatted amount for sums in a spreadsheet, or why there is none. */
const unformattedAmount = (amount: Amount): string => (amount.known ? amount.sum : NO_AMOUNT[amount.reason]);
const comparedColumns = (
  priorPeriod: string,
  changeIn: (row: PeriodRow) => PeriodChange | null,
): ExportedColumn[] => [
  { heading: `Prior ${priorPeriod}`, type: 'text', cell: (row) => changeIn(row)?.label ?? '' },
  {
    heading: `Debited prior ${priorPeriod}`,
    type: 'money',
    cell: (row) => {
      const change = changeIn(row);
      return change ? unformattedAmount(change.before) : '';
    },
  },
  {
    heading: `Change from prior ${priorPeriod}`,
    type: 'money',
    cell: (row) => changeIn(row)?.difference?.amount ?? '',
  },
  {
    heading: `Change from prior ${priorPeriod} (%)`,
    type: 'percent',
    cell: (row) => changeIn(row)?.difference?.percent ?? '',
  },
];

const EXPORTED_COLUMNS: readonly ExportedColumn[] = [
  { heading: 'Period', type: 'text', cell: ({ label }) => label },
  { heading: 'Period end', type: 'date', cell: ({ endDate }) => endDate },
  {
    heading: 'Custodian',
    type: 'text',
    cell: (row) => (row.kind === 'period' ? 'All custodians' : rowTitle(row)),
  },
  { heading: 'Fee upload files', type: 'number', cell: ({ fileIds }) => String(fileIds.length) },
  { heading: 'File IDs', type: 'text', cell: ({ fileIds }) => fileIds.join(', ') },
  {
    heading: 'Accounts',
    type: 'number',
    cell: ({ accounts }) => (accounts === null ? '' : String(accounts)),
  },
  {
    heading: 'Debited',
    type: 'money',
    cell: ({ amount, partialSum }) => partialSum?.sum ?? unformattedAmount(amount),
  },
  ...comparedColumns('quarter', ({ quarter }) => quarter),
  ...comparedColumns('year', ({ year }) => year),
  {
    heading: 'Note',
    type: 'text',
    cell: ({ partialSum }) => (partialSum ? excludedFilesText(partialSum.filesWithoutAmount) : ''),
  },
];

/** "Excludes 2 files with no amount". */
export const excludedFilesText = (files: number): string =>
  `Excludes ${count(files)} ${files === 1 ? 'file' : 'files'} with no amount`;

/** Returns the table for export to a file. */
export const exportedTable = (rows: readonly PeriodRow[]) => ({
  list: 'fees by period',
  headings: EXPORTED_COLUMNS.map(({ heading }) => heading),
  types: EXPORTED_COLUMNS.map(({ type }) => type),
  rows: rows.map((row) => EXPORTED_COLUMNS.map(({ cell }) => cell(row))),
});
