import type { FailureWords } from '../../kit/failure-texts';
import { wordsFor } from '../../kit/failure-words';
import type { FailureKind } from '../../../preload/contract/failure';
import type { Live, Session } from '../../../preload/contract/calls/live';
import type { Job } from '../../../preload/contract/job';
import type { Route } from '../../routes';
import { workOutcomeWords } from '../backup/work-outcome-messages';
import { jobRoute } from '../../resource/outcome/edit-parts';
import { interruptedWords } from '../../resource/outcome/outcome-words';
import { interruptedWords as codesInterrupted, isCodesJob } from '../../tasks/advisor-codes/job-words';
import { jobPart } from '../../tasks/advisor-codes/parts';

export interface Notice {
  readonly id: string;
  readonly words: FailureWords;
  /** Where it is shown whole. */
  readonly show?: Route;
  /** What puts it right, right here. */
  readonly remedy?: keyof typeof REMEDIES;
  /** It stays as long as it is so: nobody can put it away. */
  readonly stays?: true;
}

/** What the button of a remedy says. */
export const REMEDIES = { refresh: 'Refresh' } as const;

/** Records that are to be fetched again. */
const REFETCH: readonly FailureKind[] = ['cache-unreadable', 'cache-renewed'];

const RESTARTED: FailureWords = {
  title: 'Part of Firm Desk was restarted',
  meaning:
    'The part that handles data ended unexpectedly and was restarted. Your saved work and the data on this computer are unchanged.',
  next: 'Keep working. If it happens again, send the log to support from the Help menu.',
};

export const OUTCOME_NOTICE = 'work-outcome';

/** How the last replacement of saved work ended. */
export function outcomeNotices(outcome: Session['workOutcome']): Notice[] {
  return outcome ? [{ id: OUTCOME_NOTICE, words: workOutcomeWords(outcome) }] : [];
}

/** Id of the notice of an engine restart; those of the engine have their own. */
export const restartNotice = (restarts: number): string => `restart-${restarts}`;

/** What the person should know once, newest event first. `seenRestarts`: how many were dismissed. */
export function noticesOf(session: Session | null, live: Live | null, seenRestarts: number): Notice[] {
  const restarts = session?.engineRestarts ?? 0;
  const isLost = session?.open?.failure?.kind === 'engine-lost'; // it ended once more, and nobody started it again
  const own = restarts > seenRestarts && !isLost ? [{ id: restartNotice(restarts), words: RESTARTED }] : [];
  const told = (live?.notices ?? []).map(({ id, failure }): Notice => ({
    id,
    words: wordsFor(failure),
    ...(REFETCH.includes(failure.kind) ? { remedy: 'refresh' } : {}),
  }));
  return [...outcomeNotices(session?.workOutcome), ...own, ...told];
}

/** Why the connection is not open, at the places that are there without one: every other place shows it by itself. */
export function notOpenNotice(open: Session['open'], { place }: Route): Notice[] {
  if (open?.state !== 'failed' || (place !== 'settings' && place !== 'connect')) return [];
  const failure = open.failure ?? { kind: 'unexpected' };
  return [{ id: 'not-open', words: wordsFor(failure), show: { place: 'today' }, stays: true }];
}

/** Jobs that an end of the program interrupted: told at the next start, until they are resumed or dismissed. */
export const interruptedNotices = (jobs: readonly Job[]): Notice[] =>
  jobs
    .filter(({ state }) => state === 'interrupted')
    .map((job) => ({
      id: `job-${job.id}`,
      ...(isCodesJob(job)
        ? {
            words: codesInterrupted(job),
            show: { place: 'task', task: 'advisorCodes', part: jobPart(job.id) } as const,
          }
        : { words: interruptedWords(job), show: jobRoute(job.id) }),
    }));
