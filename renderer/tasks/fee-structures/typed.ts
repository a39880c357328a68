import Big from 'big.js';
import { numberJson } from '../../resource/form/typed';

const SUFFIX = /\s*([km])$/i;
const TIMES: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000 };

const decimal = (typed: string): Big | null => {
  const json = numberJson(typed);
  return json === undefined ? null : new Big(json);
};

/**
 * A typed amount of dollars as a decimal: what every form reads as a number (`resource/form/typed.ts`), and `250k`,
 * `1.5m`. Empty for what is none.
 */
export function typedAmount(typed: string): string {
  const text = typed.trim();
  const amount = /[%-]|−/.test(text) ? null : decimal(text.replace(SUFFIX, ''));
  const times = TIMES[SUFFIX.exec(text)?.[1]?.toLowerCase() ?? ''] ?? 1;
  return amount === null || amount.lt(0) ? '' : amount.times(times).toFixed();
}

/** A typed rate in percent as a decimal: `0.85`, `.85%`. Empty for what is none; −1 is told as out of range. */
export const typedRate = (typed: string): string =>
  typed.includes('$') ? '' : (decimal(typed)?.toFixed() ?? '');
