import { FOUND } from '../found';
import { each } from '../rule';
import { isInUse } from '../values';

/** The account is never billed with others, and no group minimum applies. */
export const noGroup = each<'no-group'>(({ status }) => (isInUse(status) ? FOUND : null), {
  groups: 'none',
});

/** The account is counted, and perhaps charged, in each group. */
export const severalGroups = each<'several-groups'>(
  ({ key }, { groupsOf }) => ({ groups: [...groupsOf.get(key)] }),
  { groups: 'several' },
);

/** A fee may be charged to an account that cannot pay it. */
export const inactiveInGroup = each<'inactive-in-group'>(
  ({ key, status }, { groupsOf }) =>
    status === 'closed' || status === 'stale' ? { groups: [...groupsOf.get(key)] } : null,
  { groups: 'some' },
);
