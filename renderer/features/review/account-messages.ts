import { unknownCodeLabel } from '#contract/text';
import { formatDate } from '#contract/dates';
import { formatMoney, formatValue, choiceText } from '#contract/format-value';
import { amountChange, isZero } from '#contract/money';
import type { FindingFacts } from '#contract/features/review/calls';
import type { RuleId } from '#contract/features/review/rules';
import { feeStructures } from '#contract/resources/fee-structures';
import { factList, factText, shortListText, type RuleTexts } from './fact-messages';
import { filesText, reportText } from './fee-file-messages';

/** Returns the label of a field's code. */
const labelOfCode = (field: { readonly labels: Readonly<Record<string, string>> }, code: string): string =>
  code === '' ? 'none' : (field.labels[code] ?? unknownCodeLabel(code));
const { collection_type: collection, frequency } = feeStructures.fields;

/** Returns what fee files charge, with the files and their period. */
const chargeText = (facts: FindingFacts): string => {
  const charge = factList(facts, 'files').length === 1 ? 'charges' : 'charge';
  const total = charge === 'charges' ? '' : ' in total';
  return `${filesText(facts)} ${charge} this account ${formatMoney(factText(facts, 'amount'))}${total}`;
};

/** "Invoice 4120 dated Oct 1, 2026". */
const invoiceText = (facts: FindingFacts): string => {
  const ids = factList(facts, 'invoices');
  const date = factText(facts, 'invoiceDate');
  return `${ids.length === 1 ? 'Invoice' : 'Invoices'} ${shortListText(ids)}${date === '' ? '' : ` dated ${formatDate(date)}`}`;
};

/** "Fee file 39 for the period that ended on Jun 30, 2026". */
const earlierFilesText = (facts: FindingFacts): string => filesText(facts, 'earlierFiles', 'earlierEnd');

/** "$100.00, so the fee is 25.00% lower", or "the same amount, although the fee depends on a balance". */
const changeText = (facts: FindingFacts): string => {
  const [now, before] = [factText(facts, 'amount'), factText(facts, 'earlier')];
  if (now === '' || before === '') return 'a different amount';
  const { amount, percent } = amountChange(now, before);
  if (isZero(amount)) return 'the same amount, although the fee depends on a balance';
  const size =
    percent === null
      ? ''
      : `, so the fee is ${percent.replace('-', '')}% ${amount.startsWith('-') ? 'lower' : 'higher'}`;
  return `${formatMoney(before)}${size}`;
};

const percentIn = (facts: FindingFacts, name: string): string =>
  formatValue({ kind: 'percent' }, factText(facts, name));

/** Texts of the rules about accounts. */
export const ACCOUNT_RULE_TEXTS = {
  'collection-differs': {
    name: 'Conflicting collection methods',
    what: (facts) =>
      `Its fee structures have different collection methods: ${shortListText(factList(facts, 'values').map((code) => labelOfCode(collection, code)))}.`,
    why: 'All fee structures on an account must use the same collection method, or its billing fails. Keep only structures with the same method.',
  },
  'several-groups': {
    name: 'In several billing groups',
    what: (facts) => `This account is assigned to ${factList(facts, 'groups').length} billing groups.`,
    why: 'Its balance counts in each of them, and its fee may be charged more than once. Keep it in one group.',
  },
  'direct-in-fee-file': {
    name: 'Billed directly but in a fee file',
    what: () =>
      'This account is billed directly, and a signed-off fee file of the latest period charges it at the custodian.',
    why: 'The client may pay twice. Check the invoice and the fee file, then correct how the account is billed.',
  },
  'fee-in-two-files': {
    name: 'Billed in two fee files',
    what: (facts) => `${chargeText(facts)}. An account is usually in one file of a period.`,
    why: 'The client may pay twice. Compare the files, and correct one of them before the custodian collects both.',
  },
  'fee-outside-dates': {
    name: 'Billed outside its dates',
    what: (facts) =>
      facts['closed'] === undefined
        ? `${chargeText(facts)}. The account’s first billable date is ${formatDate(factText(facts, 'firstBillable'))}, after what the file bills.`
        : `${chargeText(facts)}. The account was closed on ${formatDate(factText(facts, 'closed'))}, before what the file bills.`,
    why: 'The fee is for days on which the account was not billable. Correct the account’s dates or the fee file.',
  },
  'fee-and-invoice': {
    name: 'Debited and invoiced',
    what: (facts) =>
      `${chargeText(facts)}. ${invoiceText(facts)} ${factList(facts, 'invoices').length === 1 ? 'names' : 'name'} it too, ${
        facts['invoiced'] === undefined ? '' : `for ${formatMoney(factText(facts, 'invoiced'))} `
      }in the same billing report.`,
    why: 'The client may pay twice. Compare the file with the invoice, and correct how the account is billed.',
  },
  'fee-missing': {
    name: 'Missing debit',
    what: (facts) =>
      `${filesText(facts)} ${factList(facts, 'files').length === 1 ? 'does' : 'do'} not charge this account. ${
        facts['earlier'] === undefined
          ? `Most accounts with its fee structure ${factText(facts, 'structures')} are charged.`
          : `${earlierFilesText(facts)} charged it ${formatMoney(factText(facts, 'earlier'))}.`
      }`,
    why: 'It is set up to be billed at its custodian for the whole period, and to pay for itself. Find out why it has no line.',
  },
  'fee-wrong-payer': {
    name: 'Wrong payer',
    what: (facts) =>
      `${chargeText(facts)}. Its billing group ${factText(facts, 'groups')} now names another payer: ${factText(facts, 'accounts')}.`,
    why: 'The fee may be taken from the wrong account. Correct the payer in the billing group or the fee file.',
  },
  'fee-not-in-report': {
    name: 'Fee file differs from the billing report',
    what: (facts) =>
      facts['amount'] === undefined
        ? `${reportText(facts)} lists this account. ${filesText(facts)} does not charge it, and it is not billed directly.`
        : `${chargeText(facts)}. ${reportText(facts)} does not list it.`,
    why: 'The file and the report should bill the same accounts. Find out which one is current.',
  },
  'fee-changed': {
    name: 'Unusual fee change',
    what: (facts) => `${chargeText(facts)}. ${earlierFilesText(facts)} charged ${changeText(facts)}.`,
    why: 'A large change, or none at all in a fee that depends on a balance, can mean a wrong balance or rate. Find out what changed.',
  },
  'fee-flat-differs': {
    name: 'Flat fee differs from its structure',
    what: (facts) =>
      `${chargeText(facts)}. Its fee structure ${factText(facts, 'structures')} now has a flat fee of ${formatMoney(factText(facts, 'flat'))}, which would be ${choiceText(factList(facts, 'readings').map((amount) => formatMoney(amount)))} for the period.`,
    why: 'The amount may be from an earlier agreement, or typed by hand. Compare it with the client’s agreement.',
  },
  'fee-above-cash': {
    name: 'Fee above the latest cash',
    what: (facts) =>
      `${chargeText(facts)}. Its latest balance, as of ${formatDate(factText(facts, 'cashDate'))}, has ${formatMoney(factText(facts, 'cash'))} in cash.`,
    why: 'Sweep funds and margin are not in the data. Check with the custodian that the account can pay.',
  },
  'fee-above-ceiling': {
    name: 'Fee above the rate ceiling',
    what: (facts) =>
      `${chargeText(facts)}. That is ${percentIn(facts, 'rate')} of its balance of ${formatMoney(factText(facts, 'balance'))} on ${formatDate(factText(facts, 'balanceDate'))} per year; your firm’s ceiling is ${percentIn(facts, 'ceiling')}.`,
    why: 'The rate, the balance or the number of fees may be wrong. Compare the fee with the client’s agreement.',
  },
  'number-twice': {
    name: 'Account number used twice',
    what: (facts) => `${factList(facts, 'accounts').length} accounts at this custodian have the same number.`,
    why: 'They may be one account recorded twice, and the fee could be charged twice. Ask the custodian which record is correct.',
  },
  'trade-lists-conflict': {
    name: 'Conflicting trading lists',
    what: (facts) =>
      [
        ...(facts['buy'] ? [`Both to buy and not to buy: ${factText(facts, 'buy')}.`] : []),
        ...(facts['sell'] ? [`Both to sell and not to sell: ${factText(facts, 'sell')}.`] : []),
      ].join(' '),
    why: 'A trader cannot follow both. Remove each security from one of the two lists.',
  },
  quarantined: {
    name: 'Quarantined',
    what: () => 'The service holds this account’s data in quarantine.',
    why: 'Its balances and positions may be out of date until the quarantine ends. Find out what the custodian sent.',
  },
  'code-not-mapped': {
    name: 'Advisor code not mapped',
    what: (facts) =>
      factList(facts, 'codes').length === 1
        ? `Its advisor code ${factText(facts, 'codes')} isn’t mapped for this custodian.`
        : `Its advisor codes ${factText(facts, 'codes')} aren’t mapped for this custodian.`,
    why: 'No new accounts arrive with an unmapped code. Map the code, or find out why the account has it.',
  },
  'no-fee-structure': {
    name: 'No fee structure',
    what: () => 'This account has no fee structure.',
    why: 'Its billing terms are unknown. Assign a fee structure, or waive it if the account isn’t billed.',
  },
  'frequency-differs': {
    name: 'Fee structures differ in frequency',
    what: (facts) =>
      `Its fee structures bill at different intervals: ${shortListText(factList(facts, 'values').map((code) => labelOfCode(frequency, code)))}.`,
    why: 'The fees are due at different times. Check that this is intended.',
  },
  'inactive-in-group': {
    name: 'Closed or stale but in a billing group',
    what: () => 'This account is closed or stale, and still assigned to a billing group.',
    why: 'A fee may be charged to an account that cannot pay it. Remove it from the group, or find out whether it is active.',
  },
  'no-household': {
    name: 'No household',
    what: () => 'This account does not belong to a household.',
    why: 'It is missing from household reporting and from breakpoints that a household shares. Assign it to its household, or waive it if it has none.',
  },
  'owner-in-several-households': {
    name: 'Owner in several households',
    what: (facts) => `Accounts of this owner are in different households: ${factText(facts, 'households')}.`,
    why: 'The family’s reports and breakpoints are split. Move the accounts to one household, or waive it if the split is intended.',
  },
  'no-advisor-code': {
    name: 'No advisor code',
    what: () => 'This account has no advisor code.',
    why: 'The advisor is unknown. Ask the custodian to add the code.',
  },
  'inception-after-closing': {
    name: 'Inception date after closing date',
    what: () => 'This account’s inception date is after its closing date.',
    why: 'One of the dates is wrong, so performance and billing periods are wrong too. Check both with the custodian.',
  },
  'taxable-and-deferred': {
    name: 'Taxable and tax-deferred',
    what: () => 'This account is marked both taxable and tax-deferred.',
    why: 'It can’t be both. Tax reports and trading may treat it wrongly until the custodian corrects it.',
  },
  'cash-without-frequency': {
    name: 'Required cash without a frequency',
    what: () => 'Required cash is set without a frequency.',
    why: 'The cash can’t be planned for. Choose a frequency, or clear the amount.',
  },
  'no-group': {
    name: 'No billing group',
    what: () => 'This account is not in a billing group.',
    why: 'It does not share a breakpoint or minimum with other accounts. Add it to its household’s group, or waive it if it is billed alone.',
  },
  'inception-missing': {
    name: 'No inception date',
    what: () => 'This account has no inception date.',
    why: 'Performance and the first billing period start on an unknown day.',
  },
  'tax-status-unknown': {
    name: 'Tax status unknown',
    what: () => 'It is unknown whether this account is taxable or tax-deferred.',
    why: 'Tax reports can’t place it. Ask the custodian for its tax status.',
  },
} as const satisfies Partial<Record<RuleId, RuleTexts>>;
