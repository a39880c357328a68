import type { Notation } from '../../../../preload/contract/calls/reconcile-findings';

/** Spaces, apostrophes and their kin that people put between thousands. */
const GAPS = `'’ \\u00a0\\u2009\\u202f`;
const BODY = new RegExp(`^([^\\d.,]*)([\\d.,](?:[\\d.,${GAPS}]*[\\d.,])?)([^\\d]*)$`);
const CURRENCY = /(?:[A-Z]{1,2})?[$€£¥]|USD|CAD|EUR|GBP|CHF/;
/** A sign or a bracket may stand before or after the currency: -$5, $-5, ($5), $(5). */
const PREFIX = new RegExp(`^([-+(]?)(?:${CURRENCY.source})?([-+(]?)$`);
const SUFFIX = new RegExp(`^(\\)?)(?:${CURRENCY.source})?(\\)?)(-|\\+|CR|DR)?$`, 'i');
const GROUPED: Readonly<Record<'.' | ',', RegExp>> = {
  ',': new RegExp(`^\\d{1,3}(?:([,${GAPS}])\\d{3})(?:\\1\\d{3})*$`),
  '.': new RegExp(`^\\d{1,3}(?:([.${GAPS}])\\d{3})(?:\\1\\d{3})*$`),
};

/**
 * An amount as exact decimal text ("-1234.50"), or null when it is none in this notation. Understood are currency
 * signs, thousands in groups of three, a minus before or behind, brackets and CR for what is negative. What could be
 * read in two ways ("12,50" with a decimal point) is not read at all.
 */
export function readAmount(text: string, notation: Notation): string | null {
  const [, before = '', body, after = ''] = BODY.exec(text.trim().replace(/[−–]/g, '-')) ?? [];
  if (body === undefined) return null;
  const prefix = PREFIX.exec(before.replace(/\s/g, ''));
  const suffix = SUFFIX.exec(after.replace(/\s/g, ''));
  if (!prefix || !suffix) return null;
  const marks = [prefix[1], prefix[2], suffix[1], suffix[2], suffix[3]?.toUpperCase()].filter(Boolean);
  const negatives = marks.filter((mark) => mark === '-' || mark === '(' || mark === 'CR').length;
  const bracketed = marks.filter((mark) => mark === '(').length;
  // Brackets come in pairs, and what is negative twice is unclear.
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
  const [whole = '', fraction, more] = body.split(point);
  if (more !== undefined || (fraction !== undefined && !/^\d*$/.test(fraction))) return null;
  if (!/^\d*$/.test(whole) && !GROUPED[group].test(whole)) return null;
  if (whole === '' && !fraction) return null;
  const digits = withoutZeros(whole.replace(/\D/g, ''));
  return fraction ? `${digits}.${fraction}` : digits;
}

const withoutZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '') || '0';

/** What the amounts of a column tell of their notation. */
export interface NotationFound {
  readonly notation: Notation;
  /** How many amounts show it: "1.234,50" does, "1,234" and "12" do not. */
  readonly shown: number;
  /** An amount that shows it. */
  readonly example: string | null;
  /** How many amounts show the other one. */
  readonly against: number;
  /** None of the amounts has decimals: they may be whole dollars, or cents. */
  readonly whole: boolean;
}

/** Decides by the evidence of a whole column how its amounts are written; with none, that it is a decimal point. */
export function notationOf(samples: readonly string[]): NotationFound {
  const examples = { point: [] as string[], comma: [] as string[] };
  let decimals = 0;
  for (const sample of samples) {
    const body = BODY.exec(sample.trim())?.[2];
    if (body === undefined) continue;
    if (/[.,]\d{1,2}$|[.,]\d{4,}$/.test(body)) decimals += 1;
    const shown = shownBy(body);
    if (shown) examples[shown].push(sample);
  }
  const notation = examples.comma.length > examples.point.length ? 'comma' : 'point';
  const other = notation === 'point' ? 'comma' : 'point';
  return {
    notation,
    shown: examples[notation].length,
    example: examples[notation][0] ?? null,
    against: examples[other].length,
    whole: decimals === 0,
  };
}

/** Which decimal sign an amount cannot do without. */
function shownBy(body: string): 'point' | 'comma' | null {
  const points = body.split('.').length - 1;
  const commas = body.split(',').length - 1;
  if (points > 0 && commas > 0) return body.lastIndexOf('.') > body.lastIndexOf(',') ? 'point' : 'comma';
  if (points > 1) return 'comma';
  if (commas > 1) return 'point';
  if (points + commas === 0) return null;
  const [whole = '', fraction = ''] = body.split(/[.,]/);
  // "1,234" may be either; "0.234", "12.5" and "1234.567" are not grouped thousands.
  if (fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole)) return null;
  return points === 1 ? 'point' : 'comma';
}
