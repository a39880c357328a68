import { capitalize } from '#contract/text';
import type { FindingFacts } from '#contract/features/review/calls';
import { countOf, formatValue } from '../../ui/format';
import type { TierFault } from '#contract/fees/tiers';
import { factList, factText, shortListText, type RuleTexts } from './fact-messages';

const FAULTS: Readonly<Record<TierFault['code'], (tier: string) => string>> = {
  'no-list': () => 'its tiers are in an unknown format',
  'no-tier': () => 'its tiers are in an unknown format',
  'no-number': (tier) => `tier ${tier} lacks a number`,
  'starts-above-zero': () => 'the first tier does not start at $0',
  unbounded: (tier) => `tier ${tier} has no upper limit, but is not the last`,
  backward: (tier) => `tier ${tier} ends before it starts`,
  bounded: () => 'the last tier has an upper limit',
  hole: (tier) => `there is a gap below tier ${tier}`,
  overlap: (tier) => `tier ${tier} overlaps the one below`,
  touch: (tier) => `tier ${tier} starts where the one below ends`,
};
const isFault = (code: string): code is TierFault['code'] => Object.hasOwn(FAULTS, code);

function faultText(fact: string): string {
  const [code = '', tier = ''] = fact.split(' ');
  return isFault(code) ? FAULTS[code](tier) : code;
}
const percent = (rate: string): string => formatValue({ kind: 'percent' }, rate);
const hasSeveral = (facts: FindingFacts, name: string): boolean => factList(facts, name).length > 1;

/** Texts of the rules about fee structures and their accounts. */
export const FEE_RULE_TEXTS = {
  'tiers-faulty': {
    name: 'Tiers with gaps or overlaps',
    // A tier that lacks several numbers has a fault for each of them.
    what: (facts) => `${capitalize(shortListText([...new Set(factList(facts, 'faults').map(faultText))]))}.`,
    why: 'A balance may be in no tier, or in two, and its fee is then undefined. Correct the tiers of this structure.',
  },
  'rate-above-ceiling': {
    name: 'Rate above your ceiling',
    what: (facts) =>
      `Its rates reach ${shortListText(factList(facts, 'rates').map(percent))}; your ceiling is ${percent(factText(facts, 'ceiling'))}.`,
    why: 'The rate may be a typo. Correct it, or waive it if it was agreed to. The ceiling is set in the list of fee structures.',
  },
  'structure-retired': {
    name: 'Retired fee structure in use',
    what: (facts) =>
      `${countOf(Number(facts['uses'] ?? 0), 'open account still has', 'open accounts still have')} this fee structure, which is marked as retired.`,
    why: 'Give these accounts another structure: “Replace with…” on the record does it for all of them.',
  },
  'tiers-rise': {
    name: 'Tiers with rising rates',
    what: (facts) =>
      hasSeveral(facts, 'tiers')
        ? `The rates of tiers ${factText(facts, 'tiers')} are higher than those of the tiers below.`
        : `The rate of tier ${factText(facts, 'tiers')} is higher than that of the tier below.`,
    why: 'Larger balances usually pay lower rates. Check that the rates are in the right order.',
  },
  'breakpoint-alone': {
    name: 'Tiered account without a billing group',
    what: (facts) =>
      hasSeveral(facts, 'structures')
        ? `This account has tiered or drop-through fee structures and is not in a billing group: ${factText(facts, 'structures')}.`
        : `This account has a tiered or drop-through fee structure and is not in a billing group: ${factText(facts, 'structures')}.`,
    why: 'Its balance does not count toward the household’s shared breakpoint. Add it to its household’s group, or waive it if it is intentionally billed alone.',
  },
  'structure-unused': {
    name: 'Unused fee structure',
    what: () => 'No open account has this fee structure.',
    why: 'It can be chosen by mistake. Delete it, or waive it if it is kept for later.',
  },
  'structure-alike': {
    name: 'Fee structures that differ only by name',
    what: (facts) => `These fee structures are otherwise identical: ${factText(facts, 'structures')}.`,
    why: 'One of them may have been created by mistake. Keep one, and replace the others in the accounts that have them.',
  },
} as const satisfies Partial<Record<string, RuleTexts>>;
