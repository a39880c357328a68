import type { FailureMessage } from '../../ui/failure-texts';
import { failureMessage } from '../../ui/failure-messages';
import { formatDateTime } from '../../ui/format';
import type { FailureKind } from '#contract/failure';
import type { Live, ConnectionSession, WorkOutcome } from '#contract/calls/live';
import type { Job } from '#contract/job';
import type { Route } from '../../routes';
import { outcomeRouteOf } from '../../records/outcome/edit-routes';
import { interruptedMessage } from '../../records/outcome/outcome-messages';
import { OWN_JOBS } from '../feature-views';

export interface Notice {
  readonly id: string;
  readonly message: FailureMessage;
  /** The route with the details. */
  readonly detailsRoute?: Route;
  /** The action that fixes the problem. */
  readonly remedy?: keyof typeof REMEDIES;
  /** Set for a notice that cannot be dismissed and stays until its cause is gone. */
  readonly isPermanent?: true;
}

/** Button labels of remedies. */
export const REMEDIES = { refresh: 'Refresh' } as const;

/** Failures after which records must be fetched again. */
const REFETCH_FAILURES: readonly FailureKind[] = ['cache-unreadable', 'cache-renewed'];

const RESTARTED: FailureMessage = {
  title: 'Part of Firm Desk was restarted',
  meaning:
    'The part that handles data ended unexpectedly and was restarted. Your saved work and the data on this computer are unchanged.',
  next: 'Keep working. If it happens again, choose Help > Show the Log File and send that file to support.',
};

export const OUTCOME_NOTICE = 'work-outcome';

/** Returns a notice about the last replacement of saved work. */
export function outcomeNotices(outcome: ConnectionSession['workOutcome']): Notice[] {
  return outcome ? [{ id: OUTCOME_NOTICE, message: workOutcomeMessage(outcome) }] : [];
}

/** Returns how a replacement of saved work ended, in sentences. */
function workOutcomeMessage({ name, state, madeAt, failure }: WorkOutcome): FailureMessage {
  const from = madeAt === null ? '' : ` from ${formatDateTime(madeAt)}`;
  switch (state) {
    case 'done':
      return {
        title: 'Saved work restored',
        meaning: `${name} now has the saved work${from}.`,
        next: 'Its earlier saved work is set aside; open Settings to see it.',
      };
    case 'failed': {
      const { title, next } = failureMessage(failure ?? { kind: 'unexpected' });
      return {
        title: 'Saved work was not restored',
        meaning: `${title}. ${name} still has the saved work it had before.`,
        next,
      };
    }
    case 'finished':
      return {
        title: 'Interrupted restore finished',
        meaning: `Firm Desk closed while it was replacing the saved work of ${name}. The replacement is now complete.`,
        next: 'Its earlier saved work is set aside; open Settings to see it.',
      };
    case 'undone':
      return {
        title: 'Interrupted restore undone',
        meaning: `Firm Desk closed while it was replacing the saved work of ${name}. The saved work is unchanged.`,
        next: 'Restore the backup again if you still need it.',
      };
  }
}

/** Returns the ID of the notice of an engine restart; the engine's notices have their own IDs. */
export const restartNoticeId = (restarts: number): string => `restart-${restarts}`;

/** Returns the notices about saved work, engine restarts and the connection. `seenRestarts`: how many were dismissed. */
export function noticesOf(
  session: ConnectionSession | null,
  live: Live | null,
  seenRestarts: number,
): Notice[] {
  const restarts = session?.engineRestarts ?? 0;
  const isLost = session?.open?.failure?.kind === 'engine-lost'; // the engine ended again and was not restarted
  const restartNotices =
    restarts > seenRestarts && !isLost ? [{ id: restartNoticeId(restarts), message: RESTARTED }] : [];
  const liveNotices = (live?.notices ?? []).map(({ id, failure }): Notice => ({
    id,
    message: failureMessage(failure),
    ...(REFETCH_FAILURES.includes(failure.kind) ? { remedy: 'refresh' } : {}),
  }));
  return [...outcomeNotices(session?.workOutcome), ...restartNotices, ...liveNotices];
}

/**
 * Returns a notice that says why the connection is not open, on screens that work without one; other screens
 * show the reason themselves.
 */
export function notOpenNotice(open: ConnectionSession['open'], { screen }: Route): Notice[] {
  if (open?.state !== 'failed' || (screen !== 'settings' && screen !== 'connect')) return [];
  const failure = open.failure ?? { kind: 'unexpected' };
  return [
    {
      id: 'not-open',
      message: failureMessage(failure),
      detailsRoute: { screen: 'today' },
      isPermanent: true,
    },
  ];
}

/** Returns notices about interrupted jobs, shown until they are resumed or dismissed. */
export const interruptedNotices = (jobs: readonly Job[]): Notice[] =>
  jobs
    .filter(({ state }) => state === 'interrupted')
    .map((job) => {
      const own = OWN_JOBS.find(({ isOwn }) => isOwn(job));
      const detailsRoute = own ? own.routeOf(job.id) : outcomeRouteOf(job);
      return { id: `job-${job.id}`, message: interruptedMessage(job, own?.rowsText), detailsRoute };
    });
