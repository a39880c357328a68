import { implement } from '@orpc/server';
import { scheduledRefreshContract } from '#contract/features/scheduled-refresh/calls';
import { declareFailures } from '#common/rpc';
import type { OpenConnection } from '../../connection/open-connection';
import type { OpenConnections } from '../../connection/open-connections';
import { perConnection } from '../../connection/per-connection';
import type { Clock } from '../../service/clock';
import { reviewOf } from '../review/review-of';
import { sourceDataIn } from '../service-status/read-status';
import { afterRefresh } from './after-refresh';
import { ScheduledRefresh, type RefreshEnd } from './scheduled-refresh';
import { missingCustodians } from './source-data';

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
            newFindings: async () => {
              await review.settle();
              return review.list({ found: 'refresh', states: ['open'] }, 0, 1).total;
            },
          },
          since,
        ),
      notify: (end) => connections.requests.emit({ kind: 'scheduled-refresh', end }),
    });
    scheduled.start();
    // If it fails, the next clock check tries again.
    connections.onWake(() => void scheduled.onWake().catch(() => undefined), closed);
    return scheduled;
  });
  const scheduled = () => ofConnection(connections.current);
  connections.onOpen(ofConnection);
  return os.router({
    follow: os.follow.handler(({ signal }) => scheduled().follow(connections.current.untilClosed(signal))),
    set: os.set.handler(({ input }) => scheduled().set(input)),
  });
}
