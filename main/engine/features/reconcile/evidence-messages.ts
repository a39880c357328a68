import {
  LINE_KINDS,
  type Decision,
  type LineColumn,
  type LineKind,
} from '#contract/features/reconcile/calls';
import {
  isWithPreviousPeriod,
  type Comparison,
  type Notation,
  type ResultRemark,
  type NotComparedReason,
} from '#contract/features/reconcile/findings';
import { formatDate } from '#contract/dates';
import { decodeLineIssues, type LineIssue, type LineIssueCode } from '#contract/line-issues';
import { dollars, minus, percentChange } from '#contract/money';
import { custodianName } from '#contract/fields';

/** Texts of the documents that a reconciliation writes: the evidence pack, its tables, and copied lines. */

const grouped = (digits: string | number): string => String(digits).replace(/\B(?=(\d{3})+$)/g, ',');
export const counted = (value: number, one: string, many: string): string =>
  `${grouped(value)} ${value === 1 ? one : many}`;

export const COMPARED: Readonly<Record<Comparison['what'], string>> = {
  'period-debit': 'Period debit',
  accounts: 'Accounts',
  custodians: 'Custodians',
  households: 'Households',
  files: 'Files',
  'before-accounts': 'Accounts since last period',
  'before-sum': 'Sum since last period',
};

type Outcomes = Readonly<Record<Comparison['outcome'], string>>;
const OUTCOMES: Outcomes = { agrees: 'Agrees', differs: 'Differs', unsaid: 'Not determined' };
/** A change from the previous period is not an error. */
const OF_BEFORE: Outcomes = { ...OUTCOMES, agrees: 'Unchanged', differs: 'Changed' };
export const outcomeWord = (one: Pick<Comparison, 'what' | 'outcome'>): string =>
  (isWithPreviousPeriod(one) ? OF_BEFORE : OUTCOMES)[one.outcome];

export const DECISIONS: Readonly<Record<Decision, string>> = {
  approved: 'Approved',
  'approved-with-exceptions': 'Approved with exceptions',
  rejected: 'Rejected',
};

export const NOTATION_LABELS: Readonly<Record<Notation, string>> = {
  point: 'a decimal point',
  comma: 'a decimal comma',
  cents: 'whole cents',
};

export const custodianOrUnknown = (code: string): string =>
  code === '' ? 'Unknown custodian' : custodianName(code);

export const HOW_TO_CHECK = `SHA256SUMS.txt lists the hash of every file in this pack, for a tool such as sha256sum. The seal
  is the SHA-256 of signature.json, which names the hashes of the fee file and of result.json; result.json names that of
  lines.csv.`;

export const kindFileName = (kind: LineKind): string => `lines ${LINE_KINDS[kind].toLowerCase()}.csv`;

/**
 * Headings of the line table. The kinds and remarks columns hold codes, which do not change with the wording.
 */
export const LINE_HEADINGS: Readonly<Record<LineColumn, string>> = {
  kinds: 'kinds',
  number: 'account number',
  amount: 'amount',
  name: 'account name',
  status: 'status',
  custodian: 'custodian',
  household: 'household',
  billed: 'payment source',
  closed_on: 'closed on',
  remark: 'remark',
  entry: 'file',
  line: 'line',
  written: 'amount as written',
};

/** Returns the overall result of the comparisons with the record. */
export function evidenceVerdict(outcomes: readonly Comparison['outcome'][]): string {
  const differs = outcomes.filter((outcome) => outcome === 'differs').length;
  const unsaid = outcomes.filter((outcome) => outcome === 'unsaid').length;
  if (differs > 0)
    return `The file differs from its record in ${counted(differs, 'check', 'checks')} of ${outcomes.length}.`;
  if (unsaid > 0)
    return `The file agrees with its record, with ${counted(unsaid, 'check', 'checks')} of ${outcomes.length} skipped.`;
  return `The file agrees with its record in all ${outcomes.length} checks.`;
}

const isMoney = (what: Comparison['what']): boolean => what === 'period-debit' || what === 'before-sum';

/** Formats a compared value: money, a count, or a range of counts. */
export const comparedValueText = (
  what: Comparison['what'],
  value: string,
  atMost: string | null = null,
): string =>
  isMoney(what) ? dollars(value) : `${grouped(value)}${atMost === null ? '' : ` to ${grouped(atMost)}`}`;

const NOUNS: Readonly<Record<Comparison['what'], readonly [one: string, many: string]>> = {
  'period-debit': ['dollar', 'dollars'],
  accounts: ['account', 'accounts'],
  custodians: ['custodian', 'custodians'],
  households: ['household', 'households'],
  files: ['file', 'files'],
  'before-accounts': ['account', 'accounts'],
  'before-sum': ['dollar', 'dollars'],
};

/** Returns a comparison as a sentence. */
export function comparisonSentence(comparison: Comparison): string {
  const { what, outcome, why } = comparison;
  const word = outcomeWord(comparison);
  if (outcome === 'agrees') return `${word}.`;
  if (outcome === 'unsaid') return `${word}: ${why === null ? 'no reason recorded' : whyNot(why, what)}.`;
  return `${word}${isWithPreviousPeriod(comparison) ? ':' : ' by'} ${difference(comparison)}`;
}

function difference({ what, expected, found, atMost, leftOut, changed }: Comparison): string {
  if (changed)
    return `${counted(changed.added, 'new account', 'new accounts')} and ${counted(changed.gone, 'removed account', 'removed accounts')}.`;
  if (expected === null || found === null) return 'an unknown amount.';
  if (what === 'before-sum') {
    const change = minus(found, expected);
    return `${change.startsWith('-') ? 'down' : 'up'} ${dollars(change.replace('-', ''))}${percentChange(change, expected)}.`;
  }
  const isMore = !minus(found, expected).startsWith('-');
  const gap = minus(isMore ? found : (atMost ?? found), expected).replace('-', '');
  const out =
    leftOut > 0
      ? ` ${counted(leftOut, 'file of the archive was', 'files of the archive were')} left out.`
      : '';
  if (isMoney(what)) return `${dollars(gap)}: the file total is ${isMore ? 'higher' : 'lower'}.${out}`;
  const [one, many] = NOUNS[what];
  const count = counted(Number(gap), one, many);
  if (what === 'households')
    return `${atMost === null ? '' : 'at least '}${count}: the file’s accounts belong to ${isMore ? 'more' : 'fewer'}.`;
  return `${count}: the file has ${isMore ? 'more' : 'fewer'}.${out}`;
}

function whyNot(why: NotComparedReason, what: Comparison['what']): string {
  switch (why.code) {
    case 'not-in-record':
      return isMoney(what)
        ? 'the record has no period debit'
        : `the record has no count of ${NOUNS[what][1]}`;
    case 'unknown-custodian':
      return 'the custodian of some files is unknown';
    case 'unnamed-lines':
      return `${counted(why.count, 'line has', 'lines have')} no account number`;
    case 'unread-amounts':
      return `${counted(why.count, 'amount', 'amounts')} could not be read`;
    case 'unknown-households':
      return `the household of ${counted(why.count, 'account', 'accounts')} is unknown`;
    case 'no-earlier-file':
      return 'there is no file of an earlier period';
    case 'not-saved':
      return `the file of ${formatDate(why.endDate)} is not saved on this computer`;
    case 'other-custodians':
      return `the saved files of ${formatDate(why.endDate)} are from other custodians`;
    case 'earlier-unreadable':
      return `the saved file of ${formatDate(why.endDate)} could not be read`;
    case 'unsure-columns':
      return `the columns of ${why.entry} of ${formatDate(why.endDate)} were not recognized for certain`;
  }
}

export function remarkSentence(remark: ResultRemark): string {
  switch (remark.code) {
    case 'file-changed':
      return 'The file has changed since it was saved from the service.';
    case 'no-accounts':
      return 'There was no account data, so no line could be matched.';
    case 'no-fees':
      return 'No fees were found in the files.';
    case 'left-out':
      return `${remark.entry} was left out and is not counted.`;
    case 'sums-skipped':
      return `${remark.entry}: ${counted(remark.lines, 'total line is', 'total lines are')} not counted.`;
  }
}

const LINE_REMARKS: Readonly<Record<LineIssueCode, (facts: LineIssue['facts']) => string>> = {
  'no-account-number': () => 'No account number.',
  'no-amount': ([written = '']) => `“${written}” is not an amount.`,
  'several-accounts': ([count = '']) => `${grouped(count)} accounts have this number.`,
  'held-at': ([custodian = '']) => `The account is held at ${custodianName(custodian)}.`,
  'closed-later': () => 'Closed after the period ended.',
  'closed-earlier': () => 'Closed before the period ended.',
  'zeros-lost': ([number = '']) => `Leading zeros may be missing: account ${number} exists.`,
  repeated: ([at = '', of = '']) => `Line ${at} of ${of} for this account.`,
};

/** Returns the remarks on a line as sentences; the text of an older seal stays as it is. */
export const lineRemarkSentences = (text: string): string =>
  decodeLineIssues(text)
    ?.map(({ code, facts }) => LINE_REMARKS[code](facts))
    .join(' ') ?? text;
