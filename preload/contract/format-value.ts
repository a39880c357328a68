import { formatDate, formatDateTime } from './dates';
import { spelledOut, isBareCode, unknownCodeLabel } from './text';
import { lazy } from './lazy';
import { locale } from './locale';
import { getOrCompute } from './maps';
import { jsonText, Verbatim, type Exact } from './exact-json/read';
import type { FieldKind } from './fields';

/** Shown for a missing value. */
export const EMPTY = '—';

/** The field properties that formatting needs. */
export interface FormatOptions {
  readonly kind: FieldKind;
  /** Labels for codes or special values. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly maybeCode?: true | undefined;
  readonly zeroLabels?:
    { readonly where: string; readonly labels: Readonly<Record<string, string>> } | undefined;
}

/** Maximum fraction digits; all JavaScript engines support this many. */
const MAX_FRACTION_DIGITS = 20;
/** Groups: sign, digits without leading zeros, fraction with its point, exponent. */
const NUMERAL = /^(-?)0*(\d+)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Returns a value as text, with marks that change the text direction spelled out, so that it is read in its real order;
 * anything but a scalar as JSON.
 */
export function asText(value: unknown): string {
  if (value instanceof Verbatim) return spelledOut(value.text);
  if (typeof value === 'object' && value !== null) return spelledOut(jsonText(value as Exact));
  return spelledOut(String(value));
}

/** Returns whether a value is missing: null, absent, empty text or an empty list. */
export const isEmptyValue = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Returns whether a kind is right-aligned as a number; all others are left-aligned. */
export const isNumeric = (kind: FieldKind): boolean =>
  kind === 'integer' || kind === 'number' || kind === 'money' || kind === 'percent';

/** Formats a count: 12,345. */
export const count = (value: number): string => numeral(value);

/** Formats a count with its noun: "1 account", "12,345 accounts". */
export const countOf = (value: number, singular: string, plural: string): string =>
  `${count(value)} ${value === 1 ? singular : plural}`;

const listFormat = lazy(() => new Intl.ListFormat('en-US', { type: 'conjunction' }));

/** Formats a list within a sentence, "a, b, and c"; `omitted` is the number of further items. */
export const listText = (items: readonly string[], omitted = 0): string =>
  listFormat().format(omitted > 0 ? [...items, `${count(omitted)} more`] : items);

const choiceFormat = lazy(() => new Intl.ListFormat('en-US', { type: 'disjunction' }));

/** Formats alternatives within a sentence: "a, b, or c". */
export const choiceText = (items: readonly string[]): string => choiceFormat().format(items);

/** Formats an exact amount of dollars: "$1,234.50". */
export const formatMoney = (amount: string): string => formatValue({ kind: 'money' }, amount);

/**
 * Formats an amount with two decimals, rounded half up, for text whose tooltip has the exact one. An amount that
 * would round to zero is shown in full.
 */
export function formatCents(amount: unknown): string {
  const exact = formatValue({ kind: 'money' }, amount);
  const [, minus = '', whole, fraction = '', exponent] = NUMERAL.exec(asText(amount).trim()) ?? [];
  // A fraction of three characters is a point and two decimals.
  if (whole === undefined || exponent !== undefined || fraction.length <= 3) return exact;
  const rounded = numberFormat(2).format(`${whole}${fraction}` as `${number}`);
  return /[1-9]/.test(rounded) ? `${minus}$${rounded}` : exact;
}

/** Returns the exact amount as a tooltip; undefined if `formatCents` shows all its digits. */
export function exactMoneyTip(amount: unknown): string | undefined {
  const exact = formatValue({ kind: 'money' }, amount);
  return exact === formatCents(amount) ? undefined : `Exact: ${exact}`;
}

/** Decimal point of this computer's locale. */
const decimalPoint = lazy(() => numberFormat(1).format(0.5).replace(/\d/g, ''));

/**
 * Returns a number as a spreadsheet reads it from the clipboard: all digits, no separators, no dollar sign.
 * Anything else is returned as displayed.
 */
export function spreadsheetNumber(kind: FieldKind, value: unknown): string {
  if (isEmptyValue(value)) return '';
  const [, minus = '', whole, fraction = '', exponent] = NUMERAL.exec(asText(value).trim()) ?? [];
  if (whole === undefined || exponent !== undefined) return formatValue({ kind }, value);
  return `${minus}${whole}${fraction.replace('.', decimalPoint())}${kind === 'percent' ? '%' : ''}`;
}

/** Formats a difference with its sign: "+$12.30". */
export const formatSignedMoney = (change: string): string => withSign(change, formatMoney(change));

/** Returns the text of a signed number with "+" if it is above zero. */
export const withSign = (amount: string, text: string): string =>
  amount.startsWith('-') || isZeroText(amount) ? text : `+${text}`;

/** Returns whether a numeral is zero, such as "-0.00". */
export const isZeroText = (amount: string): boolean => /^-?0*(\.0*)?$/.test(amount);

/** Formatters by number of fraction digits. */
const NUMBER_FORMATS = new Map<number, Intl.NumberFormat>();
const numberFormat = (digits: number): Intl.NumberFormat =>
  getOrCompute(NUMBER_FORMATS, digits, () => {
    const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    return new Intl.NumberFormat(locale(), options);
  });

/**
 * Formats a number with separators by locale. Works on text, so that no digit is lost or invented: 0.10 stays
 * 0.10. Anything but a plain number is returned unchanged.
 */
function numeral(value: unknown, sign = '', decimals = 0): string {
  const text = asText(value).trim();
  const [, minus = '', whole, fraction = '', exponent] = NUMERAL.exec(text) ?? [];
  const digits = Math.max(fraction.length - 1, decimals);
  if (whole === undefined || exponent !== undefined || digits > MAX_FRACTION_DIGITS) return text;
  return `${minus}${sign}${numberFormat(digits).format(`${whole}${fraction}` as `${number}`)}`;
}

function formatBoolean(value: unknown): string {
  const text = asText(value).toLowerCase();
  if (text === 'true' || text === '1') return 'Yes';
  if (text === 'false' || text === '0') return 'No';
  return asText(value);
}

/** Returns a list's items; the grid has lists as JSON text, the record panel as arrays. */
function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string' && value.startsWith('[')) {
    try {
      const parsed: unknown = JSON.parse(value);
      if (Array.isArray(parsed)) return parsed;
    } catch {
      // Not JSON: shown as received.
    }
  }
  return [value];
}

function formatObjects(value: unknown): string {
  const parts = listOf(value);
  const [first] = parts;
  if (parts.length === 1 && (typeof first !== 'object' || first === null)) return asText(first);
  return countOf(parts.length, 'entry', 'entries');
}

/** Checks own properties: a code could be `constructor`. */
const labelFor = (labels: FormatOptions['labels'], value: unknown): string | undefined =>
  labels && Object.hasOwn(labels, asText(value)) ? labels[asText(value)] : undefined;

/**
 * Returns the label of zero or empty in a record, such as "Tiered" for the rate of a tiered fee, or
 * undefined. `other` reads another field.
 */
export function zeroLabelOf(
  { zeroLabels }: Pick<FormatOptions, 'zeroLabels'>,
  value: unknown,
  other: (field: string) => unknown,
): string | undefined {
  if (!zeroLabels || (!isEmptyValue(value) && !/^-?0*\.?0*$/.test(asText(value).trim()))) return undefined;
  return labelFor(zeroLabels.labels, other(zeroLabels.where) ?? '');
}

/** Formats a value by the kind of its field. Values of the wrong type are shown as received. */
export function formatValue(shape: FormatOptions, value: unknown): string {
  const label = labelFor(shape.labels, value);
  if (label !== undefined && value !== null && value !== undefined) return label;
  if (isEmptyValue(value)) return EMPTY;
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
    case 'dateTime':
      return formatDateTime(asText(value));
    case 'ids':
    case 'texts': {
      const filledItems = listOf(value).filter((item) => !isEmptyValue(item));
      return filledItems.length === 0 ? EMPTY : filledItems.map(asText).join(', ');
    }
    case 'objects':
      return formatObjects(value);
    case 'id':
      return asText(value);
    case 'text':
      return shape.maybeCode && isBareCode(asText(value))
        ? unknownCodeLabel(asText(value).trim())
        : asText(value);
    case 'choice':
      return shape.labels ? unknownCodeLabel(asText(value)) : asText(value);
  }
}
