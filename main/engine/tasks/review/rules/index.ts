import type { RuleId } from '../../../../../preload/contract/review-rules';
import type { Rule } from '../rule';
import { noHousehold } from './household';
import { numberTwice } from './numbers';
import { collectionDiffers } from './structures';

/** How each rule of the contract's table is checked. */
export const RULES: { readonly [Id in RuleId]: Rule<Id> } = {
  'no-household': noHousehold,
  'collection-differs': collectionDiffers,
  'number-twice': numberTwice,
};
