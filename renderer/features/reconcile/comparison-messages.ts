import type { Reconciliation } from '#contract/features/reconcile/calls';
import {
  isWithPreviousPeriod,
  type Comparison,
  type ResultRemark,
  type NotComparedReason,
} from '#contract/features/reconcile/findings';
import { minus, percentChange } from '#contract/money';
import { countOf, EMPTY, formatDate, formatValue, midSentence, listText } from '../../ui/format';
import type { StateLabel } from '../../ui/tone';
import { money } from './reconcile-messages';

/** Messages about the result of a reconciliation. */

interface Named {
  readonly title: string;
  /** Label under a heading that names the other source. */
  readonly short: string;
  readonly one: string;
  readonly many: string;
}

const NAMES: Readonly<Record<Comparison['what'], Named>> = {
  'period-debit': { title: 'Period debit', short: 'Period debit', one: 'dollar', many: 'dollars' },
  accounts: { title: 'Accounts', short: 'Accounts', one: 'account', many: 'accounts' },
  custodians: { title: 'Custodians', short: 'Custodians', one: 'custodian', many: 'custodians' },
  households: { title: 'Households', short: 'Households', one: 'household', many: 'households' },
  files: { title: 'Files', short: 'Files', one: 'file', many: 'files' },
  'before-accounts': {
    title: 'Accounts since last period',
    short: 'Accounts',
    one: 'account',
    many: 'accounts',
  },
  'before-sum': { title: 'Sum since last period', short: 'Sum', one: 'dollar', many: 'dollars' },
};

const isMoney = ({ what }: Pick<Comparison, 'what'>): boolean =>
  what === 'period-debit' || what === 'before-sum';

export const titleOf = ({ what }: Pick<Comparison, 'what'>): string => NAMES[what].title;
export const shortTitle = ({ what }: Pick<Comparison, 'what'>): string => NAMES[what].short;

/** Returns a number of a comparison: money, a count, or a range of counts. */
export function valueText(
  comparison: Pick<Comparison, 'what'>,
  value: string | null,
  atMost: string | null = null,
): string {
  if (value === null) return EMPTY;
  if (isMoney(comparison)) return money(value);
  const shape = { kind: 'integer' } as const;
  return `${formatValue(shape, value)}${atMost === null ? '' : ` to ${formatValue(shape, atMost)}`}`;
}

/**
 * Returns the text after the outcome: "by $12.30: …", "up $12.30 (1.20%).", "the record has …"; empty if both
 * match.
 */
export function comparisonText(comparison: Comparison): string {
  if (comparison.outcome === 'agrees') return '';
  if (comparison.outcome === 'differs')
    return `${isWithPreviousPeriod(comparison) ? '' : 'by '}${differenceText(comparison)}`;
  return comparison.why === null ? '' : `${whyText(comparison.why, comparison)}.`;
}

/** Returns the differences from the record: "Period debit differs by $12.30: the file total is lower · …". */
export const differencesText = ({ comparisons }: Pick<Reconciliation, 'comparisons'>): string =>
  comparisons
    .filter((one) => one.outcome === 'differs' && !isWithPreviousPeriod(one))
    .map((one) => {
      const verb = isMoney(one) ? 'differs' : 'differ';
      return `${titleOf(one)} ${verb} by ${differenceText(one).replace(/\.$/, '')}`;
    })
    .join(' · ');

function differenceText(comparison: Comparison): string {
  const { what, expected, found, atMost, leftOut, changed } = comparison;
  if (changed)
    return `${countOf(changed.added, 'new account', 'new accounts')} and ${countOf(changed.gone, 'removed account', 'removed accounts')}.`;
  if (expected === null || found === null) return `${EMPTY}.`;
  const change = minus(found, expected);
  const isMore = !change.startsWith('-');
  if (what === 'before-sum')
    return `${isMore ? 'up' : 'down'} ${money(change.replace('-', ''))}${percentChange(change, expected)}.`;
  const gap = minus(isMore ? found : (atMost ?? found), expected).replace('-', '');
  const out =
    leftOut > 0
      ? ` ${countOf(leftOut, 'file of the archive was', 'files of the archive were')} left out.`
      : '';
  if (isMoney(comparison)) return `${money(gap)}: the file total is ${isMore ? 'higher' : 'lower'}.${out}`;
  const by = countOf(Number(gap), NAMES[what].one, NAMES[what].many);
  if (what === 'households')
    return `${atMost === null ? '' : 'at least '}${by}: the file’s accounts belong to ${isMore ? 'more' : 'fewer'}.`;
  return `${by}: the file has ${isMore ? 'more' : 'fewer'}.${out}`;
}

function whyText(why: NotComparedReason, comparison: Comparison): string {
  switch (why.code) {
    case 'not-in-record':
      return isMoney(comparison)
        ? 'the record has no period debit'
        : `the record has no count of ${NAMES[comparison.what].many}`;
    case 'unknown-custodian':
      return 'the custodian of some files is unknown';
    case 'unnamed-lines':
      return `${countOf(why.count, 'line has', 'lines have')} no account number`;
    case 'unread-amounts':
      return `${countOf(why.count, 'amount', 'amounts')} could not be read`;
    case 'unknown-households':
      return `the household of ${countOf(why.count, 'account', 'accounts')} is unknown`;
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

/** Returns a note about a result other than its comparisons. */
export function resultNoteText(remark: ResultRemark): string {
  switch (remark.code) {
    case 'file-changed':
      return 'The file has changed since it was saved from the service. Save it again.';
    case 'no-accounts':
      return 'There is no account data yet, so no line can be matched. Refresh, then reconcile again.';
    case 'no-fees':
      return 'No fees were found in the files.';
    case 'left-out':
      return `${remark.entry} was left out and is not counted.`;
    case 'sums-skipped':
      return `${remark.entry}: ${countOf(remark.lines, 'total line is', 'total lines are')} not counted.`;
  }
}

/** Returns the outcome; a change from the previous period is information, not a warning. */
export function comparisonOutcomeLabel(comparison: Comparison): StateLabel {
  const { outcome } = comparison;
  const before = isWithPreviousPeriod(comparison);
  if (outcome === 'unsaid') return { word: 'Not determined', tone: before ? 'quiet' : 'warn' };
  if (before)
    return outcome === 'agrees' ? { word: 'Unchanged', tone: 'quiet' } : { word: 'Changed', tone: 'accent' };
  return outcome === 'agrees' ? { word: 'Agrees', tone: 'good' } : { word: 'Differs', tone: 'bad' };
}

/** Returns the headline for the comparisons with the record. */
export function reconciliationVerdict(result: Reconciliation): StateLabel & { readonly text: string } {
  const own = result.comparisons.filter((one) => !isWithPreviousPeriod(one));
  const differing = own.filter(({ outcome }) => outcome === 'differs');
  const unsaid = own.filter(({ outcome }) => outcome === 'unsaid');
  const lines = `${countOf(result.lines, 'line', 'lines')} for ${countOf(result.accounts, 'account', 'accounts')}, ${money(result.sum)} in all.`;
  if (differing.length > 0)
    return {
      tone: 'bad',
      word: `The file differs from its record in ${listText(differing.map((one) => midSentence(titleOf(one))))}`,
      text: lines,
    };
  if (unsaid.length > 0)
    return {
      tone: 'warn',
      word: `The file agrees with its record, with ${countOf(unsaid.length, 'check', 'checks')} skipped`,
      text: lines,
    };
  return { tone: 'good', word: 'The file agrees with its record', text: lines };
}
