import { custodianName } from '#contract/fields';
import { formatValue } from '../../ui/format';

export const money = (amount: string): string => formatValue({ kind: 'money' }, amount);

/** Returns a signed difference: "+$12.30". */
export const signedMoney = (change: string): string => withSign(change, money(change));

/** Returns a signed change in percent, "+1.20%"; a change too small for two decimals is marked as such. */
export const signedPercent = (percent: string, change: string): string =>
  isNothing(percent) && !isNothing(change)
    ? 'less than 0.01%'
    : withSign(percent, formatValue({ kind: 'percent' }, percent.replace(/^-(?=0*(\.0*)?$)/, '')));

const isNothing = (amount: string): boolean => /^-?0*(\.0*)?$/.test(amount);
const withSign = (amount: string, text: string): string =>
  amount.startsWith('-') || isNothing(amount) ? text : `+${text}`;

/** Returns the name of a custodian; some files do not specify theirs. */
export const custodianLabel = (code: string): string =>
  code === '' ? 'Unknown custodian' : custodianName(code);
