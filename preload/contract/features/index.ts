import { ACTIVITY_FEATURE } from './activity/feature';
import { ADVISOR_CODES_FEATURE } from './advisor-codes/feature';
import { AGREED_TERMS_FEATURE } from './agreed-terms/feature';
import { API_KEYS_FEATURE } from './api-keys/feature';
import { BILLING_GROUPS_FEATURE } from './billing-groups/feature';
import { CHANGES_FEATURE } from './changes/feature';
import { EDITS_FEATURE } from './edits/feature';
import { EXPECTED_FEES_FEATURE } from './expected-fees/feature';
import { FEE_FILES_FEATURE } from './fee-files/feature';
import { FEE_HISTORY_FEATURE } from './fee-history/feature';
import { FEE_STRUCTURES_FEATURE } from './fee-structures/feature';
import { PERIOD_FEATURE } from './period/feature';
import { INCIDENT_REPORT_FEATURE } from './incident-report/feature';
import { RECONCILE_FEATURE } from './reconcile/feature';
import { REFUNDS_FEATURE } from './refunds/feature';
import { REVIEW_FEATURE } from './review/feature';
import { ROI_FEATURE } from './roi/feature';
import { SCHEDULED_REFRESH_FEATURE } from './scheduled-refresh/feature';
import { SERVICE_STATUS_FEATURE } from './service-status/feature';
import { STANDING_EXPORTS_FEATURE } from './standing-exports/feature';
import { TAX_IDS_FEATURE } from './tax-ids/feature';
import { TEAM_FEATURE } from './team/feature';
import { TODAY_FEATURE } from './today/feature';

/**
 * Every feature, with the screens of each group in the order of the sidebar. Other tables of the contract derive from
 * it.
 */
export const FEATURES = [
  TODAY_FEATURE,
  REVIEW_FEATURE,
  EDITS_FEATURE,
  TAX_IDS_FEATURE,
  ROI_FEATURE,
  ADVISOR_CODES_FEATURE,
  BILLING_GROUPS_FEATURE,
  PERIOD_FEATURE,
  FEE_FILES_FEATURE,
  RECONCILE_FEATURE,
  FEE_HISTORY_FEATURE,
  FEE_STRUCTURES_FEATURE,
  AGREED_TERMS_FEATURE,
  EXPECTED_FEES_FEATURE,
  REFUNDS_FEATURE,
  API_KEYS_FEATURE,
  STANDING_EXPORTS_FEATURE,
  SCHEDULED_REFRESH_FEATURE,
  SERVICE_STATUS_FEATURE,
  INCIDENT_REPORT_FEATURE,
  CHANGES_FEATURE,
  TEAM_FEATURE,
  ACTIVITY_FEATURE,
] as const;
