import { feeStructures } from '../../../preload/contract/resources/fee-structures';
import { factList, listText } from './fact-words';
import type { RuleWords } from './rule-words';

/** A code of a field in its words. */
const inWords = (field: { readonly words: Readonly<Record<string, string>> }, code: string): string =>
  code === '' ? 'none' : (field.words[code] ?? code);

/** The rules about accounts in words. */
export const accountWords = {
  'no-household': {
    name: 'No household',
    what: () => 'This account belongs to no household.',
    why: 'It is left out of household reporting, and of the breakpoints that a household shares. Assign it to its household, or waive it if it stands alone on purpose.',
  },
  'collection-differs': {
    name: 'Fee structures collect differently',
    what: (facts) =>
      `Its fee structures collect in different ways: ${listText(factList(facts, 'values').map((code) => inWords(feeStructures.fields.collection_type, code)))}.`,
    why: 'All fee structures of an account must collect the same way, or its billing fails. Keep the structures that belong together.',
  },
  'number-twice': {
    name: 'Account number used twice',
    what: (facts) => `${factList(facts, 'accounts').length} accounts at this custodian have the same number.`,
    why: 'They may be one account, recorded twice: its fee could be charged twice. Find out at the custodian which record is right.',
  },
} as const satisfies Partial<Record<string, RuleWords>>;
