import { formatDate, isPossibleDay, MONTHS } from '../../preload/contract/domain/day-words';
import { spelledOut } from '../../preload/contract/domain/hidden-marks';
import { jsonText, Verbatim, type Exact } from '../../preload/contract/exact-json/read';
import type { FieldKind } from '../../preload/contract/fields';

export { formatDate };

/** What a value is shown as when there is none. */
export const EMPTY = '—';

/** What formatting needs to know of a field. */
export interface Shape {
  readonly kind: FieldKind;
  /** Words for codes, or for values that mean something of their own. */
  readonly words?: Readonly<Record<string, string>> | undefined;
}

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

/**
 * A number with separators. Works on its digits as text, so that none is lost and none is made up: an amount of 0.10
 * stays 0.10. What is no plain number is shown as it came.
 */
function numeral(value: unknown, sign = '', decimals = 0): string {
  const text = asText(value).trim();
  const [, minus = '', whole, fraction = '', exponent] = NUMERAL.exec(text) ?? [];
  if (whole === undefined || exponent !== undefined) return text;
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  const digits = fraction.slice(1).padEnd(decimals, '0');
  return `${minus}${sign}${grouped}${digits && `.${digits}`}`;
}

/** A point in time in the person's own time zone, as "21 Nov 2026, 08:14". The wire's moments are UTC. */
export function formatMoment(text: string): string {
  if (!isPossibleDay(text)) return text;
  const iso = text.trim().replace(' ', 'T');
  const at = new Date(/\d{2}:\d{2}/.test(iso) && !/(Z|[+-]\d{2}:?\d{2})$/i.test(iso) ? `${iso}Z` : iso);
  if (Number.isNaN(at.getTime())) return text;
  const two = (part: number) => String(part).padStart(2, '0');
  const month = MONTHS[at.getMonth()] ?? '';
  return `${at.getDate()} ${month} ${at.getFullYear()}, ${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The stamp of a local copy: "as of 21 Nov 2026, 08:14". */
export const asOf = (moment: string): string => `as of ${formatMoment(moment)}`;

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
      return NUMERAL.test(asText(value).trim()) ? `${numeral(value)}%` : asText(value);
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
    case 'text':
    case 'choice':
      return asText(value);
  }
}
