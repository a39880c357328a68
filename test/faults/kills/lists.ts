import type { ResourceName } from '#contract/resources';

/** The lists that the program refreshes: the longest one, and two short ones. */
export const KILLED_LISTS: ResourceName[] = ['accounts', 'advisorCodes', 'billingGroups'];
/** The line that the program prints once it has written saved work, which must exist from then on. */
export type WroteLine = `wrote ${number}`;
