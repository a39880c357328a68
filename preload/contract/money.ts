import Big from 'big.js';

/** Exact decimal money: text in, text out, never binary floating point. */

/** Returns the exact sum of decimal texts, ignoring nulls. */
export function sumOf(amounts: Iterable<string | null>): string {
  let sum = new Big(0);
  for (const amount of amounts) if (amount !== null) sum = sum.plus(amount);
  return decimal(sum);
}

export const minus = (a: string, b: string): string => decimal(new Big(a).minus(b));
export const isZero = (amount: string): boolean => new Big(amount).eq(0);
export const sameMoney = (a: string, b: string): boolean => new Big(a).eq(b);
export const compareMoney = (a: string, b: string): number => new Big(a).cmp(b);

/** Returns at least two decimals, more if present. */
function decimal(value: Big): string {
  const text = value.toFixed();
  const decimals = text.split('.')[1]?.length ?? 0;
  return decimals < 2 ? value.toFixed(2) : text;
}

/** Formats a change as a share of the previous amount: " (1.20%)"; empty if there was none. */
export function percentChange(change: string, before: string): string {
  const base = new Big(before).abs();
  if (base.eq(0)) return '';
  const part = new Big(change).times(100).div(base).round(2);
  if (part.eq(0)) return ' (less than 0.01%)';
  return ` (${part.abs().toFixed(2)}%)`;
}

/**
 * Returns a change as exact decimal text and as a percentage with two decimals; null if the previous amount
 * was zero.
 */
export function changeOf(
  now: string,
  before: string,
): { readonly amount: string; readonly percent: string | null } {
  const base = new Big(before);
  const change = new Big(now).minus(base);
  const digits = Math.max(2, change.toFixed().split('.')[1]?.length ?? 0);
  return {
    amount: change.toFixed(digits),
    percent: base.eq(0) ? null : change.times(100).div(base.abs()).toFixed(2),
  };
}
