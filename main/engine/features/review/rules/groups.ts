import type { FirmContext } from '../firm-facts';
import { type FoundIssue, FOUND } from '../finding-facts';
import type { GroupFacts } from '../group-view';
import { householdRule, type Rule } from '../rule';
import { allOf, distinctTexts, cellText } from '../cell-values';

/** Defines a rule that checks each billing group with the facts of its accounts. */
const groupRule = (check: (group: GroupFacts, firm: FirmContext) => FoundIssue): Rule<GroupRule> => ({
  begin: () => ({ group: check }),
});
type GroupRule =
  | 'group-empty'
  | 'group-households'
  | 'group-frequencies'
  | 'payer-closed'
  | 'payer-direct'
  | 'payer-outside'
  | 'payer-deferred';

/** Nothing can be billed through the group. */
export const groupEmpty = groupRule(({ size }) => (size === 0 ? FOUND : null));

/** Its accounts have several households, or a different one from the group's. */
export const groupHouseholds = groupRule((group) => {
  if (!group.isMixed) return null; // nearly all groups
  const ownHousehold = cellText(group.household);
  const others = group.households;
  const households = ownHousehold === null ? others : distinctTexts([ownHousehold, ...others]);
  return households.length > 1 ? { households: [...households] } : null;
});

/** The fee structures of its accounts have different billing frequencies. */
export const groupFrequencies: Rule<'group-frequencies'> = {
  begin(firm) {
    const frequencyOf = (structure: string): string | null =>
      firm.structures.get(structure)?.frequency ?? null;
    // Frequencies are looked up once per structure list: groups have tens of thousands of lists, but only a
    // few hundred distinct ones.
    const known: (readonly string[])[] = [];
    const frequenciesIn = (list: number, group: GroupFacts) =>
      (known[list] ??= distinctTexts(
        group.structuresIn(list).flatMap((structure) => frequencyOf(structure) ?? []),
      ));
    // The single frequency of each list as a number; 0 for none and -1 for several, as `haveSameValue` expects.
    const numbers: number[] = [];
    const frequencies: string[] = [];
    const numberOf = (inList: readonly string[]): number => {
      const [first] = inList;
      if (first === undefined) return 0;
      return inList.length > 1 ? -1 : 1 + frequencies.indexOf(first) || frequencies.push(first);
    };
    return {
      group(group) {
        if (group.haveSameValue((list) => (numbers[list] ??= numberOf(frequenciesIn(list, group)))))
          return null;
        const lists = group.feeLists;
        return {
          structures: [...group.structures],
          values: allOf(lists, (list) => frequenciesIn(list, group)),
        };
      },
    };
  },
};

/** Defines a rule about accounts that pay for others in a group. */
const payerRule = (matches: (payer: number, group: GroupFacts) => boolean) =>
  groupRule((group) => {
    let accounts: string[] | null = null;
    for (const payer of group.payers)
      if (matches(payer, group)) accounts = [...(accounts ?? []), group.idOf(payer)];
    return accounts && { accounts };
  });

export const payerClosed = payerRule((payer, group) => {
  const status = group.payer(payer)?.status;
  return status === 'closed' || status === 'stale';
});
export const payerDirect = payerRule((payer, group) => group.payer(payer)?.payment === 'D');
export const payerOutside = payerRule((payer, group) => !group.has(payer));
export const payerDeferred = payerRule((payer, group) => group.payer(payer)?.deferred === 'true');

/** No group has all grouped accounts of the household, so they do not reach a breakpoint together. */
export const householdSplit = householdRule<'household-split'>((members) => {
  const grouped = members.filter(({ groups }) => groups.length > 0);
  const [first, ...others] = grouped;
  if (!first || first.groups.some((group) => others.every(({ groups }) => groups.includes(group))))
    return null;
  return { groups: distinctTexts(grouped.flatMap(({ groups }) => groups)) };
});

/** Some of the household's accounts are in a group, others are not. */
export const householdHalfGrouped = householdRule<'household-half-grouped'>((members) => {
  const ungrouped = members.filter(({ groups }) => groups.length === 0).map(({ key }) => key);
  if (ungrouped.length === 0 || ungrouped.length === members.length) return null;
  return { accounts: ungrouped, groups: distinctTexts(members.flatMap(({ groups }) => groups)) };
});
