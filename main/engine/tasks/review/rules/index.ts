import type { RuleId } from '../../../../../preload/contract/review-rules';
import type { Rule } from '../rule';
import { breakpointAlone, structureAlike, structureUnused, tiersFaulty, tiersRise } from './fees';
import {
  groupEmpty,
  groupFrequencies,
  groupHouseholds,
  householdHalfGrouped,
  householdSplit,
  payerClosed,
  payerDeferred,
  payerDirect,
  payerOutside,
} from './groups';
import { noHousehold } from './household';
import { numberTwice } from './numbers';
import { collectionDiffers } from './structures';

/** How each rule of the contract's table is checked. */
export const RULES: { readonly [Id in RuleId]: Rule<Id> } = {
  'no-household': noHousehold,
  'collection-differs': collectionDiffers,
  'number-twice': numberTwice,
  'household-split': householdSplit,
  'household-half-grouped': householdHalfGrouped,
  'group-empty': groupEmpty,
  'group-households': groupHouseholds,
  'group-frequencies': groupFrequencies,
  'payer-closed': payerClosed,
  'payer-direct': payerDirect,
  'payer-outside': payerOutside,
  'payer-deferred': payerDeferred,
  'tiers-faulty': tiersFaulty,
  'tiers-rise': tiersRise,
  'breakpoint-alone': breakpointAlone,
  'structure-unused': structureUnused,
  'structure-alike': structureAlike,
};
