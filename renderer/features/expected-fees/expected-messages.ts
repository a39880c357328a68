import type {
  ExpectedPeriod,
  ExpectedAmounts,
  NotCalculatedReason,
  UsedBalance,
} from '#contract/features/expected-fees/schemas';
import type { AumOutcome, ComparedLine, LineResult } from '#contract/features/expected-fees/calls';
import type { BALANCE_FIELDS } from '#contract/features/expected-fees/fields';
import { capitalize } from '#contract/text';
import { count, countOf, formatDate, formatMoney, formatPercent, listText } from '../../ui/format';
import type { StateLabel } from '../../ui/tone';

const NOT_CALCULATED_REASONS: Readonly<Record<NotCalculatedReason, string>> = {
  'replaced-file':
    'a fee file that the service no longer lists also bills the account, so its fee may count twice',
  'unreadable-amount': 'an amount of the account in the fee file could not be read',
  'no-structure': 'the account has no fee structure',
  'several-structures': 'the account has several fee structures',
  'unknown-structure': 'the fee structure is not in the data on this computer',
  'balance-type': 'the fee structure isn’t based on the end-of-period balance alone',
  'favor-fee': 'the service does not describe how a favor fee is calculated',
  'no-terms': 'the fee structure lacks its rate, dollars or tiers',
  'faulty-tiers': 'the tiers of the fee structure have errors',
  frequency: 'the fee structure is not billed by month, quarter or year',
  'no-period-end': 'the fee file has no period end',
  'opened-in-interval': 'the account was opened in the billed interval',
  'closed-in-interval': 'the account was closed in the billed interval',
  'first-billable-in-interval': 'the account was first billable in the billed interval',
  'firm-adjustments': 'the firm has asset adjustments for all accounts',
  minimum: 'its billing group has a minimum',
  'pays-for-others': 'the account also pays the fees of other accounts',
  'paid-by-group':
    'the account pays a share of its billing group’s fee, which is not calculated from one fee structure on the group’s total',
  'several-groups': 'the account pays a share of a billing group’s fee, and is in several groups',
  'group-total':
    'the account pays a share of its billing group’s fee, and the group’s total for this date is not known',
  'no-balance': 'no balance for this date; import one',
};
export const notCalculatedText = (why: NotCalculatedReason): string =>
  `Not calculated: ${NOT_CALCULATED_REASONS[why]}.`;

const SOURCES: Readonly<Record<UsedBalance['source'], string>> = {
  imported: 'imported',
  aum: 'from the service’s AUM by account',
  latest: 'from the service’s latest balances',
};
/** "$1,000,000.00 as of Sep 30, 2026, imported from balances.xlsx". */
export const balanceText = ({ amount, date, source, file }: UsedBalance): string =>
  `${formatMoney(amount)} as of ${date === null ? 'an unknown date' : formatDate(date)}, ${SOURCES[source]}${
    source === 'imported' ? ` from ${file ?? 'a pasted list'}` : ''
  }`;

/** Returns the source of the balance's date. */
export const dateSourceText = ({ dateSource }: ExpectedPeriod): string =>
  dateSource === 'billing-report' ? 'Date of the billing report.' : 'Date of the period end.';

export const DAY_COUNT_LABELS: Readonly<Record<ExpectedAmounts['dayCount'], string>> = {
  periods: 'Quarters or months',
  'days-365': '365 days',
  'days-366': '366 days',
};

/** Labels that name the expected amount near the debit; they never state that a fee is right. */
export const MATCH_LABELS: Readonly<Record<ExpectedAmounts['match'], StateLabel>> = {
  alone: { label: 'Near the account-alone fee', tone: 'quiet' },
  group: { label: 'Near the group share', tone: 'quiet' },
  both: { label: 'Near both', tone: 'quiet' },
  neither: { label: 'Near neither', tone: 'warn' },
};

/** Labels of the lines of a period. */
export const LINE_LABELS: Readonly<Record<LineResult, StateLabel>> = {
  ...MATCH_LABELS,
  'not-calculated': { label: 'Not calculated', tone: 'quiet' },
};

export function lineDetailText({ why, hasDifferingBalances }: ComparedLine): string {
  const difference = hasDifferingBalances ? ['balance sources are more than $1 apart'] : [];
  return capitalize([...(why === null ? [] : [NOT_CALCULATED_REASONS[why]]), ...difference].join('; '));
}

type FeePeriod = Readonly<Record<'imported' | 'fromService', number>> & {
  readonly balanceDates: readonly string[];
};
/** "Balances of Sep 30, 2026: 1,204 imported, none from the service". */
export const sourcesText = ({ balanceDates, imported, fromService }: FeePeriod): string =>
  `Balances of ${listText(balanceDates.map(formatDate))}: ${imported === 0 ? 'none' : count(imported)} imported, ${
    fromService === 0 ? 'none' : count(fromService)
  } from the service`;

const EXCLUDED: Readonly<Record<AumOutcome['excluded'][number]['why'], string>> = {
  'not-requested': 'for accounts that were not requested',
  duplicate: 'for accounts that already had one',
  'not-money': 'that are not amounts',
  negative: 'below zero',
  'other-date': 'for another date',
};
/** Returns how many balances the service returned, and which values were excluded. */
export const outcomeTexts = ({ date, requested, stored, missing, excluded }: AumOutcome): string[] => [
  `${count(stored)} of ${countOf(requested, 'account has', 'accounts have')} a balance of ${formatDate(date)}.`,
  ...(missing > 0 ? [`${countOf(missing, 'account', 'accounts')} without a usable value.`] : []),
  ...excluded.map(
    ({ why, count: values }) => `Excluded: ${countOf(values, 'value', 'values')} ${EXCLUDED[why]}.`,
  ),
];

/** Returns the balance that a debit implies if none is known, with that of the previous period. */
export function impliedText({ balance, dayCount, before }: NonNullable<ExpectedPeriod['implied']>): string {
  const current = `With a day count of ${DAY_COUNT_LABELS[dayCount].toLowerCase()}, the debit is the fee of a balance of ${formatMoney(balance)}`;
  return before
    ? `${current}; the debit of ${formatDate(before.endDate)} implies ${formatMoney(before.balance)}.`
    : `${current}.`;
}

export const ceilingText = ({ rate, ceiling }: { readonly rate: string; readonly ceiling: string }): string =>
  `The debit is ${formatPercent(rate)} of the balance per year, above your firm’s ceiling of ${formatPercent(ceiling)}.`;

type Calculated = Extract<ExpectedPeriod['result'], { readonly kind: 'calculated' }>;

export function groupText({ group, readings: amounts }: Calculated): string {
  if ('why' in group)
    return {
      'no-group': 'The account is in no billing group.',
      'several-groups': 'Group not calculated: the account is in several billing groups.',
      'members-without-balance':
        'Group not calculated: not every account of the billing group has a balance for this date.',
      'zero-total': 'Group not calculated: the balances of the billing group do not add up to the account’s.',
    }[group.why];
  if (amounts.every((amount) => amount.group === null))
    return 'A flat account fee doesn’t depend on the group.';
  return `${group.name}: ${count(group.members)} accounts with ${formatMoney(group.total)} have an annual fee of ${formatMoney(group.yearly)}; the share is by balance.`;
}

/** "Tier 2: $500,000.00 × 0.75%". */
export const stepText = ({ tier, amount, rate }: Calculated['steps'][number]): string => {
  if (amount === null || rate === null) return 'Flat amount, any balance';
  const product = `${formatMoney(amount)} × ${formatPercent(rate)}`;
  return tier === null ? product : `Tier ${tier}: ${product}`;
};

export const EXPECTED = {
  about:
    'Debits of fee files next to the fees calculated from balances and fee structures. Nothing is changed in the service.',
  fetchHint:
    'Requests the balances of the accounts that the period debits, and of their billing groups. Nothing is changed in the service.',
  unavailable: 'This service has no balances by date. Import them from a spreadsheet instead.',
  decided: 'Results use your firm’s day-count convention.',
  undecided: 'Your firm has not decided. Results use',
  near: 'Near: within 1% or $1. It doesn’t confirm that a fee is correct.',
  importTitle: 'Import balances',
  importHint:
    'Include a header row. Each line names an account, its balance and the date: a period end of a fee file, or the date of a billing report. A later import replaces the balance of the same date.',
} as const;

export const ACCEPTED_BALANCE_COLUMNS = [
  { field: 'number', format: 'Text, with its leading zeros', use: 'Identifies the account' },
  { field: 'custodian', format: 'Code or name', use: 'For a number at several custodians' },
  { field: 'id', format: 'ID', use: 'Identifies the account' },
  { field: 'balance', format: 'Amount, such as $1,234.50', use: 'Required' },
  { field: 'date', format: 'Date, such as 11/21/2026', use: 'Required' },
] as const satisfies readonly {
  readonly field: keyof typeof BALANCE_FIELDS;
  readonly format: string;
  readonly use: string;
}[];
