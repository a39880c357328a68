import type { EntryMapping, LineKind } from '#contract/features/reconcile/reconciliation';
import type { FoundAccount } from '../../cache/query/account-lookup';
import { encodeLineIssue } from '#contract/line-issues';
import type { FileRow } from '../../files/tables/table';
import { copySubstring } from '../../files/tables/text';
import { parseAmount } from './amounts';
import { accountNumberIn, normalizeAccountNumber } from './numbers';

/** One fee line with its account in the cache. */
export interface ReconciledLine {
  /** Position in the list of lines. */
  readonly at: number;
  readonly mapping: EntryMapping;
  /** Line in the file, or row of the sheet, from 1 (FileRow.number). */
  readonly lineNumber: number;
  /** The account number as written, with leading zeros but without spreadsheet escapes (accountNumberIn). */
  readonly number: string;
  /** The number without dashes, spaces and case, for comparison. */
  readonly folded: string;
  /** The amount as written. */
  readonly written: string;
  /** Exact decimal text; null if it cannot be read. */
  readonly amount: string | null;
  account: FoundAccount | null;
  /** Kinds of findings, one bit of `KIND_BITS` each. */
  kinds: number;
  /** Codes and facts (contract/line-issues). */
  issue: string;
}

/** The order of a line's kinds, on screen and in sealed tables. */
const KIND_ORDER: readonly LineKind[] = [
  'unmatched',
  'ambiguous',
  'other-custodian',
  'closed',
  'stale',
  'direct-billed',
  'duplicate',
  'negative',
  'zero',
  'unreadable',
  'new',
  'gone',
];
/** One bit per kind, so that fifty thousand lines need no arrays. */
export const KIND_BITS = Object.fromEntries(KIND_ORDER.map((kind, index) => [kind, 1 << index])) as Record<
  LineKind,
  number
>;
export const kindsIn = (bits: number): LineKind[] =>
  KIND_ORDER.filter((kind) => (bits & KIND_BITS[kind]) !== 0);
/** Kinds that need review; new and removed accounts are reported but are not errors. */
export const NEEDS_REVIEW = KIND_ORDER.filter((kind) => kind !== 'new' && kind !== 'gone').reduce(
  (bits, kind) => bits | KIND_BITS[kind],
  0,
);

/** A summary line below the fees: a word for a sum instead of an account number. */
const SUMMARY = /\b(grand )?(total|totals|sum|count|records?|trailer|end of file|eof)\b/i;
const hasDigit = (text: string): boolean => /\d/.test(text);

/**
 * Maximum length of a stored cell; no account number or amount is longer, and all lines must fit into memory.
 */
const MAX_CELL_LENGTH = 200;
const boundedCell = (cell = ''): string =>
  cell.length > MAX_CELL_LENGTH ? copySubstring(cell.slice(0, MAX_CELL_LENGTH)).trim() : cell.trim();

/** Collects the fees from the rows of the archive's files. */
export class FeeLineReader {
  readonly lines: ReconciledLine[] = [];
  /** Number of summary lines by file name. */
  readonly summaries = new Map<string, number>();

  /** Adds one row of a file; `index` counts rows that are not empty from 0, and includes the headings. */
  add(mapping: EntryMapping, index: number, { number: lineNumber, cells }: FileRow): void {
    if (mapping.heading !== null && index <= mapping.heading) return;
    const number = accountNumberIn(boundedCell(cells[mapping.account]));
    const written = boundedCell(cells[mapping.amount]);
    if (!hasDigit(number)) {
      if (cells.every((cell) => cell.trim() === '')) return;
      if (cells.some((cell) => SUMMARY.test(cell))) {
        this.summaries.set(mapping.entry, (this.summaries.get(mapping.entry) ?? 0) + 1);
        return;
      }
    }
    const amount = parseAmount(written, mapping.notation);
    const isReadable = amount !== null && number !== '';
    this.lines.push({
      at: this.lines.length,
      mapping,
      lineNumber,
      number,
      folded: normalizeAccountNumber(number),
      written,
      amount,
      account: null,
      kinds: isReadable ? 0 : KIND_BITS.unreadable,
      issue: isReadable
        ? ''
        : number === ''
          ? encodeLineIssue('no-account-number')
          : encodeLineIssue('no-amount', written),
    });
  }
}
