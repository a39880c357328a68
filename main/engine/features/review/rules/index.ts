import type { RuleId } from '#contract/features/review/rules';
import type { Rule } from '../rule';
import { codeNotMapped, noAdvisorCode } from './codes';
import { inceptionAfterClosing, inceptionMissing, quarantined } from './dates';
import {
  directInFeeFile,
  feeAboveCash,
  feeAboveCeiling,
  feeAndInvoice,
  feeChanged,
  feeFlatDiffers,
  feeInTwoFiles,
  feeOutsideDates,
} from './fee-file';
import { feeAnnualRatio, feeNotInReport, feeReportTotal } from './fee-report';
import { feeMissing, feeWrongPayer, payerNotBilled } from './fee-setup';
import {
  breakpointAlone,
  rateAboveCeiling,
  structureAlike,
  structureRetired,
  structureUnused,
  tiersFaulty,
  tiersRise,
} from './fees';
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
import { noHousehold, numberTwice, ownerInSeveralHouseholds } from './identity';
import { inactiveInGroup, noGroup, severalGroups } from './membership';
import { collectionDiffers, frequencyDiffers, noFeeStructure } from './structures';
import { taxableAndDeferred, taxStatusUnknown } from './tax';
import { cashWithoutFrequency, tradeListsConflict } from './trading';

/** The implementation of each rule in the contract. */
export const RULES: { readonly [Id in RuleId]: Rule<Id> } = {
  'collection-differs': collectionDiffers,
  'several-groups': severalGroups,
  'direct-in-fee-file': directInFeeFile,
  'fee-in-two-files': feeInTwoFiles,
  'fee-outside-dates': feeOutsideDates,
  'fee-and-invoice': feeAndInvoice,
  'fee-missing': feeMissing,
  'fee-wrong-payer': feeWrongPayer,
  'fee-not-in-report': feeNotInReport,
  'fee-changed': feeChanged,
  'fee-flat-differs': feeFlatDiffers,
  'fee-above-cash': feeAboveCash,
  'fee-above-ceiling': feeAboveCeiling,
  'number-twice': numberTwice,
  'trade-lists-conflict': tradeListsConflict,
  quarantined,
  'code-not-mapped': codeNotMapped,
  'no-fee-structure': noFeeStructure,
  'frequency-differs': frequencyDiffers,
  'inactive-in-group': inactiveInGroup,
  'no-household': noHousehold,
  'owner-in-several-households': ownerInSeveralHouseholds,
  'no-advisor-code': noAdvisorCode,
  'inception-after-closing': inceptionAfterClosing,
  'taxable-and-deferred': taxableAndDeferred,
  'cash-without-frequency': cashWithoutFrequency,
  'no-group': noGroup,
  'inception-missing': inceptionMissing,
  'tax-status-unknown': taxStatusUnknown,
  'household-split': householdSplit,
  'household-half-grouped': householdHalfGrouped,
  'group-empty': groupEmpty,
  'group-households': groupHouseholds,
  'group-frequencies': groupFrequencies,
  'payer-closed': payerClosed,
  'payer-direct': payerDirect,
  'payer-outside': payerOutside,
  'payer-deferred': payerDeferred,
  'payer-not-billed': payerNotBilled,
  'fee-report-total': feeReportTotal,
  'fee-annual-ratio': feeAnnualRatio,
  'tiers-faulty': tiersFaulty,
  'rate-above-ceiling': rateAboveCeiling,
  'structure-retired': structureRetired,
  'tiers-rise': tiersRise,
  'breakpoint-alone': breakpointAlone,
  'structure-unused': structureUnused,
  'structure-alike': structureAlike,
};
