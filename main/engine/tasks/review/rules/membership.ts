import { each } from '../rule';
import { isInUse } from '../values';

/** Never billed with others, and never by a minimum of a group. */
export const noGroup = each<'no-group'>(({ id, status }, { groupsOf }) =>
  isInUse(status) && !groupsOf.has(String(id)) ? {} : null,
);

/** Counted, and perhaps charged, in each of them. */
export const severalGroups = each<'several-groups'>(({ id }, { groupsOf }) => {
  const groups = groupsOf.get(String(id));
  return groups && groups.length > 1 ? { groups: [...groups] } : null;
});

/** A fee may be charged to what cannot pay it. */
export const inactiveInGroup = each<'inactive-in-group'>(({ id, status }, { groupsOf }) => {
  if (status !== 'closed' && status !== 'stale') return null;
  const groups = groupsOf.get(String(id));
  return groups ? { groups: [...groups] } : null;
});
