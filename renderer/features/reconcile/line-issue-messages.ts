import { decodeLineIssues, type LineIssue, type LineIssueCode } from '#contract/line-issues';
import { custodianName } from '#contract/fields';
import { count } from '../../ui/format';

/** Messages for the issues of a fee file's lines. */
const WORDS: Readonly<Record<LineIssueCode, (facts: LineIssue['facts']) => string>> = {
  'no-account-number': () => 'No account number.',
  'no-amount': ([written = '']) => `“${written}” is not an amount.`,
  'several-accounts': ([accounts = '']) => `${count(Number(accounts))} accounts have this number.`,
  'held-at': ([custodian = '']) => `The account is held at ${custodianName(custodian)}.`,
  'closed-later': () => 'Closed after the period ended.',
  'closed-earlier': () => 'Closed before the period ended.',
  'zeros-lost': ([number = '']) => `Leading zeros may be missing: account ${number} exists.`,
  repeated: ([at = '', of = '']) => `Line ${at} of ${of} for this account.`,
};

/** Returns the cell with a line's issues; text other than codes is shown unchanged. */
export const lineRemarkText = (cell: string): string =>
  decodeLineIssues(cell)
    ?.map(({ code, facts }) => WORDS[code](facts))
    .join(' ') ?? cell;
