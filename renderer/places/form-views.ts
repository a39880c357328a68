import type { FormViews } from '../resource/form/form-view';
import { BILLING_GROUP_FORM } from '../tasks/billing-groups/form';
import { FEE_STRUCTURE_FORM } from '../tasks/fee-structures/form';

/** How the forms of records are shown, beside what their descriptors say: one line for each that has more. */
export const FORM_VIEWS: FormViews = {
  billingGroups: BILLING_GROUP_FORM,
  feeStructures: FEE_STRUCTURE_FORM,
};
