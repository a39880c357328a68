import { ACTIVITY_FEATURE } from './activity/feature';
import { ADVISOR_CODES_FEATURE } from './advisor-codes/feature';
import { API_KEYS_FEATURE } from './api-keys/feature';
import { BILLING_GROUPS_FEATURE } from './billing-groups/feature';
import { CHANGES_FEATURE } from './changes/feature';
import { EDITS_FEATURE } from './edits/feature';
import { FEE_FILES_FEATURE } from './fee-files/feature';
import { FEE_STRUCTURES_FEATURE } from './fee-structures/feature';
import { RECONCILE_FEATURE } from './reconcile/feature';
import { REVIEW_FEATURE } from './review/feature';
import { ROI_FEATURE } from './roi/feature';
import { TAX_IDS_FEATURE } from './tax-ids/feature';

/** Every feature, with the tasks in the order of the sidebar. Other tables of the contract derive from it. */
export const FEATURES = [
  REVIEW_FEATURE,
  EDITS_FEATURE,
  TAX_IDS_FEATURE,
  ROI_FEATURE,
  ADVISOR_CODES_FEATURE,
  BILLING_GROUPS_FEATURE,
  FEE_FILES_FEATURE,
  RECONCILE_FEATURE,
  FEE_STRUCTURES_FEATURE,
  API_KEYS_FEATURE,
  CHANGES_FEATURE,
  ACTIVITY_FEATURE,
] as const;
