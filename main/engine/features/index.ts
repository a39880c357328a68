import type { FeatureCalls } from '#contract/feature';
import { ACTIVITY_ENGINE } from './activity/feature';
import { ADVISOR_CODES_ENGINE } from './advisor-codes/feature';
import { AGREED_TERMS_ENGINE } from './agreed-terms/feature';
import { BILLING_GROUPS_ENGINE } from './billing-groups/feature';
import { CHANGES_ENGINE } from './changes/feature';
import { EXPECTED_FEES_ENGINE } from './expected-fees/feature';
import { FEE_FILES_ENGINE } from './fee-files/feature';
import { FEE_HISTORY_ENGINE } from './fee-history/feature';
import { FEE_STRUCTURES_ENGINE } from './fee-structures/feature';
import { PERIOD_ENGINE } from './period/feature';
import { INCIDENT_REPORT_ENGINE } from './incident-report/feature';
import { RECONCILE_ENGINE } from './reconcile/feature';
import { REFUNDS_ENGINE } from './refunds/feature';
import { REVIEW_ENGINE } from './review/feature';
import { ROI_ENGINE } from './roi/feature';
import { SCHEDULED_REFRESH_ENGINE } from './scheduled-refresh/feature';
import { STANDING_EXPORTS_ENGINE } from './standing-exports/feature';
import { SERVICE_STATUS_ENGINE } from './service-status/feature';
import { TEAM_ENGINE } from './team/feature';
import { TAX_IDS_ENGINE } from './tax-ids/feature';
import type { EngineFeature } from './feature';

/** Each feature of the engine: one line. Other tables of the engine derive from it. */
export const ENGINE_FEATURES = {
  activity: ACTIVITY_ENGINE,
  advisorCodes: ADVISOR_CODES_ENGINE,
  agreedTerms: AGREED_TERMS_ENGINE,
  billingGroups: BILLING_GROUPS_ENGINE,
  changes: CHANGES_ENGINE,
  expectedFees: EXPECTED_FEES_ENGINE,
  feeFiles: FEE_FILES_ENGINE,
  feeHistory: FEE_HISTORY_ENGINE,
  feeStructures: FEE_STRUCTURES_ENGINE,
  period: PERIOD_ENGINE,
  incidentReport: INCIDENT_REPORT_ENGINE,
  reconcile: RECONCILE_ENGINE,
  refunds: REFUNDS_ENGINE,
  review: REVIEW_ENGINE,
  roi: ROI_ENGINE,
  scheduledRefresh: SCHEDULED_REFRESH_ENGINE,
  standingExports: STANDING_EXPORTS_ENGINE,
  serviceStatus: SERVICE_STATUS_ENGINE,
  team: TEAM_ENGINE,
  taxIds: TAX_IDS_ENGINE,
} satisfies { readonly [Name in keyof FeatureCalls]: EngineFeature<Name> };
