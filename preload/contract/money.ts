import Big from 'big.js';

/** Exact decimal money: text in, text out, never binary floating point. */

/** Returns the exact sum of decimal texts, ignoring nulls. */
export function sumOf(amounts: Iterable<string | null>): string {
  let exact: Big | null = null;
  let cents = 0; // a whole number, while all amounts have at most two decimals
  for (const amount of amounts) {
    if (amount === null) continue;
    const added = exact === null ? centsOf(amount) : null;
    if (added !== null && Number.isSafeInteger(cents + added)) cents += added;
    else exact = (exact ?? new Big(cents).div(100)).plus(amount);
  }
  return exact === null ? textOfCents(cents) : decimal(exact);
}

/** Returns a whole number of cents as decimal text. */
function textOfCents(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Returns whole cents without a number library; null for more decimals, an exponent, or above 15 characters. */
export function centsOf(amount: string): number | null {
  const isNegative = amount.startsWith('-');
  let cents = 0;
  let decimals = -1;
  if (amount.length > 15) return null;
  for (let index = isNegative ? 1 : 0; index < amount.length; index += 1) {
    const digit = amount.charCodeAt(index) - 48; // -2 for a decimal point
    if (digit === -2 && decimals < 0) decimals = 0;
    else if (digit >= 0 && digit <= 9 && decimals < 2) {
      cents = cents * 10 + digit;
      if (decimals >= 0) decimals += 1;
    } else return null;
  }
  if (!/\d$/.test(amount)) return null; // "", "-" and "5."
  while (decimals < 2) {
    cents *= 10;
    decimals = Math.max(decimals, 0) + 1;
  }
  return isNegative ? -cents : cents;
}

export const minus = (a: string, b: string): string => decimal(new Big(a).minus(b));
export const isZero = (amount: string): boolean => new Big(amount).eq(0);
/** Returns true if two decimal texts are the same number: "1.50" and "1.5". */
export const sameDecimal = (a: string, b: string): boolean => new Big(a).eq(b);
export const compareMoney = (a: string, b: string): number => new Big(a).cmp(b);

/** Rounds to the cent what has more decimals: a service that adds floats sends totals like 98765.43000000001. */
export function totalInCents(total: string): string {
  const exact = new Big(total);
  const cents = exact.round(2, Big.roundHalfUp);
  return cents.eq(exact) ? total : cents.toFixed(2);
}

/** Returns whether an exact sum is a total of the service, which may be off by less than half a cent. */
export const isTotalOf = (sum: string, total: string): boolean =>
  sameDecimal(sum, total) || sameDecimal(sum, totalInCents(total));

/** Returns at least two decimals, more if present. */
function decimal(value: Big): string {
  const text = value.toFixed();
  const decimals = text.split('.')[1]?.length ?? 0;
  return decimals < 2 ? value.toFixed(2) : text;
}

/**
 * Formats a change, without its sign, as a share of the previous amount: " (1.20%)". Empty if the previous amount
 * was zero.
 */
export function percentChange(change: string, previous: string): string {
  const base = new Big(previous).abs();
  if (base.eq(0)) return '';
  const part = new Big(change).times(100).div(base).round(2);
  if (part.eq(0)) return ' (less than 0.01%)';
  return ` (${part.abs().toFixed(2)}%)`;
}

/**
 * Returns a change as exact decimal text and as a percentage with two decimals; null if the previous amount
 * was zero.
 */
export function amountChange(
  current: string,
  previous: string,
): { readonly amount: string; readonly percent: string | null } {
  const base = new Big(previous);
  const change = new Big(current).minus(base);
  const digits = Math.max(2, change.toFixed().split('.')[1]?.length ?? 0);
  return {
    amount: change.toFixed(digits),
    percent: base.eq(0) ? null : change.times(100).div(base.abs()).toFixed(2),
  };
}
