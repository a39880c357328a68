import { formatDate, periodLabels } from '../../dates';
import { custodianName } from '../../fields';
import { count, countOf, EMPTY, formatMoney, formatValue, listText } from '../../format-value';
import { decodeLineIssues, type LineIssue, type LineIssueCode } from '../../line-issues';
import { minus, percentChange } from '../../money';
import { capitalize } from '../../text';
import type { Decision, Notation } from './schemas';
import type { MissingAccount } from './reconciliation';
import {
  isWithPreviousPeriod,
  type Comparison,
  type NotComparedReason,
  type ResultIssue,
  type UnsureReason,
} from './findings';

/** Sentences about a reconciliation, the same on the screens, in the evidence pack and in copied lines. */

interface ComparisonNames {
  readonly title: string;
  /** Title under a heading that names the other source. */
  readonly short: string;
  readonly singular: string;
  readonly plural: string;
}

const NAMES: Readonly<Record<Comparison['what'], ComparisonNames>> = {
  'period-debit': { title: 'Total fees', short: 'Total fees', singular: 'dollar', plural: 'dollars' },
  accounts: { title: 'Accounts', short: 'Accounts', singular: 'account', plural: 'accounts' },
  custodians: { title: 'Custodians', short: 'Custodians', singular: 'custodian', plural: 'custodians' },
  households: { title: 'Households', short: 'Households', singular: 'household', plural: 'households' },
  files: { title: 'Files', short: 'Files', singular: 'file', plural: 'files' },
  'before-accounts': {
    title: 'Accounts vs. prior period',
    short: 'Accounts',
    singular: 'account',
    plural: 'accounts',
  },
  'before-sum': { title: 'Total vs. prior period', short: 'Total', singular: 'dollar', plural: 'dollars' },
};

type Compared = Pick<Comparison, 'what'>;
type Judged = Pick<Comparison, 'what' | 'outcome'>;

const isMoney = ({ what }: Compared): boolean => what === 'period-debit' || what === 'before-sum';

export const titleOf = ({ what }: Compared): string => NAMES[what].title;
export const shortTitle = ({ what }: Compared): string => NAMES[what].short;

type Outcomes = Readonly<Record<Comparison['outcome'], string>>;
const OUTCOMES: Outcomes = { agrees: 'Agrees', differs: 'Differs', unsaid: 'Not determined' };
/** A change from the previous period is not an error. */
const PREVIOUS_PERIOD_OUTCOMES: Outcomes = { ...OUTCOMES, agrees: 'Unchanged', differs: 'Changed' };
export const outcomeLabel = (comparison: Judged): string =>
  (isWithPreviousPeriod(comparison) ? PREVIOUS_PERIOD_OUTCOMES : OUTCOMES)[comparison.outcome];

export const DECISION_NAMES: Readonly<Record<Decision, string>> = {
  approved: 'Approved',
  'approved-with-exceptions': 'Approved with exceptions',
  rejected: 'Rejected',
};

export const NOTATION_NAMES: Readonly<Record<Notation, string>> = {
  point: 'Decimal point',
  comma: 'Decimal comma',
  cents: 'Whole cents',
};

/** Returns a number of a comparison: money, a count, or a range of counts. */
export function comparedValueText(
  compared: Compared,
  value: string | null,
  atMost: string | null = null,
): string {
  if (value === null) return EMPTY;
  if (isMoney(compared)) return formatMoney(value);
  const shape = { kind: 'integer' } as const;
  return `${formatValue(shape, value)}${atMost === null ? '' : ` to ${formatValue(shape, atMost)}`}`;
}

/**
 * Returns the text after the outcome: "The file total is $12.30 higher.", "Up $12.30 (1.20%).", "the record
 * has …"; empty if both match.
 */
export function comparisonText(comparison: Comparison): string {
  if (comparison.outcome === 'agrees') return '';
  if (comparison.outcome === 'differs') return capitalize(differenceText(comparison));
  return comparison.why === null ? '' : `${whyText(comparison.why, comparison)}.`;
}

/** Returns a comparison as a sentence: "Differs: the file has 1 more account.", "Changed: up $1.20 (1.20%).". */
export function comparisonSentence(comparison: Comparison): string {
  const [label, text] = [outcomeLabel(comparison), comparisonText(comparison)];
  if (text === '') return `${label}.`;
  return `${label}: ${comparison.outcome === 'differs' ? differenceText(comparison) : text}`;
}

/** Returns the differences from the record: "Total fees: the file total is $12.30 lower · …". */
export const differencesText = ({ comparisons }: { readonly comparisons: readonly Comparison[] }): string =>
  comparisons
    .filter((compared) => compared.outcome === 'differs' && !isWithPreviousPeriod(compared))
    .map((compared) => `${titleOf(compared)}: ${differenceText(compared).replace(/\.$/, '')}`)
    .join(' · ');

function differenceText(comparison: Comparison): string {
  const { what, expected, found, atMost, leftOut, changed } = comparison;
  if (changed)
    return `${countOf(changed.added, 'new account', 'new accounts')} and ${countOf(changed.gone, 'removed account', 'removed accounts')}.`;
  if (expected === null || found === null) return 'the difference is unknown.';
  const change = minus(found, expected);
  const isMore = !change.startsWith('-');
  if (what === 'before-sum')
    return `${isMore ? 'up' : 'down'} ${formatMoney(change.replace('-', ''))}${percentChange(change, expected)}.`;
  const gap = minus(isMore ? found : (atMost ?? found), expected).replace('-', '');
  const skippedText =
    leftOut > 0
      ? ` ${countOf(leftOut, 'file of the archive was', 'files of the archive were')} skipped.`
      : '';
  if (isMoney(comparison))
    return `the file total is ${formatMoney(gap)} ${isMore ? 'higher' : 'lower'}.${skippedText}`;
  const { singular, plural } = NAMES[what];
  const difference = `${count(Number(gap))} ${isMore ? 'more' : 'fewer'} ${Number(gap) === 1 ? singular : plural}`;
  if (what === 'households')
    return `the file’s accounts belong to ${atMost === null ? '' : 'at least '}${difference}.`;
  return `the file has ${difference}.${skippedText}`;
}

function whyText(why: NotComparedReason, compared: Compared): string {
  switch (why.code) {
    case 'not-in-record':
      return isMoney(compared)
        ? 'the record has no total fees'
        : `the record has no count of ${NAMES[compared.what].plural}`;
    case 'unknown-custodian':
      return 'the custodian of some files is unknown';
    case 'unnamed-lines':
      return `${countOf(why.count, 'line has', 'lines have')} no account number`;
    case 'unread-amounts':
      return `${countOf(why.count, 'amount', 'amounts')} could not be read`;
    case 'unknown-households':
      return `the household of ${countOf(why.count, 'account', 'accounts')} is unknown`;
    case 'no-earlier-file':
      return 'there is no file of an earlier period of the same length';
    case 'not-saved':
      return `the file of ${formatDate(why.endDate)} is not saved on this computer`;
    case 'other-custodians':
      return `the saved files of ${formatDate(why.endDate)} are from other custodians`;
    case 'earlier-unreadable':
      return `the saved file of ${formatDate(why.endDate)} could not be read`;
    case 'unsure-columns':
    case 'unsure-custodian':
      return unsureText(why.code, `${why.entry} of ${formatDate(why.endDate)}`);
  }
}

const UNSURE: Readonly<Record<UnsureReason, { readonly what: string; readonly is: string }>> = {
  'unsure-columns': { what: 'columns', is: 'could not be recognized with certainty' },
  'unsure-custodian': { what: 'custodian', is: 'is unknown' },
};

/** Returns what the user must confirm: "the custodian of SWB.csv is unknown"; without a file, "its custodian …". */
export function unsureText(reason: UnsureReason, file?: string): string {
  const { what, is } = UNSURE[reason];
  return file === undefined ? `its ${what} ${is}` : `the ${what} of ${file} ${is}`;
}

/**
 * Returns a file's name by its period, "Q2 2026 (file 39)". `others`: end dates of the firm's other files, which
 * show whether it bills by month or by quarter.
 */
export function feeFileName(
  fileId: string,
  endDate: string | null,
  others: readonly (string | null)[] = [],
): string {
  if (endDate === null) return `File ${fileId}`;
  const labels = periodLabels([endDate, ...others.flatMap((other) => other ?? [])]);
  return `${labels.get(endDate) ?? formatDate(endDate)} (file ${fileId})`;
}

/** Returns text without the characters that a file name cannot have; dates of some locales have slashes. */
export const fileNameText = (text: string): string => text.replace(/[/\\:]/g, '-');

/** Returns "Probably missing: Weiß (12345678), $165.60 in the prior period"; empty for no accounts. */
export function probablyMissingText(accounts: readonly MissingAccount[]): string {
  if (accounts.length === 0) return '';
  const named = accounts.map(
    ({ name, number, amount }) =>
      `${name === null || name === '' ? number : `${name} (${number})`}, ${formatMoney(amount)} in the prior period`,
  );
  return `Probably missing: ${named.join('; ')}`;
}

/** Returns the skipped checks with their reasons, "Skipped: households (the record has no count …)"; or empty. */
export function skippedChecksText(comparisons: readonly Comparison[]): string {
  const skipped = comparisons
    .filter((compared) => compared.outcome === 'unsaid' && !isWithPreviousPeriod(compared))
    .map((compared) => {
      const title = titleOf(compared).toLowerCase();
      return compared.why === null ? title : `${title} (${whyText(compared.why, compared)})`;
    });
  return skipped.length === 0 ? '' : `Skipped: ${skipped.join('; ')}`;
}

/**
 * Returns the result of all comparisons with the record as one sentence without its final period. `namesSkipped`: false
 * if the skipped checks are listed next to it.
 */
export function verdictText(judged: readonly Judged[], namesSkipped = true): string {
  const withRecord = judged.filter((comparison) => !isWithPreviousPeriod(comparison));
  const differing = withRecord.filter(({ outcome }) => outcome === 'differs').map(titleOf);
  const skipped = withRecord
    .filter(({ outcome }) => outcome === 'unsaid')
    .map((comparison) => titleOf(comparison).toLowerCase());
  if (differing.length > 0)
    return `The file differs from its record in ${listText(differing.map((title) => title.toLowerCase()))}`;
  if (skipped.length === withRecord.length) return 'The file was not compared with its record';
  return `The file agrees with its record${skipped.length > 0 ? `, with ${countOf(skipped.length, 'check', 'checks')} skipped${namesSkipped ? `: ${listText(skipped)}` : ''}` : ''}`;
}

/** Returns a note about a result other than its comparisons. */
export function resultIssueText(issue: ResultIssue): string {
  switch (issue.code) {
    case 'file-changed':
      return 'The file has changed since it was saved from the service.';
    case 'no-accounts':
      return 'There was no account data, so no line could be matched.';
    case 'no-fees':
      return 'No fees were found in the files.';
    case 'left-out':
      return `${issue.entry} was skipped and is not counted.`;
    case 'sums-skipped':
      return `${issue.entry}: ${countOf(issue.lines, 'total line is', 'total lines are')} not counted.`;
  }
}

const LINE_ISSUES: Readonly<Record<LineIssueCode, (facts: LineIssue['facts']) => string>> = {
  'no-account-number': () => 'No account number.',
  'no-amount': ([written = '']) => `“${written}” is not an amount.`,
  'several-accounts': ([accounts = '']) => `${count(Number(accounts))} accounts have this number.`,
  'held-at': ([custodian = '']) => `The account is held at ${custodianName(custodian)}.`,
  'closed-later': () => 'Closed after the period ended.',
  'closed-earlier': () => 'Closed before the period ended.',
  'zeros-lost': ([number = '']) => `Leading zeros may be missing: account ${number} exists.`,
  repeated: ([position = '', total = '']) => `Line ${position} of ${total} for this account.`,
};

/** Returns a line's issues as sentences; text other than codes, as in an older seal, stays unchanged. */
export const lineIssuesText = (cell: string): string =>
  decodeLineIssues(cell)
    ?.map(({ code, facts }) => LINE_ISSUES[code](facts))
    .join(' ') ?? cell;

export const HOW_TO_CHECK = `SHA256SUMS.txt lists the hash of every file in this pack, for a tool such as sha256sum. The seal
  is the SHA-256 of signature.json, which names the hashes of the fee file and of result.json; result.json names that of
  lines.csv.`;
