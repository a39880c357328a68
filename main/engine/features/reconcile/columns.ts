import type { Confidence, Guess, GuessReason } from '#contract/features/reconcile/findings';
import { detectNotation, parseAmount } from './amounts';
import { accountHeadingPoints, amountHeadingPoints } from './headings';
import { accountNumberIn } from './numbers';

/** Detects account number and amount columns by heading and content. */

/** A column of a file's first lines, without the heading. */
export interface FileColumn {
  readonly heading: string;
  readonly cells: readonly string[];
  /** Share of its cells that are cached account numbers, 0 to 1; null if the whole archive has none. */
  readonly knownShare: number | null;
}

export interface ColumnGuess extends Guess {
  readonly column: number;
}

interface Scored {
  readonly column: number;
  readonly score: number;
  readonly reasons: GuessReason[];
}

/** Number of first lines that may be the headings. */
const MAX_HEADING_LINES = 10;
/** Minimum score, and lead over the next column, of a sure and of a likely guess. */
const SURE_GUESS = { score: 85, lead: 20 };
const LIKELY_GUESS = { score: 50, lead: 8 };
/** Minimum score of any guess. */
const MIN_SCORE = 20;

const share = (cells: readonly string[], test: (cell: string) => boolean): number =>
  cells.length === 0 ? 0 : cells.filter(test).length / cells.length;

const COMPACT_DATE = /^(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/;
const DATE = /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(T.*)?$|^\d{1,2}[-/.]\d{1,2}[-/.](\d{4}|\d{2})$/;
const isDate = (cell: string): boolean => DATE.test(cell) || COMPACT_DATE.test(cell);
/** Letters, digits, dashes, spaces and underscores with at least three digits; not an amount with decimals. */
const isNumberLike = (cell: string): boolean => {
  const number = accountNumberIn(cell);
  return /^[A-Za-z0-9][A-Za-z0-9 _-]{2,29}$/.test(number) && number.replace(/\D/g, '').length >= 3;
};
const hasLetter = (cell: string): boolean => /\p{L}/u.test(cell);

/** Returns the most common number of cells per line. */
function usualWidth(rows: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 0;
}

/**
 * Returns the position of the heading line: the first line of about the usual width, if its cells are all words.
 * Returns null otherwise; then the fees start with the first line.
 */
export function findHeadingLine(rows: readonly (readonly string[])[]): number | null {
  const width = usualWidth(rows);
  for (const [index, row] of rows.slice(0, MAX_HEADING_LINES).entries()) {
    const filled = row.map((cell) => cell.trim()).filter((cell) => cell !== '');
    if (row.length < width - 1 || filled.length < Math.min(2, width)) continue; // a title
    if (filled.every((cell) => hasLetter(cell) && !isNumberLike(cell) && !isDate(cell))) return index;
    return null; // a line of the usual width without words: the table has begun
  }
  return null;
}

/** Returns the column with the account numbers; null if none looks like one. */
export function guessAccount(columns: readonly FileColumn[]): ColumnGuess | null {
  return bestGuess(
    columns.map((column, index): Scored => {
      const cells = filledOf(column);
      const numberShare = share(cells, isNumberLike);
      const dates = share(cells, isDate);
      const distinct = new Set(cells).size / Math.max(1, cells.length);
      const headingPoints = accountHeadingPoints(column.heading);
      const decimals = share(cells, (cell) => /^[^A-Za-z]*\d[.,]\d{1,2}[^A-Za-z\d]*$/.test(cell));
      let score = headingPoints + 40 * numberShare - 60 * decimals;
      // Eight digits may be a date by chance: only a column full of them with few distinct values counts as
      // dates.
      if (dates > 0.95 && distinct < 0.6) score -= 80;
      // Account numbers rarely repeat; a few cells show nothing.
      if (cells.length > 4) score += distinct > 0.9 ? 10 : distinct < 0.2 ? -30 : 0;
      if (column.knownShare !== null && column.knownShare > 0) score += 20 + 50 * column.knownShare;
      return {
        column: index,
        score,
        reasons: accountReasons(column, cells.length, headingPoints, numberShare),
      };
    }),
  );
}

function accountReasons(
  column: FileColumn,
  examples: number,
  headingPoints: number,
  numberShare: number,
): GuessReason[] {
  const reasons = headingReasons(column, headingPoints);
  if (column.knownShare !== null && column.knownShare > 0)
    reasons.push({ code: 'known-accounts', share: column.knownShare, examples });
  else if (numberShare > 0.5) reasons.push({ code: 'like-accounts' });
  return reasons;
}

/** Returns the column with the amounts, other than the account column; null if none looks like one. */
export function guessAmount(columns: readonly FileColumn[], account: number | null): ColumnGuess | null {
  return bestGuess(
    columns.flatMap((column, index): Scored[] => {
      if (index === account) return [];
      const cells = filledOf(column);
      const { notation } = detectNotation(cells);
      const amounts = share(cells, (cell) => parseAmount(cell, notation) !== null);
      const decimals = share(cells, (cell) => /\d[.,]\d{2}\D*$/.test(cell));
      const headingPoints = amountHeadingPoints(column.heading);
      let score = headingPoints + 50 * amounts - (amounts < 0.5 ? 60 : 0) + 20 * decimals;
      if (share(cells, isDate) > 0.9) score -= 80;
      if (cells.length > 4 && new Set(cells).size === 1) score -= 20; // fees rarely are all the same
      return [{ column: index, score, reasons: amountReasons(column, headingPoints, amounts, decimals) }];
    }),
  );
}

function amountReasons(
  column: FileColumn,
  headingPoints: number,
  amounts: number,
  decimals: number,
): GuessReason[] {
  const reasons = headingReasons(column, headingPoints);
  if (amounts > 0.5) reasons.push({ code: 'amounts', share: amounts, cents: decimals > 0.5 });
  return reasons;
}

const headingReasons = (column: FileColumn, points: number): GuessReason[] =>
  points > 0 ? [{ code: 'heading', heading: column.heading.trim() }] : [];

/** Returns the notation of a column's amounts and the confidence in it. */
export function guessNotation(cells: readonly string[]): Guess & ReturnType<typeof detectNotation> {
  const evidence = detectNotation(cells);
  const { notation, shown, against } = evidence;
  if (against > 0)
    return {
      ...evidence,
      confidence: 'unsure',
      reasons: [{ code: 'mixed-notations', as: notation, shown, against }],
    };
  if (shown > 0)
    return {
      ...evidence,
      confidence: 'sure',
      reasons: [{ code: 'notation-example', example: evidence.example?.trim() ?? '' }],
    };
  return {
    ...evidence,
    confidence: 'unsure',
    reasons: [{ code: evidence.areWholeNumbers ? 'no-decimals' : 'no-evidence' }],
  };
}

function bestGuess(scored: readonly Scored[]): ColumnGuess | null {
  const [first, second] = [...scored].sort((a, b) => b.score - a.score);
  if (!first || first.score < MIN_SCORE) return null;
  const lead = first.score - Math.max(0, second?.score ?? 0);
  const confidence: Confidence = reaches(SURE_GUESS, first.score, lead)
    ? 'sure'
    : reaches(LIKELY_GUESS, first.score, lead)
      ? 'likely'
      : 'unsure';
  return { column: first.column, confidence, reasons: first.reasons };
}

const reaches = (bar: { score: number; lead: number }, score: number, lead: number): boolean =>
  score >= bar.score && lead >= bar.lead;

const filledOf = (column: FileColumn): string[] =>
  column.cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
