import { formatDate, isPossibleDay } from './day-words';
import { spelledOut } from './hidden-marks';
import { later } from './later';
import { locale, plainSpaces } from './locale';
import { isBareCode, unknownCode } from './unknown-code';
import { jsonText, Verbatim, type Exact } from '../exact-json/read';
import type { FieldKind } from '../fields';

export { formatDate };

/** What a value is shown as when there is none. */
export const EMPTY = '—';

/** What formatting needs to know of a field. */
export interface Shape {
  readonly kind: FieldKind;
  /** Words for codes, or for values that mean something of their own. */
  readonly words?: Readonly<Record<string, string>> | undefined;
  readonly mayBeCode?: true | undefined;
  readonly zero?: { readonly where: string; readonly words: Readonly<Record<string, string>> } | undefined;
}

/** After the point; every engine formats so many. */
const MOST_DIGITS = 20;
const NUMERAL = /^(-?)0*(\d+)(\.\d+)?([eE][+-]?\d+)?$/;

/** A value as text, in the order in which it was written: what is no scalar as JSON. */
export function asText(value: unknown): string {
  if (value instanceof Verbatim) return spelledOut(value.text);
  if (typeof value === 'object' && value !== null) return spelledOut(jsonText(value as Exact));
  return spelledOut(String(value));
}

/** Null, absent, empty text and empty lists are all "nothing there" to people. */
export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Numbers line up by their last digit; everything else begins at the left. */
export const isNumeric = (kind: FieldKind): boolean =>
  kind === 'integer' || kind === 'number' || kind === 'money' || kind === 'percent';

/** A count for people: 12,345. */
export const count = (value: number): string => numeral(value);

/** "1 account", "12,345 accounts". */
export const counted = (value: number, one: string, many: string): string =>
  `${count(value)} ${value === 1 ? one : many}`;

/** By the least number of digits after the point; more are never cut. */
const NUMBERS = new Map<number, Intl.NumberFormat>();
function numberFormat(digits: number): Intl.NumberFormat {
  const known = NUMBERS.get(digits);
  if (known) return known;
  const made = new Intl.NumberFormat(locale(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  NUMBERS.set(digits, made);
  return made;
}

/**
 * A number with separators, as the system writes it. It is formatted as text, so that no digit is lost and none is made
 * up: an amount of 0.10 stays 0.10. What is no plain number is shown as it came.
 */
function numeral(value: unknown, sign = '', decimals = 0): string {
  const text = asText(value).trim();
  const [, minus = '', whole, fraction = '', exponent] = NUMERAL.exec(text) ?? [];
  const digits = Math.max(fraction.length - 1, decimals);
  if (whole === undefined || exponent !== undefined || digits > MOST_DIGITS) return text;
  return `${minus}${sign}${numberFormat(digits).format(`${whole}${fraction}` as `${number}`)}`;
}

const moment = later(
  () => new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
);

/**
 * A point in time in the person's own time zone, as the system writes it: "Nov 21, 2026, 8:14 AM". The wire's moments
 * are UTC.
 */
export function formatMoment(text: string): string {
  if (!isPossibleDay(text)) return text;
  const iso = text.trim().replace(' ', 'T');
  const at = new Date(/\d{2}:\d{2}/.test(iso) && !/(Z|[+-]\d{2}:?\d{2})$/i.test(iso) ? `${iso}Z` : iso);
  if (Number.isNaN(at.getTime())) return text;
  // Its parts are of the zone that the computer is in now; a formatter would keep the one it was made in.
  const here = new Date(0);
  here.setUTCFullYear(at.getFullYear(), at.getMonth(), at.getDate());
  here.setUTCHours(at.getHours(), at.getMinutes());
  return plainSpaces(moment().format(here));
}

function formatBoolean(value: unknown): string {
  const text = asText(value).toLowerCase();
  if (text === 'true' || text === '1') return 'Yes';
  if (text === 'false' || text === '0') return 'No';
  return asText(value);
}

/** Lists reach the grid as JSON text; the record panel has them as arrays. */
function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string' && value.startsWith('[')) {
    try {
      const parsed: unknown = JSON.parse(value);
      if (Array.isArray(parsed)) return parsed;
    } catch {
      // Not JSON after all: it is shown as it came.
    }
  }
  return [value];
}

function formatParts(value: unknown): string {
  const parts = listOf(value);
  const [first] = parts;
  if (parts.length === 1 && (typeof first !== 'object' || first === null)) return asText(first);
  return counted(parts.length, 'entry', 'entries');
}

/** A code may be called anything, `constructor` too. */
const wordsFor = (words: Shape['words'], value: unknown): string | undefined =>
  words && Object.hasOwn(words, asText(value)) ? words[asText(value)] : undefined;

/**
 * What 0 or nothing means in a record: "Tiered" for the rate of a tiered fee. `other` reads another field of it; undefined
 * where the value means what it says.
 */
export function zeroWords(
  { zero }: Pick<Shape, 'zero'>,
  value: unknown,
  other: (field: string) => unknown,
): string | undefined {
  if (!zero || (!isEmpty(value) && !/^-?0*\.?0*$/.test(asText(value).trim()))) return undefined;
  return wordsFor(zero.words, other(zero.where) ?? '');
}

/** One value as people read it, by the kind of its field. Values that do not fit their kind are shown as they came. */
export function formatValue(shape: Shape, value: unknown): string {
  const words = wordsFor(shape.words, value);
  if (words !== undefined && value !== null && value !== undefined) return words;
  if (isEmpty(value)) return EMPTY;
  switch (shape.kind) {
    case 'integer':
    case 'number':
      return numeral(value);
    case 'money':
      return numeral(value, '$', 2);
    case 'percent':
      return NUMERAL.test(asText(value).trim()) ? `${numeral(value, '', 2)}%` : asText(value);
    case 'boolean':
      return formatBoolean(value);
    case 'date':
      return formatDate(asText(value));
    case 'moment':
      return formatMoment(asText(value));
    case 'ids':
    case 'texts': {
      const shown = listOf(value).filter((item) => !isEmpty(item));
      return shown.length === 0 ? EMPTY : shown.map(asText).join(', ');
    }
    case 'parts':
      return formatParts(value);
    case 'id':
      return asText(value);
    case 'text':
      return shape.mayBeCode && isBareCode(asText(value)) ? unknownCode(asText(value).trim()) : asText(value);
    case 'choice':
      return shape.words ? unknownCode(asText(value)) : asText(value);
  }
}
