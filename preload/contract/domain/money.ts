import Big from 'big.js';

/** Exact decimal money: text in, text out, and never a binary fraction between. */

/** The exact sum of decimal texts; what is null counts for nothing. */
export function sumOf(amounts: Iterable<string | null>): string {
  let sum = new Big(0);
  for (const amount of amounts) if (amount !== null) sum = sum.plus(amount);
  return decimal(sum);
}

export const minus = (a: string, b: string): string => decimal(new Big(a).minus(b));
export const isZero = (amount: string): boolean => new Big(amount).eq(0);
export const sameMoney = (a: string, b: string): boolean => new Big(a).eq(b);
export const compareMoney = (a: string, b: string): number => new Big(a).cmp(b);

/** At least two decimals, more where there are more. */
function decimal(value: Big): string {
  const text = value.toFixed();
  const decimals = text.split('.')[1]?.length ?? 0;
  return decimals < 2 ? value.toFixed(2) : text;
}

/** For people: -$1,234.50. */
export function dollars(amount: string): string {
  const value = decimal(new Big(amount));
  const [whole = '', fraction = ''] = value.replace('-', '').split('.');
  return `${value.startsWith('-') ? '−' : ''}$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
}

/** A difference for people, with its sign: +$12.30. */
export const signedDollars = (amount: string): string =>
  new Big(amount).gt(0) ? `+${dollars(amount)}` : dollars(amount);

/** How large a change is beside what was before, without its sign: " (1.20%)"; empty where there was nothing before. */
export function shareOf(change: string, before: string): string {
  const base = new Big(before).abs();
  if (base.eq(0)) return '';
  const part = new Big(change).times(100).div(base).round(2);
  if (part.eq(0)) return ' (less than 0.01%)';
  return ` (${part.abs().toFixed(2)}%)`;
}
