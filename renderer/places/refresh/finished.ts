import { wordsFor } from '../../kit/failure-words';
import type { Run } from '../../../preload/contract/calls/live';
import type { Tone } from '../../kit/tone';
import { isFirstCopy, isGoingOn, isUncertain, tally, tallyText } from './progress';

export interface Finished {
  readonly title: string;
  readonly text: string;
  readonly tone: Extract<Tone, 'good' | 'bad'> | 'plain';
}

/** The run whose end was not told of yet: it went on when last seen, and does not any more. */
export const hasEnded = (before: Run | null, now: Run | null): now is Run =>
  before !== null && now !== null && before.id === now.id && isGoingOn(before) && !isGoingOn(now);

/** What to say when a refresh ends while the person is elsewhere. */
export function finishedWords(run: Run): Finished {
  const found = isFirstCopy(run) ? 'First download complete.' : `${tallyText(tally(run))}.`;
  if (run.state === 'done' && isUncertain(run))
    return {
      title: 'Refreshed, with uncertain lists',
      text: 'The service’s answers do not show that every list is complete. Refresh again later.',
      tone: 'plain',
    };
  if (run.state === 'done') return { title: 'Refreshed', text: found, tone: 'good' };
  if (run.state === 'canceled')
    return {
      title: 'Refresh stopped',
      text: 'What was downloaded is kept, and the refresh can be resumed.',
      tone: 'plain',
    };
  const failure = run.failure ?? run.resources.find((progress) => progress.failure)?.failure;
  const words = failure ? wordsFor(failure) : undefined;
  return {
    title: 'Not everything could be refreshed',
    text: words ? `${words.title}. ${words.next}` : 'See the refresh panel for what is missing.',
    tone: 'bad',
  };
}
