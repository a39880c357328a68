import { FOUND } from '../found';
import { each } from '../rule';
import { isInUse } from '../values';

/** Never billed with others, and never by a minimum of a group. */
export const noGroup = each<'no-group'>(({ key, status }, { groupsOf }) =>
  isInUse(status) && !groupsOf.has(key) ? FOUND : null,
);

/** Counted, and perhaps charged, in each of them. */
export const severalGroups = each<'several-groups'>(({ key }, { groupsOf }) => {
  return groupsOf.count(key) > 1 ? { groups: [...(groupsOf.get(key) ?? [])] } : null;
});

/** A fee may be charged to what cannot pay it. */
export const inactiveInGroup = each<'inactive-in-group'>(({ key, status }, { groupsOf }) => {
  if (status !== 'closed' && status !== 'stale') return null;
  const groups = groupsOf.get(key);
  return groups ? { groups: [...groups] } : null;
});
