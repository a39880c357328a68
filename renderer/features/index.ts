import { ACTIVITY_VIEWS } from './activity/feature';
import { ADVISOR_CODES_VIEWS } from './advisor-codes/feature';
import { AGREED_TERMS_VIEWS } from './agreed-terms/feature';
import { BALANCES_VIEWS } from './balances/feature';
import { BILLING_GROUPS_VIEWS } from './billing-groups/feature';
import { CHANGES_VIEWS } from './changes/feature';
import { EDITS_VIEWS } from './edits/feature';
import { EXPECTED_FEES_VIEWS } from './expected-fees/feature';
import { FEE_FILES_VIEWS } from './fee-files/feature';
import { FEE_HISTORY_VIEWS } from './fee-history/feature';
import { FEE_STRUCTURES_VIEWS } from './fee-structures/feature';
import { HOUSEHOLD_VIEWS } from './household/feature';
import { PERIOD_VIEWS } from './period/feature';
import { RECONCILE_VIEWS } from './reconcile/feature';
import { REFUNDS_VIEWS } from './refunds/feature';
import { REVIEW_VIEWS } from './review/feature';
import { ROI_VIEWS } from './roi/feature';
import { SCHEDULED_REFRESH_VIEWS } from './scheduled-refresh/feature';
import { SERVICE_STATUS_VIEWS } from './service-status/feature';
import { STANDING_EXPORTS_VIEWS } from './standing-exports/feature';
import { TAX_IDS_VIEWS } from './tax-ids/feature';
import { TEAM_VIEWS } from './team/feature';
import { TODAY_VIEWS } from './today/feature';

/** The views of every feature, in the order of the cards on Today and of the sections of Settings. */
export const FEATURE_VIEWS = [
  TODAY_VIEWS,
  REVIEW_VIEWS,
  EDITS_VIEWS,
  ROI_VIEWS,
  FEE_FILES_VIEWS,
  PERIOD_VIEWS,
  RECONCILE_VIEWS,
  TAX_IDS_VIEWS,
  ADVISOR_CODES_VIEWS,
  BILLING_GROUPS_VIEWS,
  FEE_STRUCTURES_VIEWS,
  FEE_HISTORY_VIEWS,
  HOUSEHOLD_VIEWS,
  BALANCES_VIEWS,
  AGREED_TERMS_VIEWS,
  EXPECTED_FEES_VIEWS,
  REFUNDS_VIEWS,
  SERVICE_STATUS_VIEWS,
  SCHEDULED_REFRESH_VIEWS,
  STANDING_EXPORTS_VIEWS,
  CHANGES_VIEWS,
  ACTIVITY_VIEWS,
  TEAM_VIEWS,
] as const;
