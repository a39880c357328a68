import type { Context, Router } from '@orpc/server';
import type { FeatureCalls } from '#contract/feature';
import type { PeriodId } from '#contract/features/period/schemas';
import type { OpenConnection } from '../connection/open-connection';
import type { OpenConnections } from '../connection/open-connections';
import type { IntakeOf } from '../files/intake/intake';
import type { GuardedRows, SignatureRequest } from '../jobs/approval-guard';
import type { Clock } from '../service/clock';
import type { VerifyLogInWorker } from '../workspace/activity/verify-log';
import type { SavedWork } from '../workspace/open/saved-work';

export interface RouterDeps {
  readonly verify: VerifyLogInWorker;
  readonly intakeOf: IntakeOf;
  /** The clock that scheduled refreshes follow. */
  readonly clock: Clock;
  /** Returns the rows of a period that a signature would cover, for approvals by the team. */
  readonly periodRows: (
    opened: OpenConnection,
    period: PeriodId,
    request: SignatureRequest | null,
  ) => Promise<GuardedRows>;
}

/** What a feature adds to the engine: its calls, and what it stores. Registered in index.ts. */
export interface EngineFeature<Name extends keyof FeatureCalls> {
  /**
   * When its code is loaded: after the first screen if it acts without a call (resumes interrupted work, or follows
   * refreshes or a schedule), else with its first call.
   */
  readonly load: 'after-first-screen' | 'first-call';
  readonly router: () => Promise<
    (connections: OpenConnections, deps: RouterDeps) => Router<FeatureCalls[Name], Context>
  >;
  readonly savedWork?: SavedWork;
}
