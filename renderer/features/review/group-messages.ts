import type { FindingFacts } from '#contract/features/review/calls';
import { feeStructures } from '#contract/resources/fee-structures';
import { countOf } from '../../ui/format';
import { factList, factText, shortListText, type RuleTexts } from './fact-messages';
import { filesText } from './fee-file-messages';

const FREQUENCY: Readonly<Record<string, string>> = feeStructures.fields.frequency.labels;

/** "Cedar IRA (DEMO3577)", or "Account 12" without a name. */
const accountText = (account: string): string => (/^\d+$/.test(account) ? `Account ${account}` : account);

/** "Cedar IRA (DEMO3577) pays for others in this group and is closed or stale." */
const payers =
  (singular: string, plural: string) =>
  (facts: FindingFacts): string => {
    const accounts = factList(facts, 'accounts');
    return accounts.length === 1
      ? `${accountText(accounts[0] ?? '')} pays for others in this group and ${singular}.`
      : `Accounts ${shortListText(accounts)} pay for others in this group and ${plural}.`;
  };

/** Texts of the rules about billing groups and their households. */
export const GROUP_RULE_TEXTS = {
  'payer-not-billed': {
    name: 'Payer in no fee file',
    what: (facts) =>
      `${filesText(facts)} ${factList(facts, 'files').length === 1 ? 'does' : 'do'} not charge ${
        facts['accounts'] === undefined
          ? 'any account of this group, which is billed as a group'
          : `${shortListText(factList(facts, 'accounts').map(accountText))}, which this group names as the payer`
      }.`,
    why: 'The fee of this group may not have been billed. Check its payers and the fee file.',
  },
  'household-split': {
    name: 'Household split across billing groups',
    what: (facts) =>
      `The accounts of this household are in different billing groups: ${factText(facts, 'groups')}.`,
    why: 'Accounts in different groups do not reach a shared breakpoint together. Move them to one group, or waive it if they are intentionally billed separately.',
  },
  'household-half-grouped': {
    name: 'Household only partly grouped',
    what: (facts) => {
      const ungroupedCount = factList(facts, 'accounts').length;
      return `${countOf(ungroupedCount, 'account of this household is', 'accounts of this household are')} not in a billing group; others are in ${factText(facts, 'groups')}.`;
    },
    why: 'Accounts outside the group do not count toward a shared breakpoint. Add the rest to the household’s group, or waive it.',
  },
  'group-empty': {
    name: 'Billing group without accounts',
    what: () => 'No account is assigned to this billing group.',
    why: 'Nothing is billed through it. Assign its accounts, or delete it.',
  },
  'group-households': {
    name: 'Billing group across households',
    what: (facts) =>
      `The group and its accounts belong to different households: ${factText(facts, 'households')}.`,
    why: 'Balances of different households count toward one breakpoint. Check that these households are meant to be billed together.',
  },
  'group-frequencies': {
    name: 'Billing group mixes frequencies',
    what: (facts) =>
      `The fee structures of its accounts are billed ${shortListText(factList(facts, 'values').map((code) => (FREQUENCY[code] ?? code).toLowerCase()))}.`,
    why: 'Accounts of one group that are billed at different times are not billed together. Give them structures of one frequency.',
  },
  'payer-closed': {
    name: 'Paying account closed or stale',
    what: payers('is closed or stale', 'are closed or stale'),
    why: 'A closed account cannot pay a fee, and one without current data may not be able to. Choose another account to pay.',
  },
  'payer-direct': {
    name: 'Paying account billed directly',
    what: payers('is billed directly', 'are billed directly'),
    why: 'Fees are not debited at the custodian for this account or the accounts it pays for. Check that this is intended.',
  },
  'payer-outside': {
    name: 'Paying account outside the group',
    what: (facts) => {
      const accounts = factList(facts, 'accounts');
      return accounts.length === 1
        ? `${accountText(accounts[0] ?? '')} pays for accounts of this group, but is not in it.`
        : `Accounts ${shortListText(accounts)} pay for accounts of this group, but are not in it.`;
    },
    why: 'The fees go to an account outside this group. Assign it to the group, or choose another account to pay.',
  },
  'payer-deferred': {
    name: 'Tax-deferred account pays for others',
    what: payers('is tax-deferred', 'are tax-deferred'),
    why: 'Paying the fees of other accounts from a retirement account can count as a distribution from it. Choose a taxable account to pay.',
  },
} as const satisfies Partial<Record<string, RuleTexts>>;
