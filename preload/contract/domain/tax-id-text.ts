import { listRows } from './list-rows';

/**
 * Tax ids as people write them (spec 2.2, 4.3). Both kinds have nine digits, so leading zeros count: an SSN (also an
 * ITIN) is 123-45-6789, an EIN 12-3456789.
 */
export type TaxIdType = 'ssn' | 'tax_id';

/** The most values, or tokens, taken at a time. */
export const MOST_TAX_IDS = 5_000;

export const TAX_ID_WORDS: Readonly<Record<TaxIdType, string>> = { ssn: 'SSN', tax_id: 'EIN' };

/** What can be wrong or doubtful about a line. The words are the windows'; no digit of a value is in any of it. */
export const REMARK_CODES = [
  // Of a typed value, and of what the service answers as one.
  'characters',
  'dashes',
  'lost-zero',
  'digits',
  'ssn-prefix',
  'ssn-zeros',
  'ein-prefix',
  // Of a token.
  'plain-tax-id',
  'empty',
  'spaces',
  'no-token-form',
  'no-token',
  // Of the service's answer.
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
  // Of this program.
  'forgotten',
] as const;
export interface TaxIdRemark {
  readonly code: (typeof REMARK_CODES)[number];
  /** How many digits there are. */
  readonly digits?: number | undefined;
  /** The first two or three digits that no number has. */
  readonly prefix?: string | undefined;
}

const SSN = /^(\d{3})-(\d{2})-(\d{4})$/;
const EIN = /^(\d{2})-(\d{7})$/;
/** What people and programs put between its digits: spaces, dashes of any kind, dots, slashes, marks that are not seen. */
const GAP = String.raw`[\s\p{Pd}\p{Cf}\u2212._/]{0,3}`;
/** Nine digits of any script, full width too, as tax ids divide them. */
const NINE = String.raw`(?:\p{Nd}{3}${GAP}\p{Nd}{2}${GAP}\p{Nd}{4}|\p{Nd}{2}${GAP}\p{Nd}{7})`;
/** Every run of digits that could be a tax id, wherever it stands. */
export const TAX_IDS = new RegExp(String.raw`(?<!\p{Nd})${NINE}(?!\p{Nd})`, 'gu');
/** A tax id inside a longer text, however it is divided; not the digits of a token. */
const INSIDE = new RegExp(String.raw`(?<![\w-])${NINE}(?![\w-])`, 'u');

/** Whether a text holds something that could be a plain tax id: such texts are never kept. */
export const holdsTaxId = (text: string): boolean => INSIDE.test(text);

/** Nine digits with the dashes of their type; anything else, and any digits of an unknown type, as they are. */
export function withDashes(value: string, type: TaxIdType | null): string {
  const digits = value.replace(/[-\s]/g, '');
  if (type === null || !/^\d{9}$/.test(digits)) return value;
  return type === 'ssn'
    ? `${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5)}`
    : `${digits.slice(0, 2)}-${digits.slice(2)}`;
}

/** A tax ID that is not shown: of what type it is, and nothing of its digits. */
export function maskedTaxId(type: TaxIdType | null): string {
  if (type === null) return '•••••••••';
  return type === 'ssn' ? '•••-••-••••' : '••-•••••••';
}

/** What somebody has typed so far, with the dashes that belong there; digits beyond the ninth stay, to be seen. */
export function typedTaxId(text: string, type: TaxIdType): string {
  if (!/^\s*[\d-]*$/.test(text)) return text;
  const digits = text.replace(/\D/g, '');
  const cuts = type === 'ssn' ? [3, 5] : [2];
  const parts = [...cuts, Infinity].map((end, at) => digits.slice(cuts[at - 1] ?? 0, end));
  return parts.filter(Boolean).join('-');
}

export type CheckedTaxId =
  | {
      readonly ok: true;
      /** With dashes. */
      readonly value: string;
      readonly type: TaxIdType;
      /** It is well-formed, but no such number is given out: probably a typing error. */
      readonly doubt: TaxIdRemark | null;
    }
  | { readonly ok: false; readonly problem: TaxIdRemark };

/** Reads one tax id. Nine bare digits are of the kind `bare`; dashes say the kind by themselves. */
export function checkTaxId(text: string, bare: TaxIdType): CheckedTaxId {
  const value = text.trim().replace(/[‐‑–—]/g, '-');
  if (SSN.test(value)) return fine(value, 'ssn');
  if (EIN.test(value)) return fine(value, 'tax_id');
  if (/^\d{9}$/.test(value)) return fine(withDashes(value, bare), bare);
  return { ok: false, problem: problemOf(value) };
}

const fine = (value: string, type: TaxIdType): CheckedTaxId => ({
  ok: true,
  value,
  type,
  doubt: type === 'ssn' ? doubtOfSsn(value) : doubtOfEin(value),
});

/** What is wrong, without repeating it. */
function problemOf(value: string): TaxIdRemark {
  if (/[^\d\s-]/.test(value)) return { code: 'characters' };
  const digits = value.replace(/\D/g, '').length;
  if (digits === 9) return { code: 'dashes' };
  return { code: digits === 8 || digits === 7 ? 'lost-zero' : 'digits', digits };
}

/** Social Security Administration: no area 000 or 666, no group 00, no serial 0000; 900 to 999 are ITINs. */
function doubtOfSsn(value: string): TaxIdRemark | null {
  const [, area = '', group = '', serial = ''] = SSN.exec(value) ?? [];
  if (area === '000' || area === '666') return { code: 'ssn-prefix', prefix: area };
  if (group === '00' || serial === '0000') return { code: 'ssn-zeros' };
  return null;
}

/** Internal Revenue Service: prefixes that are not given out. */
const NO_EIN = new Set([
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
function doubtOfEin(value: string): TaxIdRemark | null {
  const prefix = value.slice(0, 2);
  return NO_EIN.has(prefix) ? { code: 'ein-prefix', prefix } : null;
}

/** One line of a paste or a file: where it stands there, and the one cell of it that counts. */
export interface ListLine {
  /** From 1. */
  readonly number: number;
  readonly text: string;
}

/**
 * The lines of a paste or a file, without the empty ones. Of several columns the one counts that `fits` most often; a heading above it is left out.
 */
export function listLines(text: string, fits: (cell: string) => boolean): ListLine[] {
  const rows = listRows(text);
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const score = Array.from(
    { length: width },
    (_, at) => rows.filter(({ cells }) => fits(cells[at] ?? '')).length,
  );
  const column = score.indexOf(Math.max(...score));
  const lines = rows.map(({ number, cells }) => ({ number, text: cells[column] ?? '' }));
  const [first, ...rest] = lines;
  const heading = first && rest.length > 0 && isHeading(first.text) && rest.some((line) => fits(line.text));
  return heading ? rest : lines;
}

/** Words, not a value: "Tax ID", "ssn", "TIN / EIN", "tax_id_token". */
const isHeading = (text: string): boolean => /^[a-z][a-z /_.()-]*$/i.test(text);

export interface CheckedLine extends ListLine {
  readonly checked: CheckedTaxId;
}

/** Reads a list of tax ids, typed, pasted or from a file. */
export const taxIdLines = (text: string, bare: TaxIdType): CheckedLine[] =>
  listLines(text, (cell) => checkTaxId(cell, bare).ok).map((line) => ({
    ...line,
    checked: checkTaxId(line.text, bare),
  }));

/** Why a text cannot be a token, or null. Tokens have no published form. */
export function tokenProblem(text: string): TaxIdRemark | null {
  if (holdsTaxId(text)) return { code: 'plain-tax-id' };
  if (text === '') return { code: 'empty' };
  if (/\s/.test(text)) return { code: 'spaces' };
  if (text.length > 200 || !/^[\x21-\x7e]+$/.test(text)) return { code: 'no-token-form' };
  return null;
}

/** Reads a list of tokens. */
export const tokenLines = (text: string): (ListLine & { readonly problem: TaxIdRemark | null })[] =>
  listLines(text, (cell) => tokenProblem(cell) === null && /\d/.test(cell)).map((line) => ({
    ...line,
    problem: tokenProblem(line.text),
  }));
