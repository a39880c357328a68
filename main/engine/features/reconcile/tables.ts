import { LINE_COLUMNS, type LineColumn, type LineKind } from '#contract/features/reconcile/reconciliation';
import type { Cell } from '#contract/query';
import { separatedRows } from '#contract/separated-text';
import { csvText } from '../../files/tables/csv';
import { KIND_BITS, type ReconciledLine } from './lines';
import { lineIssuesText } from '#contract/features/reconcile/messages';
import { lineCell } from './pages';
import type { ResultWithSentences } from './evidence-result';

/** Tables of a reconciliation as CSV, for evidence packs and the result's hash. */

/**
 * Headings of the line table, and of copied lines. In the table, the kinds and issue columns hold codes, which do
 * not change with the wording.
 */
export const LINE_HEADINGS: Readonly<Record<LineColumn, string>> = {
  kinds: 'kinds',
  number: 'account number',
  amount: 'amount',
  name: 'account name',
  status: 'status',
  custodian: 'custodian',
  household: 'household',
  billed: 'billing method',
  closed_on: 'closed on',
  issue: 'issue',
  entry: 'file',
  line: 'line',
  written: 'amount as written',
};

const codesIn = (line: ReconciledLine): string =>
  (Object.keys(KIND_BITS) as LineKind[]).filter((kind) => (line.kinds & KIND_BITS[kind]) !== 0).join(' ');

/** Returns every line of the archive, followed by those of accounts missing since the previous period. */
export function linesCsv(lines: readonly ReconciledLine[], removedLines: readonly ReconciledLine[]): string {
  return csvText(tableRows(lines, removedLines));
}

function* tableRows(...lists: readonly (readonly ReconciledLine[])[]): Generator<(string | number | null)[]> {
  yield LINE_COLUMNS.map((column) => LINE_HEADINGS[column]);
  for (const lines of lists)
    for (const line of lines)
      yield LINE_COLUMNS.map((column) =>
        column === 'kinds' ? codesIn(line) : oneLine(lineCell(line, column)),
      );
}

/** Keeps each row on one line of text, so that it can be filtered without parsing CSV. */
const oneLine = (cell: Cell): Cell => (typeof cell === 'string' ? cell.replace(/[\r\n]+/g, ' ') : cell);

export const comparisonsCsv = (result: ResultWithSentences): string =>
  csvText([
    ['compared', 'outcome', 'record or prior period', 'file', 'details'],
    ...result.comparisons.map((item) => [item.title, item.outcome, item.expected, item.found, item.words]),
  ]);

export const custodiansCsv = (result: ResultWithSentences): string =>
  csvText([
    [
      'custodian',
      'files',
      'lines',
      'accounts',
      'total',
      'prior accounts',
      'prior total',
      'new',
      'gone',
      'change',
    ],
    ...result.custodians.map(({ before, ...now }) => [
      now.custodian,
      now.files,
      now.lines,
      now.accounts,
      now.sum,
      ...(before ? [before.accounts, before.sum, before.new, before.gone, before.change] : []),
    ]),
  ]);

/**
 * Returns the lines of a stored table with one kind, with headings and with issues as sentences. Nothing is
 * recomputed.
 */
export function linesOfKind(stored: string, kind: LineKind): string {
  const [headings = [], ...rows] = separatedRows(stored, ',').map(({ cells }) => cells);
  const [kinds, issue] = [LINE_COLUMNS.indexOf('kinds'), LINE_COLUMNS.indexOf('issue')];
  const matching = rows.filter((row) => {
    const codes = (row[kinds] ?? '').split(' ');
    // A missing account is reported only as missing.
    return codes.includes(kind) && (kind === 'gone' || !codes.includes('gone'));
  });
  return csvText([
    headings,
    ...matching.map((row) => row.map((cell, index) => (index === issue ? lineIssuesText(cell) : cell))),
  ]);
}
