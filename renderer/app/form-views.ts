import type { FormViews } from '../records/form/form-view';
import { BILLING_GROUP_FORM } from '../features/billing-groups/form';
import { FEE_STRUCTURE_FORM } from '../features/fee-structures/form';

/** Additions to the record forms beyond their descriptors: one line per resource. */
export const FORM_VIEWS: FormViews = {
  billingGroups: BILLING_GROUP_FORM,
  feeStructures: FEE_STRUCTURE_FORM,
};
