import { implement } from '@orpc/server';
import { scheduledRefreshContract } from '#contract/features/scheduled-refresh/calls';
import type { ScheduleCounts } from '#contract/features/scheduled-refresh/schemas';
import { declareFailures } from '#common/rpc';
import type { CustodianData } from '#contract/features/service-status/schemas';
import type { OpenConnection } from '../../connection/open-connection';
import type { OpenConnections } from '../../connection/open-connections';
import { perConnection } from '../../connection/per-connection';
import { type Clock, pause } from '../../service/clock';
import type { Review } from '../review/review';
import { reviewOf } from '../review/review-of';
import { sourceDataIn } from '../service-status/read-status';
import { ScheduledRefresh, type RefreshEnd } from './scheduled-refresh';

/** Polling interval. Files and exports start within it after the refresh. */
const POLL_INTERVAL_MS = 2_000;
/** Files and exports that take longer are not counted. */
const MAX_WAIT_MS = 60 * 60_000;
/** Time for the app's window, if it is open, to write the review findings. */
const MAX_WINDOW_WAIT_MS = 60_000;

interface AfterRefreshDeps {
  readonly opened: Pick<OpenConnection, 'live' | 'pendingWork' | 'workspace' | 'closed'>;
  readonly clock: Clock;
  /** Checks the new data; returns the number of findings that this refresh brought, or null if the check failed. */
  readonly newFindings: () => Promise<number | null>;
}

/** Waits for the files and exports that follow a complete refresh, and returns counts of everything new. */
export async function afterRefresh(
  { opened, clock, newFindings }: AfterRefreshDeps,
  since: number,
): Promise<ScheduleCounts> {
  const { live, pendingWork, workspace, closed } = opened;
  const startedAt = clock.now();
  const findings = await newFindings();
  const isBusy = () => pendingWork.counts.downloads + pendingWork.counts.exports > 0;
  // Only exports of review findings become due, because only the window has their sentences.
  const isDue = () => workspace.standingExports.all().some((standingExport) => standingExport.isDue);
  do await pause(clock, POLL_INTERVAL_MS, closed);
  while (
    (isBusy() && clock.now() - startedAt < MAX_WAIT_MS) ||
    (isDue() && clock.now() - startedAt < MAX_WINDOW_WAIT_MS)
  );
  const from = new Date(since).toISOString();
  const ends = workspace.standingExports
    .all()
    .flatMap(({ last }) => (last && last.at >= from ? [last.how] : []));
  return {
    changes: (live.value.run?.resources ?? []).reduce(
      (sum, { added, changed, removed }) => sum + added + changed + removed,
      0,
    ),
    newFindings: findings,
    files: workspace.feeFiles.saved().filter(({ savedAt }) => savedAt >= from).length,
    exports: ends.filter((how) => how === 'done').length,
    problems: ends.filter((how) => how !== 'done').length,
  };
}

/** Returns the number of findings that the last refresh brought; null if its data could not be checked. */
export async function countNewFindings(review: Pick<Review, 'settle' | 'list'>): Promise<number | null> {
  const { failure } = await review.settle();
  return failure ? null : review.list({ found: 'refresh', states: ['open'] }, 0, 1).total;
}

/** Refreshes, or joins the active refresh, and waits for its end. A paused one counts as failed: it needs the user. */
async function refreshToEnd({ live, closed, refresher }: OpenConnection): Promise<RefreshEnd> {
  const { runId } = await refresher.start();
  for await (const { run } of live.follow(closed)) {
    if (!run || run.id < runId || run.state === 'running') continue;
    if (run.state === 'done') return { how: 'done' };
    if (run.state === 'canceled') return { how: 'canceled' };
    return { how: 'failed', failure: run.failure?.kind ?? 'unexpected' };
  }
  return { how: 'canceled' };
}

/** Creates the calls for the schedule of the open connection. */
export function scheduledRefreshRouter(connections: OpenConnections, { clock }: { readonly clock: Clock }) {
  const os = implement(scheduledRefreshContract).use(declareFailures);
  const ofConnection = perConnection((opened: OpenConnection) => {
    const { workspace, closed, jobs, service } = opened;
    const review = reviewOf(opened);
    const scheduled = new ScheduledRefresh({
      store: workspace.schedule,
      clock,
      zone: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
      closed,
      isSending: () => jobs.count() > 0,
      hasCredential: async () =>
        opened.request.credential !== null && (await connections.keychain.isReadable()),
      missingData: async (custodians) => {
        try {
          return missingCustodians(
            sourceDataIn(await service.call('status.sourceData', { body: {} })),
            custodians,
          );
        } catch {
          return []; // Not every service reports it, and a refresh reports why the service cannot be reached.
        }
      },
      refresh: () => refreshToEnd(opened),
      finish: (since) =>
        afterRefresh(
          {
            opened,
            clock,
            newFindings: () => countNewFindings(review),
          },
          since,
        ),
      notify: (end) => connections.requests.emit({ kind: 'scheduled-refresh', end }),
    });
    scheduled.start();
    // If it fails, the next clock check tries again.
    connections.wakes.on(() => void scheduled.onWake().catch(() => undefined), closed);
    return scheduled;
  });
  const scheduled = () => ofConnection(connections.current);
  connections.onOpen(ofConnection);
  return os.router({
    follow: os.follow.handler(({ signal }) => scheduled().follow(connections.current.untilClosed(signal))),
    set: os.set.handler(({ input }) => scheduled().set(input)),
  });
}

/**
 * Returns the custodians for which the service reports at least one kind of data as missing. A custodian that the
 * service does not mention is not waited for.
 */
export const missingCustodians = (
  data: readonly CustodianData[] | null,
  custodians: readonly string[],
): readonly string[] =>
  custodians.filter((code) =>
    data?.some(({ custodian, missing }) => custodian === code && missing.length > 0),
  );
