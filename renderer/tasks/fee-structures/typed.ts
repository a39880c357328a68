import Big from 'big.js';

const AMOUNT = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)?(\.\d*)?\s*([km])?$/i;
const TIMES: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000 };

/** A typed amount of dollars as a decimal: `$1,250,000.50`, `250k`, `1.5m`. Empty for what is none. */
export function typedAmount(text: string): string {
  const [, whole, fraction = '', suffix = ''] = AMOUNT.exec(text.trim()) ?? [];
  const digits = `${(whole ?? '').replaceAll(',', '')}${fraction}`;
  if (!/\d/.test(digits)) return '';
  const decimal = new Big(digits.startsWith('.') ? `0${digits}` : digits.replace(/\.$/, ''));
  return decimal.times(TIMES[suffix.toLowerCase()] ?? 1).toFixed();
}

/** A typed rate in percent as a decimal: `0.85`, `.85%`. Empty for what is none; −1 is told as out of range. */
export function typedRate(text: string): string {
  const bare = text.trim().replace(/\s*%$/, '').replace('−', '-');
  return /^-?(\d+\.?\d*|\.\d+)$/.test(bare)
    ? new Big(bare.replace(/\.$/, '').replace(/^(-?)\./, '$10.')).toFixed()
    : '';
}
