import { FOUND } from '../found';
import { each } from '../rule';
import { isInUse } from '../values';

/** Never billed with others, and never by a minimum of a group. */
export const noGroup = each<'no-group'>(({ status }) => (isInUse(status) ? FOUND : null), {
  groups: 'none',
});

/** Counted, and perhaps charged, in each of them. */
export const severalGroups = each<'several-groups'>(
  ({ key }, { groupsOf }) => ({ groups: [...groupsOf.get(key)] }),
  { groups: 'several' },
);

/** A fee may be charged to what cannot pay it. */
export const inactiveInGroup = each<'inactive-in-group'>(
  ({ key, status }, { groupsOf }) =>
    status === 'closed' || status === 'stale' ? { groups: [...groupsOf.get(key)] } : null,
  { groups: 'some' },
);
