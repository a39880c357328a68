import {
  CHANGE_EDGES,
  MIN_ACCOUNTS_PER_RANGE,
  type FeeChanges,
  type FeeRates,
  type RateRange,
} from '#contract/features/period/charts';
import { choiceText } from '#contract/format-value';
import { amountChange, isZero } from '#contract/money';
import { shortMoney } from '../../ui/axis';
import { count, countOf, formatDate, formatMoney, formatPercent, listText } from '../../ui/format';

/** Texts of the charts of a billing period. */

/** Returns a rate with two decimals, enough for a range of balances. */
export const roundRate = (rate: string): string => `${Number(rate).toFixed(2)}%`;

/** Returns a rate with four decimals, so that rates align in a column. */
export const alignedRate = (rate: string): string => `${Number(rate).toFixed(4)}%`;

/** "Lower by 15–25%", from the largest decrease to the largest increase. */
function changeLabels(): string[] {
  const sizes = [...CHANGE_EDGES, null].map((edge, index) => {
    const from = CHANGE_EDGES[index - 1];
    if (edge === null) return `more than ${from ?? 0}%`;
    return from === undefined ? `up to ${edge}%` : `${from}–${edge}%`;
  });
  return [
    ...sizes.toReversed().map((size) => `Lower by ${size}`),
    'The same',
    ...sizes.map((size) => `Higher by ${size}`),
  ];
}

/** Returns the rows of the chart: kinds of changes with their number of accounts. */
export const feeChangeRows = ({ bars, started, ended, notCompared }: FeeChanges) => [
  ...changeLabels().map((label, index) => ({ label, accounts: bars[index] ?? 0 })),
  { label: 'Not billed before', accounts: started },
  { label: 'No longer billed', accounts: ended },
  ...(notCompared > 0 ? [{ label: 'No percentage', accounts: notCompared }] : []),
];

/** "+$120.00 (15.2%)" */
export function outlierChange(debit: string, before: string): string {
  const { amount, percent } = amountChange(debit, before);
  const sign = amount.startsWith('-') || isZero(amount) ? '' : '+';
  return `${sign}${formatMoney(amount)}${percent === null ? '' : ` (${percent}%)`}`;
}

export const unusualText = ({ unusual, percent, dollars }: FeeChanges): string =>
  `${countOf(unusual, 'account changes', 'accounts change')} by more than both ${formatPercent(percent)} and ${formatMoney(dollars)}.`;

/** Says which files are missing from the chart; empty if none is. */
export function missingFilesText(
  periods: readonly FeeChanges['now'][],
  names: ReadonlyMap<string, string>,
): string {
  const missing = periods.filter(({ read, listed }) => read < listed);
  if (missing.length === 0) return '';
  const parts = missing.map(
    ({ endDate, read, listed }) =>
      `${count(read)} of ${countOf(listed, 'fee file', 'fee files')} of ${names.get(endDate) ?? formatDate(endDate)}`,
  );
  return `Only ${listText(parts)} ${parts.length === 1 && missing[0]?.read === 1 ? 'is' : 'are'} reconciled; accounts in the others are missing here.`;
}

/** Says which periods have fee files with skipped files, whose accounts may be missing; empty if none has. */
export function skippedFilesText(
  periods: readonly FeeChanges['now'][],
  names: ReadonlyMap<string, string>,
): string {
  const parts = periods
    .filter(({ partlyRead }) => partlyRead > 0)
    .map(
      ({ endDate, partlyRead }) =>
        `${countOf(partlyRead, 'fee file', 'fee files')} of ${names.get(endDate) ?? formatDate(endDate)}`,
    );
  return parts.length === 0
    ? ''
    : `Files in the archives of ${listText(parts)} were skipped; their accounts may be missing here.`;
}

/** "$25K to $50K" */
export function rateRangeText({ from, to }: Pick<RateRange, 'from' | 'to'>): string {
  if (to === null) return `${shortMoney(from)} and more`;
  return from === 0 ? `Less than ${shortMoney(to)}` : `${shortMoney(from)} to ${shortMoney(to)}`;
}

export const ratesAbout = ({ balanceDates }: Pick<FeeRates, 'balanceDates'>): string =>
  `Annual fees as a percentage of the balance on ${choiceText(balanceDates.map(formatDate))}. A bar covers the middle 80% of accounts; its line is the median.`;

/** "Smith IRA: 2.10% of $1,200.00", or "3 accounts, 2.10% to 2.30%". */
export function dotText(accounts: FeeRates['outliers']): string {
  const [first, ...others] = accounts;
  if (!first) return '';
  if (others.length === 0)
    return `${first.name}: ${formatPercent(first.rate)} of ${formatMoney(first.balance)}`;
  const rates = accounts.map(({ rate }) => rate).sort((a, b) => Number(a) - Number(b));
  return `${countOf(accounts.length, 'account', 'accounts')}, ${formatPercent(rates[0] ?? '')} to ${formatPercent(rates.at(-1) ?? '')}`;
}

/** Says that a table has only the first rows; empty if it has all. */
export const listedText = (listed: number, all: number): string =>
  listed < all ? `The table has the first ${count(listed)}.` : '';

/** Says how many rates are far from the median, and whether small ranges were not checked for them. */
export function unusualRatesText({ unusual, ranges }: Pick<FeeRates, 'unusual' | 'ranges'>): string {
  const text = `${countOf(unusual, 'account has', 'accounts have')} more than twice, or less than half, the median rate of ${unusual === 1 ? 'its' : 'their'} range.`;
  return ranges.some(({ accounts }) => accounts < MIN_ACCOUNTS_PER_RANGE)
    ? `${text} Ranges with fewer than ${MIN_ACCOUNTS_PER_RANGE} accounts aren’t checked.`
    : text;
}

const twiceText = (accounts: number): string =>
  `${countOf(accounts, 'account', 'accounts')} also billed by a file that is no longer in the service`;

/** Says how many accounts a chart of changes leaves out because their fees may count twice; empty if none. */
export const leftOutOfChangesText = ({ mayCountTwice }: Pick<FeeChanges, 'mayCountTwice'>): string =>
  mayCountTwice === 0 ? '' : `Not included: ${twiceText(mayCountTwice)}.`;

/** Says which accounts are left out, and why; empty if none is. */
export function leftOutText(rates: FeeRates): string {
  const { withoutBalance, payers, unknownLength, unread, notListed, mayCountTwice } = rates;
  const text = (accounts: number, why: string): string =>
    accounts > 0 ? `${countOf(accounts, 'account', 'accounts')} ${why}` : '';
  const parts = [
    text(withoutBalance, 'without a balance'),
    text(payers, 'paying for others'),
    text(unknownLength, 'with an unknown period'),
    text(unread, 'with an amount that can’t be read'),
    text(notListed, 'not in the list of accounts'),
    mayCountTwice > 0 ? twiceText(mayCountTwice) : '',
  ].filter(Boolean);
  return parts.length === 0 ? '' : `Not included: ${listText(parts)}.`;
}

export const CHARTS = {
  noRates:
    'No balances for this period on this computer. Import them, or get them from the service, under Expected fees.',
  noChanges: 'To see it, reconcile the fee files of this period and of the period before.',
} as const;
