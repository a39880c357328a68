import { listRows } from './separated-text';
import { unguardFormula } from './spreadsheet-cells';

/**
 * Tax IDs as typed (spec 2.2, 4.3). Both types have nine digits, so leading zeros matter: an SSN (or ITIN) is
 * 123-45-6789, an EIN 12-3456789.
 */
export type TaxIdType = 'ssn' | 'tax_id';

/** Maximum number of values or tokens at a time. */
export const MAX_TAX_IDS = 5_000;

export const TAX_ID_LABELS: Readonly<Record<TaxIdType, string>> = { ssn: 'SSN', tax_id: 'EIN' };

/** Issues with a line. The renderers have the sentences; no code contains a digit of a value. */
export const TAX_ID_ISSUES = [
  // Typed values, and values in the service's response.
  'characters',
  'dashes',
  'lost-zero',
  'digits',
  'ssn-prefix',
  'ssn-zeros',
  'ein-prefix',
  'several-columns',
  // Tokens.
  'plain-tax-id',
  'empty',
  'spaces',
  'no-token-form',
  'no-token',
  // The service's response.
  'not-known',
  'not-taken',
  'no-answer-token',
  'answer-characters',
  'answer-digits',
  'answers-differ',
  'answer-without-token',
  'echoed',
  'bad-token',
  'shared-token',
  // This app.
  'forgotten',
] as const;
export interface TaxIdIssue {
  readonly code: (typeof TAX_ID_ISSUES)[number];
  /** Number of digits. */
  readonly digits?: number | undefined;
  /** The first two or three digits, which no valid number has. */
  readonly prefix?: string | undefined;
}

const SSN = /^(\d{3})-(\d{2})-(\d{4})$/;
const EIN = /^(\d{2})-(\d{7})$/;
/** What may separate digits: spaces, dashes of any kind, dots, slashes, invisible marks. */
const GAP = String.raw`[\s\p{Pd}\p{Cf}\u2212._/]{0,3}`;
/** Nine digits of any script, including full width, grouped like a tax ID. */
const NINE = String.raw`(?:\p{Nd}{3}${GAP}\p{Nd}{2}${GAP}\p{Nd}{4}|\p{Nd}{2}${GAP}\p{Nd}{7})`;
/** Matches every run of digits that could be a tax ID. */
export const TAX_IDS = new RegExp(String.raw`(?<!\p{Nd})${NINE}(?!\p{Nd})`, 'gu');
/** A tax ID inside longer text; not the digits of a token. */
const INSIDE = new RegExp(String.raw`(?<![\w-])${NINE}(?![\w-])`, 'u');

/** Returns whether text contains what could be a plain tax ID; such text is never stored. */
export const holdsTaxId = (text: string): boolean => INSIDE.test(text);

/** Nine digits without dashes, as in account numbers and IDs. */
const BARE_NINE = /(?<!\p{Nd})\p{Nd}{9}(?!\p{Nd})/gu;

/** Returns whether text contains what could be a tax ID with dashes or other separators. */
export const holdsSeparatedTaxId = (text: string): boolean => holdsTaxId(text.replaceAll(BARE_NINE, ''));

/** Returns nine digits with the dashes of their type; anything else unchanged. */
export function withDashes(value: string, type: TaxIdType | null): string {
  const digits = value.replace(/[-\s]/g, '');
  if (type === null || !/^\d{9}$/.test(digits)) return value;
  return type === 'ssn'
    ? `${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5)}`
    : `${digits.slice(0, 2)}-${digits.slice(2)}`;
}

/** Returns a masked tax ID: only its type, no digits. */
export function maskedTaxId(type: TaxIdType | null): string {
  if (type === null) return '•••••••••';
  return type === 'ssn' ? '•••-••-••••' : '••-•••••••';
}

/** Returns typed text with dashes inserted; digits beyond the ninth stay visible. */
export function typedTaxId(text: string, type: TaxIdType): string {
  if (!/^\s*[\d-]*$/.test(text)) return text;
  const digits = text.replace(/\D/g, '');
  const cuts = type === 'ssn' ? [3, 5] : [2];
  const parts = [...cuts, Infinity].map((end, index) => digits.slice(cuts[index - 1] ?? 0, end));
  return parts.filter(Boolean).join('-');
}

export type CheckedTaxId =
  | {
      readonly ok: true;
      /** With dashes. */
      readonly value: string;
      readonly type: TaxIdType;
      /** Well-formed, but no such number is issued: probably a typo. */
      readonly warning: TaxIdIssue | null;
    }
  | { readonly ok: false; readonly problem: TaxIdIssue };

/** Parses one tax ID. Dashes determine its type; nine digits without dashes have `typeWithoutDashes`. */
export function checkTaxId(text: string, typeWithoutDashes: TaxIdType): CheckedTaxId {
  const value = text.trim().replace(/[‐‑–—]/g, '-');
  if (SSN.test(value)) return validTaxId(value, 'ssn');
  if (EIN.test(value)) return validTaxId(value, 'tax_id');
  if (/^\d{9}$/.test(value)) return validTaxId(withDashes(value, typeWithoutDashes), typeWithoutDashes);
  return { ok: false, problem: issueOf(value) };
}

const validTaxId = (value: string, type: TaxIdType): CheckedTaxId => ({
  ok: true,
  value,
  type,
  warning: type === 'ssn' ? ssnWarning(value) : einWarning(value),
});

/** Returns what is wrong, without repeating the value. */
function issueOf(value: string): TaxIdIssue {
  if (/[^\d\s-]/.test(value)) return { code: 'characters' };
  const digits = value.replace(/\D/g, '').length;
  if (digits === 9) return { code: 'dashes' };
  return { code: digits === 8 || digits === 7 ? 'lost-zero' : 'digits', digits };
}

/** Social Security Administration: no area 000 or 666, no group 00, no serial 0000; 900 to 999 are ITINs. */
function ssnWarning(value: string): TaxIdIssue | null {
  const [, area = '', group = '', serial = ''] = SSN.exec(value) ?? [];
  if (area === '000' || area === '666') return { code: 'ssn-prefix', prefix: area };
  if (group === '00' || serial === '0000') return { code: 'ssn-zeros' };
  return null;
}

/** Internal Revenue Service: prefixes that are not issued. */
const UNISSUED_EIN_PREFIXES = new Set([
  '00',
  '07',
  '08',
  '09',
  '17',
  '18',
  '19',
  '28',
  '29',
  '49',
  '69',
  '70',
  '78',
  '79',
  '89',
]);
function einWarning(value: string): TaxIdIssue | null {
  const prefix = value.slice(0, 2);
  return UNISSUED_EIN_PREFIXES.has(prefix) ? { code: 'ein-prefix', prefix } : null;
}

/** One line of a paste or file: its position and its relevant cell. */
export interface ListLine {
  /** From 1. */
  readonly number: number;
  readonly text: string;
}

/** How the column of a list is found among others. */
interface ColumnRules {
  readonly fits: (cell: string) => boolean;
  /** Matches a heading that names the column, with spaces instead of other separators. */
  readonly heading: RegExp;
  /** How much a cell that fits says for its column; at least 1. */
  readonly weight: (cell: string) => number;
}

/** The non-empty lines of a list, without its heading. */
interface ColumnLines {
  readonly lines: readonly ListLine[];
  /** True if another column fits at least half as well, so that the lines may be from the wrong one. */
  readonly isAmbiguous: boolean;
}

/**
 * Returns the lines of a paste or file. Of several columns, uses the one that a heading names, else the one whose cells
 * fit best.
 */
function listLines(text: string, { fits, heading, weight }: ColumnRules): ColumnLines {
  const rows = listRows(text).map((row) => ({ ...row, cells: row.cells.map(unguardFormula) }));
  // Not `Math.max(...)`: a paste may have more lines or columns than a call can have arguments.
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const weights = Array.from({ length: width }, (_, index) =>
    rows.reduce((sum, { cells }) => {
      const cell = cells[index] ?? '';
      return fits(cell) ? sum + weight(cell) : sum;
    }, 0),
  );
  const named = weights.map((total, index) => {
    const cell = rows[0]?.cells[index] ?? '';
    return total > 0 && isHeading(cell) && heading.test(cell.replace(/[^a-z]+/gi, ' '));
  });
  const scores = named.includes(true) ? weights.map((total, index) => (named[index] ? total : 0)) : weights;
  const column = scores.reduce((best, score, index) => (score > (scores[best] ?? 0) ? index : best), 0);
  const isAmbiguous = scores.some(
    (score, index) => index !== column && score > 0 && score >= (scores[column] ?? 0) / 2,
  );
  const lines = rows.map(({ number, cells }) => ({ number, text: cells[column] ?? '' }));
  const [first, ...otherLines] = lines;
  const hasHeading =
    first && otherLines.length > 0 && isHeading(first.text) && otherLines.some((line) => fits(line.text));
  return { lines: hasHeading ? otherLines : lines, isAmbiguous };
}

/** Text rather than a value: "Tax ID", "ssn", "TIN / EIN", "tax_id_token". */
const isHeading = (text: string): boolean => /^[a-z][a-z /_.()-]*$/i.test(text);

export interface CheckedLine extends ListLine {
  readonly checked: CheckedTaxId;
}

/** Account numbers may have nine digits too, but rarely with the dashes of a tax ID. */
const DASHED_WEIGHT = 10;

/**
 * Parses a list of tax IDs, typed, pasted or from a file. If they may be in one of several columns, no line is valid:
 * tokens of other numbers would look right.
 */
export function taxIdLines(text: string, typeWithoutDashes: TaxIdType): CheckedLine[] {
  const { lines, isAmbiguous } = listLines(text, {
    fits: (cell) => checkTaxId(cell, typeWithoutDashes).ok,
    heading: /\b(ssns?|eins?|i?tins?|tax ?ids?)\b/i,
    weight: (cell) => (/^\d+$/.test(cell) ? 1 : DASHED_WEIGHT),
  });
  return lines.map((line) => ({
    ...line,
    checked: isAmbiguous
      ? { ok: false, problem: { code: 'several-columns' } }
      : checkTaxId(line.text, typeWithoutDashes),
  }));
}

/** Returns why a text cannot be a token, or null. Tokens have no documented form. */
export function tokenProblem(text: string): TaxIdIssue | null {
  if (holdsTaxId(text)) return { code: 'plain-tax-id' };
  if (text === '') return { code: 'empty' };
  if (/\s/.test(text)) return { code: 'spaces' };
  if (text.length > 200 || !/^[\x21-\x7e]+$/.test(text)) return { code: 'no-token-form' };
  return null;
}

/** A number, date or amount, which is rarely a token. */
const isNumeric = (cell: string): boolean => /^[\d.,:/$%()+-]*$/.test(cell);
const MAX_TOKEN_WEIGHT = 40;

/**
 * Parses a list of tokens. Only cells with a digit decide which column has them: a column of words would also fit.
 * Tokens are longer than line and account numbers.
 */
export const tokenLines = (text: string): (ListLine & { readonly problem: TaxIdIssue | null })[] =>
  listLines(text, {
    fits: (cell) => tokenProblem(cell) === null && /\d/.test(cell),
    heading: /\btokens?\b/i,
    weight: (cell) => (isNumeric(cell) ? 1 : Math.min(cell.length, MAX_TOKEN_WEIGHT)),
  }).lines.map((line) => ({ ...line, problem: tokenProblem(line.text) }));
