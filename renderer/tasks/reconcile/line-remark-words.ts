import {
  remarksIn,
  type LineRemark,
  type LineRemarkCode,
} from '../../../preload/contract/domain/line-remarks';
import { custodianName } from '../../../preload/contract/fields';
import { count } from '../../kit/format';

/** What is remarked on the lines of a fee file, in words. */
const WORDS: Readonly<Record<LineRemarkCode, (facts: LineRemark['facts']) => string>> = {
  'no-account-number': () => 'No account number.',
  'no-amount': ([written = '']) => `“${written}” is not an amount.`,
  'several-accounts': ([accounts = '']) => `${count(Number(accounts))} accounts have this number.`,
  'held-at': ([custodian = '']) => `The account is held at ${custodianName(custodian)}.`,
  'closed-later': () => 'Closed after the period ended.',
  'closed-earlier': () => 'Closed before the period ended.',
  'zeros-lost': ([number = '']) => `Leading zeros may be missing: account ${number} exists.`,
  repeated: ([at = '', of = '']) => `Line ${at} of ${of} for this account.`,
};

/** The cell of a line's remarks; what holds no codes is shown as it came. */
export const lineRemarkText = (cell: string): string =>
  remarksIn(cell)
    ?.map(({ code, facts }) => WORDS[code](facts))
    .join(' ') ?? cell;
