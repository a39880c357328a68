import type { Context, Router } from '@orpc/server';
import type { FeatureCalls } from '#contract/features';
import type { OpenConnections } from '../connection/open-connections';
import type { IntakeOf } from '../files/intake/intake';
import type { Clock } from '../service/clock';
import type { VerifyLogInWorker } from '../workspace/activity/verify-log';
import type { TeamRouterDeps } from './team/router';

export interface RouterDeps {
  readonly verify: VerifyLogInWorker;
  readonly intakeOf: IntakeOf;
  /** Time of scheduled refreshes. */
  readonly clock: Clock;
}

interface FeatureRouter<Calls extends FeatureCalls[keyof FeatureCalls]> {
  /** After the first screen if it resumes work of a killed process, else with its first call. */
  readonly load: 'first-screen' | 'first-call';
  readonly router: () => Promise<(connections: OpenConnections, deps: RouterDeps) => Router<Calls, Context>>;
}

/** Returns the rows that a signature of a period would cover; loads the period feature on demand. */
const periodRows: TeamRouterDeps['periodRows'] = async (opened, period, request) => {
  const { periodsOf } = await import('./period/periods-of');
  return periodsOf(opened).guardedRows(period, request);
};

/** The router of each feature. */
export const FEATURE_ROUTERS = {
  advisorCodes: {
    load: 'first-screen',
    router: async () => (await import('./advisor-codes/router')).advisorCodesRouter,
  },
  agreedTerms: {
    load: 'first-call',
    router: async () => (await import('./agreed-terms/router')).agreedTermsRouter,
  },
  billingGroups: {
    load: 'first-screen',
    router: async () => (await import('./billing-groups/router')).billingGroupsRouter,
  },
  changes: { load: 'first-call', router: async () => (await import('./changes/router')).changesRouter },
  expectedFees: {
    load: 'first-call',
    router: async () => (await import('./expected-fees/router')).expectedFeesRouter,
  },
  feeFiles: { load: 'first-screen', router: async () => (await import('./fee-files/router')).feeFilesRouter },
  feeHistory: {
    load: 'first-call',
    router: async () => (await import('./fee-history/router')).feeHistoryRouter,
  },
  feeStructures: {
    load: 'first-call',
    router: async () => (await import('./fee-structures/router')).feeStructuresRouter,
  },
  identity: { load: 'first-call', router: async () => (await import('./identity/router')).identityRouter },
  period: { load: 'first-call', router: async () => (await import('./period/router')).periodRouter },
  incidentReport: {
    load: 'first-call',
    router: async () => (await import('./incident-report/router')).incidentReportRouter,
  },
  reconcile: { load: 'first-call', router: async () => (await import('./reconcile/router')).reconcileRouter },
  refunds: { load: 'first-call', router: async () => (await import('./refunds/router')).refundsRouter },
  review: { load: 'first-call', router: async () => (await import('./review/router')).reviewRouter },
  roi: { load: 'first-call', router: async () => (await import('./roi/router')).roiRouter },
  scheduledRefresh: {
    load: 'first-screen',
    router: async () => (await import('./scheduled-refresh/router')).scheduledRefreshRouter,
  },
  standingExports: {
    load: 'first-screen',
    router: async () => (await import('./standing-exports/router')).standingExportsRouter,
  },
  serviceStatus: {
    load: 'first-call',
    router: async () => (await import('./service-status/router')).serviceStatusRouter,
  },
  team: {
    load: 'first-screen',
    router: async () => {
      const { teamRouter } = await import('./team/router');
      return (connections, { clock }) => teamRouter(connections, { clock, periodRows });
    },
  },
  taxIds: { load: 'first-call', router: async () => (await import('./tax-ids/router')).taxIdsRouter },
} satisfies { readonly [Name in keyof FeatureCalls]: FeatureRouter<FeatureCalls[Name]> };
