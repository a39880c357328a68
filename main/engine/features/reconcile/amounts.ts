import type { Notation } from '#contract/features/reconcile/schemas';

/** Thousands separators other than point and comma. */
const THOUSANDS_SEPARATORS = `'’ \\u00a0\\u2009\\u202f`;
const BODY = new RegExp(`^([^\\d.,]*)([\\d.,](?:[\\d.,${THOUSANDS_SEPARATORS}]*[\\d.,])?)([^\\d]*)$`);
const CURRENCY = /(?:[A-Z]{1,2})?[$€£¥]|USD|CAD|EUR|GBP|CHF/;
/** The sign or bracket may precede or follow the currency: -$5, $-5, ($5), $(5). So may a bracket after the amount. */
const PREFIX = new RegExp(`^([-+(]?)(?:${CURRENCY.source})?([-+(]?)$`);
const SUFFIX = new RegExp(`^(\\)?)(?:${CURRENCY.source})?(\\)?)(-|\\+|CR|DR)?$`, 'i');
const GROUPED: Readonly<Record<'.' | ',', RegExp>> = {
  ',': new RegExp(`^\\d{1,3}(?:([,${THOUSANDS_SEPARATORS}])\\d{3})(?:\\1\\d{3})*$`),
  '.': new RegExp(`^\\d{1,3}(?:([.${THOUSANDS_SEPARATORS}])\\d{3})(?:\\1\\d{3})*$`),
};

/**
 * Returns an amount as exact decimal text ("-1234.50"), or null if it is not valid in this notation. Accepts
 * currency signs, thousands in groups of three, a minus before or after, brackets or CR for negative amounts, and
 * DR for positive ones. Rejects an amount that fits only another notation ("12,50" with a decimal point).
 */
export function parseAmount(text: string, notation: Notation): string | null {
  const [, before = '', body, after = ''] = BODY.exec(text.trim().replace(/[−–]/g, '-')) ?? [];
  if (body === undefined) return null;
  const prefix = PREFIX.exec(before.replace(/\s/g, ''));
  const suffix = SUFFIX.exec(after.replace(/\s/g, ''));
  if (!prefix || !suffix) return null;
  const marks = [prefix[1], prefix[2], suffix[1], suffix[2], suffix[3]?.toUpperCase()].filter(Boolean);
  const negatives = marks.filter((mark) => mark === '-' || mark === '(' || mark === 'CR').length;
  const bracketed = marks.filter((mark) => mark === '(').length;
  // Brackets must match; two negative marks are ambiguous.
  if (bracketed !== marks.filter((mark) => mark === ')').length || negatives > 1) return null;
  const digits = notation === 'cents' ? fromCents(body) : fromDecimal(body, notation);
  if (digits === null) return null;
  return negatives === 1 && /[1-9]/.test(digits) ? `-${digits}` : digits;
}

function fromCents(body: string): string | null {
  if (!/^\d+$/.test(body)) return null;
  const padded = body.padStart(3, '0');
  return `${withoutZeros(padded.slice(0, -2))}.${padded.slice(-2)}`;
}

function fromDecimal(body: string, notation: 'point' | 'comma'): string | null {
  const [point, group] = notation === 'point' ? (['.', ','] as const) : ([',', '.'] as const);
  const [whole = '', fraction, extra] = body.split(point);
  if (extra !== undefined || (fraction !== undefined && !/^\d*$/.test(fraction))) return null;
  if (!/^\d*$/.test(whole) && !GROUPED[group].test(whole)) return null;
  if (whole === '' && !fraction) return null;
  const digits = withoutZeros(whole.replace(/\D/g, ''));
  return fraction ? `${digits}.${fraction}` : digits;
}

const withoutZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '') || '0';

/** The evidence that a column's amounts give for their notation. */
export interface NotationEvidence {
  readonly notation: Notation;
  /** Number of amounts that prove the notation: "1.234,50" does, "1,234" and "12" do not. */
  readonly shown: number;
  /** An amount that proves it. */
  readonly example: string | null;
  /** Number of amounts that prove the other notation. */
  readonly against: number;
  /** True if no amount has a point or comma: the unit may be dollars or cents. */
  readonly areWholeNumbers: boolean;
}

/** Returns the notation of a column by the evidence of all its amounts; a decimal point by default. */
export function detectNotation(samples: readonly string[]): NotationEvidence {
  const examples = { point: [] as string[], comma: [] as string[] };
  let areWholeNumbers = true;
  for (const sample of samples) {
    const body = BODY.exec(sample.trim())?.[2];
    if (body === undefined) continue;
    if (/[.,]/.test(body)) areWholeNumbers = false;
    const decimalSign = decimalSignOf(body);
    if (decimalSign) examples[decimalSign].push(sample);
  }
  const notation = examples.comma.length > examples.point.length ? 'comma' : 'point';
  const other = notation === 'point' ? 'comma' : 'point';
  return {
    notation,
    shown: examples[notation].length,
    example: examples[notation][0] ?? null,
    against: examples[other].length,
    areWholeNumbers,
  };
}

/** Returns the decimal sign that an amount requires; null if both are possible. */
function decimalSignOf(body: string): 'point' | 'comma' | null {
  const points = body.split('.').length - 1;
  const commas = body.split(',').length - 1;
  if (points > 0 && commas > 0) return body.lastIndexOf('.') > body.lastIndexOf(',') ? 'point' : 'comma';
  if (points > 1) return 'comma';
  if (commas > 1) return 'point';
  if (points + commas === 0) return null;
  const [whole = '', fraction = ''] = body.split(/[.,]/);
  // "1,234" is ambiguous; "0.234", "12.5" and "1234.567" cannot be grouped thousands.
  if (fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole)) return null;
  return points === 1 ? 'point' : 'comma';
}
