/** One account's fee in a custodian's file. */
export interface FeeLine {
  readonly number: string;
  readonly cents: number;
}

/** The format of a custodian's fee file. */
interface FeeFileLayout {
  readonly separator: string;
  readonly header: readonly string[];
  readonly row: (line: FeeLine, end: string) => readonly string[];
}

/** `1234.50` */
const plain = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
/** `1,234.50` */
const grouped = (cents: number): string => plain(cents).replace(/\B(?=(\d{3})+\.)/g, ',');
/** `20260930` */
const compact = (end: string): string => end.replaceAll('-', '');
/** `09/30/2026` */
const slashed = (end: string): string => `${end.slice(5, 7)}/${end.slice(8)}/${end.slice(0, 4)}`;

const DEFAULT_LAYOUT: FeeFileLayout = {
  separator: ',',
  header: ['account_number', 'fee_amount', 'period_end'],
  row: (line, end) => [line.number, plain(line.cents), end],
};

/** Headings, separators, column order and amount formats differ by custodian, as in real files. */
const LAYOUTS: Readonly<Record<string, FeeFileLayout>> = {
  SWB: {
    separator: ',',
    header: ['Account Number', 'Fee Type', 'Management Fee', 'As Of'],
    row: (line, end) => [line.number, 'MF', plain(line.cents), slashed(end)],
  },
  NFS: {
    separator: '|',
    header: ['ACCT_NUM', 'ADV_FEE_AMT', 'FEE_THRU_DT', 'CCY'],
    row: (line, end) => [line.number, plain(line.cents), compact(end), 'USD'],
  },
  PER: {
    separator: ';',
    header: ['IPD', 'Account', 'Debit Amount'],
    row: (line, end) => [compact(end), line.number, plain(line.cents)],
  },
  IBK: {
    separator: '\t',
    header: ['Client Account ID', 'Invoice Amount', 'Invoice Date'],
    row: (line, end) => [line.number, plain(line.cents), compact(end)],
  },
  TIA: {
    separator: ',',
    header: ['Contract', 'Fee'],
    row: (line) => [line.number, grouped(line.cents)],
  },
  APX: {
    separator: ',',
    header: ['Account', 'Amount', 'Description'],
    row: (line, end) => [line.number, plain(line.cents), `Advisory fee, period ending ${slashed(end)}`],
  },
};

/**
 * Returns the text of a custodian's fee file: a heading line and one line per account, each ending with CR LF. `end` is
 * the end of the period, as `2026-09-30`.
 */
export function feeCsv(custodian: string, lines: readonly FeeLine[], end: string): string {
  const layout = LAYOUTS[custodian] ?? DEFAULT_LAYOUT;
  const quoted = (cell: string): string =>
    cell.includes(layout.separator) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell;
  const row = (cells: readonly string[]): string => `${cells.map(quoted).join(layout.separator)}\r\n`;
  return row(layout.header) + lines.map((line) => row(layout.row(line, end))).join('');
}
