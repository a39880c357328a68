import type { Firm } from '../firm';
import { type Found, FOUND } from '../found';
import type { GroupFacts } from '../group-view';
import { household, type Rule } from '../rule';
import { allOf, distinct, textOf } from '../values';

/** A rule that judges each billing group with all that is known of its accounts. */
const eachGroup = (check: (group: GroupFacts, firm: Firm) => Found): Rule<GroupRule> => ({
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

/** Nothing can be billed through it. */
export const groupEmpty = eachGroup(({ size }) => (size === 0 ? FOUND : null));

/** Its accounts are of several households, or of another than its own. */
export const groupHouseholds = eachGroup((group) => {
  if (!group.isMixed) return null; // nearly all
  const own = textOf(group.household);
  const others = group.households;
  const households = own === null ? others : distinct([own, ...others]);
  return households.length > 1 ? { households: [...households] } : null;
});

/** The fee structures of its accounts are billed at different times. */
export const groupFrequencies: Rule<'group-frequencies'> = {
  begin(firm) {
    const frequencyOf = (structure: string): string | null =>
      firm.structures.get(structure)?.frequency ?? null;
    // What a list of structures says is looked up once: groups have tens of thousands of them, of a few hundred kinds.
    const known: (readonly string[])[] = [];
    const frequenciesIn = (list: number, group: GroupFacts) =>
      (known[list] ??= distinct(group.structuresIn(list).flatMap((one) => frequencyOf(one) ?? [])));
    const areSame = (lists: readonly number[], group: GroupFacts): boolean => {
      let first: string | null = null;
      for (const list of lists) {
        const [only, other] = frequenciesIn(list, group);
        if (other !== undefined) return false;
        if (only !== undefined) first ??= only;
        if (only !== undefined && only !== first) return false;
      }
      return true;
    };
    return {
      group(group) {
        const lists = group.feeLists;
        if (areSame(lists, group)) return null;
        return {
          structures: [...group.structures],
          values: allOf(lists, (list) => frequenciesIn(list, group)),
        };
      },
    };
  },
};

/** The accounts that pay for others of a group and of which something is so. */
const payers = (isSo: (payer: string, group: GroupFacts, firm: Firm) => boolean) =>
  eachGroup((group, firm) => {
    if (group.payers.length === 0) return null; // nearly all
    const found = group.payers.filter((payer) => isSo(payer, group, firm));
    return found.length > 0 ? { accounts: found } : null;
  });

export const payerClosed = payers((payer, _, { payers: known }) => {
  const status = known.get(payer)?.status;
  return status === 'closed' || status === 'stale';
});
export const payerDirect = payers((payer, _, { payers: known }) => known.get(payer)?.payment === 'D');
export const payerOutside = payers((payer, group) => !group.has(payer));
export const payerDeferred = payers((payer, _, { payers: known }) => known.get(payer)?.deferred === 'true');

/** No group has all of its grouped accounts: they do not reach a breakpoint together. */
export const householdSplit = household<'household-split'>((members) => {
  const grouped = members.filter(({ of }) => of.length > 0);
  const [first, ...others] = grouped;
  if (!first || first.of.some((group) => others.every(({ of }) => of.includes(group)))) return null;
  return { groups: distinct(grouped.flatMap(({ of }) => of)) };
});

/** Some of its accounts are in a group, others in none. */
export const householdHalfGrouped = household<'household-half-grouped'>((members) => {
  const left = members.filter(({ of }) => of.length === 0).map(({ key }) => key);
  if (left.length === 0 || left.length === members.length) return null;
  return { accounts: left, groups: distinct(members.flatMap(({ of }) => of)) };
});
