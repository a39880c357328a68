import { FOUND } from '../finding-facts';
import { recordRule } from '../rule';
import { isInUse } from '../cell-values';

/** The account is never billed with others, and no group minimum applies. */
export const noGroup = recordRule<'no-group'>(({ status }) => (isInUse(status) ? FOUND : null), {
  groups: 'none',
});

/** The account is counted, and perhaps charged, in each group. */
export const severalGroups = recordRule<'several-groups'>(
  ({ key }, { groupsOf }) => ({ groups: [...groupsOf.get(key)] }),
  { groups: 'several' },
);

/** A fee may be charged to an account that cannot pay it. */
export const inactiveInGroup = recordRule<'inactive-in-group'>(
  ({ key, status }, { groupsOf }) =>
    status === 'closed' || status === 'stale' ? { groups: [...groupsOf.get(key)] } : null,
  { groups: 'some' },
);
