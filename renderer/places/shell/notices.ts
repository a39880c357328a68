import { wordsFor, type FailureWords } from '../../kit/failure-words';
import type { Live, Session } from '../../../preload/contract/calls/live';
import type { Job } from '../../../preload/contract/job';
import type { TaskRoute } from '../../routes';
import { jobRoute } from '../../resource/outcome/edit-parts';
import { interruptedWords } from '../../resource/outcome/outcome-words';
import { interruptedWords as codesInterrupted, isCodesJob } from '../../tasks/advisor-codes/job-words';
import { jobPart } from '../../tasks/advisor-codes/parts';

export interface Notice {
  readonly id: string;
  readonly words: FailureWords;
  /** Where it is shown whole. */
  readonly show?: TaskRoute;
}

const RESTARTED: FailureWords = {
  title: 'The data engine was restarted',
  meaning:
    'It ended unexpectedly and runs again. Your saved work and the data on this computer are unchanged.',
  next: 'Keep working. If it happens again, send the log to support from the Help menu.',
};

/** Id of the notice of an engine restart; those of the engine have their own. */
export const restartNotice = (restarts: number): string => `restart-${restarts}`;

/** What the person should know once, newest event first. `seenRestarts`: how many were dismissed. */
export function noticesOf(session: Session | null, live: Live | null, seenRestarts: number): Notice[] {
  const restarts = session?.engineRestarts ?? 0;
  const own = restarts > seenRestarts ? [{ id: restartNotice(restarts), words: RESTARTED }] : [];
  return [...own, ...(live?.notices ?? []).map(({ id, failure }) => ({ id, words: wordsFor(failure) }))];
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
