import type { ResourceName } from '#contract/resources';

/** The lists that the program refreshes: the longest one, and two short ones. */
export const KILLED_LISTS: ResourceName[] = ['accounts', 'advisorCodes', 'billingGroups'];
/** Printed when the user's work is written: it must exist from then on. */
export type Wrote = `wrote ${number}`;
