import { fail } from '#contract/failure';
import { MAX_CODES } from '#contract/features/advisor-codes/schemas';
import { listRows, type ListRow } from '#contract/separated-text';
import { unguardFormula } from '#contract/spreadsheet-cells';
import { parseCustodian } from './custodian-text';

/** One pasted or imported line, without the guards of this app's exports. Empty texts: the line has no such value. */
export interface RawLine {
  /** Line number from 1; null for lines that do not come from a text. */
  readonly number: number | null;
  readonly custodian: string;
  readonly code: string;
  readonly firm: string;
}

type ColumnName = 'code' | 'custodian' | 'firm';
type Columns = Partial<Record<ColumnName, number>>;

/** Words that identify a column heading, including the custodians' own terms for a code. */
const HEADINGS: Readonly<Record<ColumnName, RegExp>> = {
  custodian: /\b(custodian|source|broker|platform)\b/,
  firm: /\bfirm\b/,
  code: /\b(code|codes|rep|g number|gnumber|master|ip number|advisor number)\b/,
};
const headingWords = (cell: string): string =>
  cell
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/**
 * Returns the lines of a pasted text or file, without empty lines or the heading. Columns are found by heading,
 * else by content; `isFirm` recognizes firm IDs and names. Fails with `refused` for a text that is not a list,
 * is empty, or has too many lines.
 */
export function readCodeLines(text: string, isFirm: (cell: string) => boolean = () => false): RawLine[] {
  const rows = rowsOf(text);
  const [first, ...rowsAfterFirst] = rows;
  const headingColumns = first && columnsByHeading(first.cells);
  const lines = headingColumns ? rowsAfterFirst : rows;
  if (lines.length === 0) throw fail('refused', { detail: { code: 'empty-list' } });
  if (lines.length > MAX_CODES)
    throw fail('refused', {
      detail: { code: 'long-list', facts: { lines: lines.length, maximum: MAX_CODES } },
    });
  const columns = headingColumns ?? columnsByContent(lines, isFirm);
  return lines.map(({ number, cells }) => {
    const cell = (name: ColumnName): string => cells[columns[name] ?? -1] ?? '';
    return { number, custodian: cell('custodian'), code: cell('code'), firm: cell('firm') };
  });
}

function rowsOf(text: string): ListRow[] {
  const rows = listRows(text);
  const broken = rows.find(({ hasUnclosedQuote }) => hasUnclosedQuote);
  if (broken) throw fail('refused', { detail: { code: 'open-quote', facts: { line: broken.number } } });
  return rows.map((row) => ({ ...row, cells: row.cells.map(unguardFormula) }));
}

function columnsByHeading(cells: readonly string[]): Columns | null {
  const words = cells.map(headingWords);
  const columns: Columns = {};
  // The code comes last, because a heading such as "Firm code" is about the firm.
  for (const name of ['custodian', 'firm', 'code'] as const) {
    const taken = Object.values(columns);
    const column = words.findIndex((word, index) => !taken.includes(index) && HEADINGS[name].test(word));
    if (column >= 0) columns[name] = column;
  }
  // A line such as "Rep 4" or MASTER may be a code; a heading has no digits and names the code.
  const isHeading = columns.code !== undefined && !/\d/.test(cells[columns.code] ?? '');
  return isHeading && (cells.length > 1 || /\b(code|number|rep|account)\b/.test(words[0] ?? ''))
    ? columns
    : null;
}

/** Chooses the columns with the most custodians and firms; the first other one that is mostly filled has the codes. */
function columnsByContent(rows: readonly ListRow[], isFirm: (cell: string) => boolean): Columns {
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  const share = (column: number, fits: (cell: string) => boolean): number =>
    rows.filter(({ cells }) => fits(cells[column] ?? '')).length / rows.length;
  const all = Array.from({ length: width }, (_, index) => index);
  const bestColumn = (among: readonly number[], minShare: number, fits: (cell: string) => boolean) =>
    among
      .map((column) => ({ column, share: share(column, fits) }))
      .filter((candidate) => candidate.share > minShare)
      .sort((a, b) => b.share - a.share)[0]?.column;
  const custodian = width > 1 ? bestColumn(all, 0.5, (cell) => parseCustodian(cell) !== null) : undefined;
  const others = all.filter((column) => column !== custodian);
  const filled = others.filter((column) => share(column, (cell) => cell !== '') > 0.5);
  // A firm's name identifies its column; plain numbers count as firms only next to a code column.
  const firmName =
    filled.length > 1 ? bestColumn(filled, 0, (cell) => isFirm(cell) && !/^\d+$/.test(cell)) : undefined;
  const code = filled.find((column) => column !== firmName) ?? others[0] ?? 0;
  const numbers = filled.filter((column) => column !== code);
  const firm = firmName ?? bestColumn(numbers, 0.5, (cell) => /^\d{1,12}$/.test(cell));
  return {
    code,
    ...(custodian === undefined ? {} : { custodian }),
    ...(firm === undefined ? {} : { firm }),
  };
}
