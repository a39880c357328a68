import { custodianName } from '../../../preload/contract/fields';
import { formatValue } from '../../kit/format';

export const money = (amount: string): string => formatValue({ kind: 'money' }, amount);

/** A difference with its sign: "+$12.30". */
export const changeWords = (change: string): string => withSign(change, money(change));

/** A change in percent with its sign: "+1.20%"; what two decimals can't show says so. */
export const percentWords = (percent: string, change: string): string =>
  isNothing(percent) && !isNothing(change)
    ? 'less than 0.01%'
    : withSign(percent, formatValue({ kind: 'percent' }, percent.replace(/^-(?=0*(\.0*)?$)/, '')));

const isNothing = (amount: string): boolean => /^-?0*(\.0*)?$/.test(amount);
const withSign = (amount: string, text: string): string =>
  amount.startsWith('-') || isNothing(amount) ? text : `+${text}`;

/** A custodian by name; files do not always tell whose they are. */
export const custodianWords = (code: string): string =>
  code === '' ? 'Unknown custodian' : custodianName(code);
