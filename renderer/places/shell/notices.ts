import { wordsFor, type FailureWords } from '../../kit/failure-words';
import type { Live, Session } from '../../../preload/contract/calls/live';

export interface Notice {
  readonly id: string;
  readonly words: FailureWords;
}

const RESTARTED: FailureWords = {
  title: 'The data engine was restarted',
  meaning: 'It ended unexpectedly and runs again. Your saved work and the local copy are as they were.',
  next: 'Go on working. If it happens again, send the log to support from the Help menu.',
};

/** Id of the notice of an engine restart; those of the engine have their own. */
export const restartNotice = (restarts: number): string => `restart-${restarts}`;

/** What the person should know once, newest event first. `seenRestarts`: how many were dismissed. */
export function noticesOf(session: Session | null, live: Live | null, seenRestarts: number): Notice[] {
  const restarts = session?.engineRestarts ?? 0;
  const own = restarts > seenRestarts ? [{ id: restartNotice(restarts), words: RESTARTED }] : [];
  return [...own, ...(live?.notices ?? []).map(({ id, failure }) => ({ id, words: wordsFor(failure) }))];
}
