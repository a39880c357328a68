import { formatDate } from '#contract/dates';
import type { FindingFacts } from '#contract/features/review/calls';
import type { RuleId, UndeterminedReason } from '#contract/features/review/rules';
import { formatMoney } from '#contract/format-value';
import { factList, factText, shortListText, type RuleTexts } from './fact-messages';

/** "Fee file 40 for the period that ended on Sep 30, 2026". */
export const filesText = (facts: FindingFacts, files = 'files', end = 'end'): string => {
  const ids = factList(facts, files);
  const period = `for the period that ended on ${formatDate(factText(facts, end))}`;
  return `${ids.length === 1 ? 'Fee file' : 'Fee files'} ${shortListText(ids)} ${period}`;
};

/** "Billing report 817 dated Oct 1, 2026". */
export const reportText = (facts: FindingFacts): string => {
  const date = factText(facts, 'reportDate');
  return `Billing report ${factText(facts, 'report')}${date === '' ? '' : ` dated ${formatDate(date)}`}`;
};

/** Texts of the rules about fee upload files. */
export const FEE_FILE_RULE_TEXTS = {
  'fee-report-total': {
    name: 'Fee file total differs from the billing report',
    what: (facts) =>
      `The lines of this file add up to ${formatMoney(factText(facts, 'amount'))}. ${reportText(facts)} has a custodian total of ${formatMoney(factText(facts, 'billed'))}.`,
    why: 'The file and the report should have the same total. Find out which lines differ.',
  },
  'fee-annual-ratio': {
    name: 'Yearly total out of proportion',
    what: (facts) =>
      `The file’s record has ${formatMoney(factText(facts, 'total'))} for the period that ended on ${formatDate(factText(facts, 'end'))}, and ${formatMoney(factText(facts, 'yearly'))} for a year. Your fee structures bill ${timesText(facts)} a year.`,
    why: 'The yearly total doesn’t match the period’s total. Find out which one is wrong.',
  },
} as const satisfies Partial<Record<RuleId, RuleTexts>>;

/** "once", "4 times", "1 to 12 times". */
const timesText = (facts: FindingFacts): string => {
  const times = factList(facts, 'times');
  const range = [...new Set([times[0] ?? '', times.at(-1) ?? ''])].join(' to ');
  return range === '1' ? 'once' : `${range} times`;
};

/** Why a rule could not check a record. */
export const UNDETERMINED_TEXTS: Readonly<Record<UndeterminedReason, string>> = {
  'unknown-period-length': 'the length of the period is unknown',
  'several-structures': 'several fee structures',
  'several-groups': 'in several billing groups',
  'replaced-file': 'also billed by a fee file that the service no longer lists',
  'unreadable-amount': 'an amount could not be read',
  'shared-number': 'several accounts share the account number of a line',
  'pays-for-others': 'pays for other accounts too',
  'paid-by-group': 'paid through its billing group',
  'group-minimum': 'its billing group has a minimum fee',
  'partial-period': 'opened or closed in the period',
  'no-cash': 'no cash in the latest balances',
  'no-balance': 'no balance for the period',
  'no-report': 'no single billing report with the accounts and the total of the fee file',
  'files-not-reconciled': 'other fee files of the period have not been reconciled',
  'skipped-files': 'a file in the archive of a fee file was skipped',
};
