import type { Firm, GroupFacts } from '../firm';
import { type Found, FOUND } from '../found';
import { type Rule, sharing } from '../rule';
import { distinct, isInUse, textOf } from '../values';

/** A rule that judges each billing group with all that is known of its accounts. */
const eachGroup = (check: (group: GroupFacts, firm: Firm) => Found): Rule<GroupRule> => ({
  begin: (firm) => ({ group: (group) => check(group, firm) }),
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
export const groupEmpty = eachGroup(({ accounts }) => (accounts.length === 0 ? FOUND : null));

/** Its accounts are of several households, or of another than its own. */
export const groupHouseholds = eachGroup(({ household: own, members }) => {
  const some = own ?? members.find(({ household }) => household !== null)?.household ?? null;
  if (members.every(({ household }) => household === some || household === null)) return null; // nearly all
  const households = distinct(
    [own, ...members.map(({ household }) => household)].flatMap((household) =>
      household === null ? [] : String(household),
    ),
  );
  return households.length > 1 ? { households } : null;
});

/** The fee structures of its accounts are billed at different times. */
export const groupFrequencies = eachGroup(({ members }, firm) => {
  const [first] = members;
  if (first && first.structures.length < 2 && members.every((one) => one.structures === first.structures))
    return null;
  const structures = distinct(members.flatMap((account) => account.structures));
  const values = distinct(structures.flatMap((structure) => firm.structures.get(structure)?.frequency ?? []));
  return values.length > 1 ? { structures, values } : null;
});

/** The accounts that pay for others of a group and of which something is so. */
const payers = (isSo: (payer: string, group: GroupFacts, firm: Firm) => boolean) =>
  eachGroup((group, firm) => {
    const found = group.payers.filter((payer) => isSo(payer, group, firm));
    return found.length > 0 ? { accounts: found } : null;
  });

export const payerClosed = payers((payer, _, { accounts }) => {
  const status = accounts.get(payer)?.status;
  return status === 'closed' || status === 'stale';
});
export const payerDirect = payers((payer, _, { accounts }) => accounts.get(payer)?.payment === 'D');
export const payerOutside = payers((payer, { accounts }) => !accounts.includes(payer));
export const payerDeferred = payers((payer, _, { accounts }) => accounts.get(payer)?.deferred === 'true');

/** The accounts in use of each household of each firm, with their groups. */
const households = sharing<'household-split' | 'household-half-grouped', readonly string[]>({
  by: ({ status, household_id }) => (isInUse(status) ? textOf(household_id) : null),
  within: ({ firm_id }) => textOf(firm_id),
  of: ({ key }, { groupsOf }) => groupsOf.get(key) ?? NONE,
  differing: true,
});
const NONE: readonly string[] = [];

/** No group has all of its grouped accounts: they do not reach a breakpoint together. */
export const householdSplit = households((members) => {
  const grouped = members.filter(({ of }) => of.length > 0);
  const [first, ...others] = grouped;
  if (!first || first.of.some((group) => others.every(({ of }) => of === first.of || of.includes(group))))
    return null;
  return { groups: distinct(grouped.flatMap(({ of }) => of)) };
});

/** Some of its accounts are in a group, others in none. */
export const householdHalfGrouped = households((members) => {
  const left = members.filter(({ of }) => of.length === 0).map(({ key }) => key);
  if (left.length === 0 || left.length === members.length) return null;
  return { accounts: left, groups: distinct(members.flatMap(({ of }) => of)) };
});
