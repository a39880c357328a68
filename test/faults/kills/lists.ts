import type { ResourceName } from '#contract/resources';

/** The lists that the program refreshes: the longest one, and two short ones. */
export const KILLED_LISTS: ResourceName[] = ['accounts', 'advisorCodes', 'billingGroups'];
/** Printed once the user's work is written: from then on it must exist. */
export type Wrote = `wrote ${number}`;
