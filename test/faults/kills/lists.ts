import type { ResourceName } from '../../../preload/contract/resources';

/** What the program refreshes: the longest list, and two short ones beside it. */
export const LISTS: ResourceName[] = ['accounts', 'advisorCodes', 'billingGroups'];
/** What the program says when work of people's is written: it must be there from then on. */
export type Wrote = `wrote ${number}`;
