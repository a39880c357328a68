import Big from 'big.js';
import { numberJson } from '../../records/form/input-values';
import { formatValue } from '../../ui/format';

const SUFFIX = /\s*([km])$/i;
const MULTIPLIERS: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000 };

/** Returns a decimal as text for a field that `typedAmount` or `typedRate` reads; empty for none. */
export const editableNumber = (decimalText: string): string =>
  decimalText === '' ? '' : formatValue({ kind: 'number' }, decimalText);

const decimal = (typed: string, kind: 'money' | 'percent'): Big | null => {
  const json = numberJson(typed, kind);
  return json === undefined ? null : new Big(json);
};

/**
 * Returns a typed dollar amount as a decimal: accepts what other number fields accept, and
 * `250k` and `1.5m`. Empty if it is not an amount.
 */
export function typedAmount(typed: string): string {
  const text = typed.trim();
  const amount = /[-−]/.test(text) ? null : decimal(text.replace(SUFFIX, ''), 'money');
  const multiplier = MULTIPLIERS[SUFFIX.exec(text)?.[1]?.toLowerCase() ?? ''] ?? 1;
  return amount === null || amount.lt(0) ? '' : amount.times(multiplier).toFixed();
}

/**
 * Returns a typed rate in percent as a decimal: `0.85`, `.85%`. Empty if it is not a rate; −1 is reported as
 * out of range.
 */
export const typedRate = (typed: string): string => decimal(typed, 'percent')?.toFixed() ?? '';
