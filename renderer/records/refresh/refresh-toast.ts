import type { ResourceState, Run } from '#contract/calls/live';
import type { Failure } from '#contract/failure';
import { resourceTitle } from '#contract/screens';
import { resourceNamed, type ResourceName } from '#contract/resources';
import type { FailureMessage } from '../../ui/failure-texts';
import { failureMessage } from '../../ui/failure-messages';
import { count, listText } from '../../ui/format';
import type { Tone } from '../../ui/tone';
import {
  isFirstDownload,
  isRunning,
  isUncertain,
  isUnsaved,
  listsNotProvided,
  totalChanges,
  tallyText,
  UNSAVED,
} from './progress';

/** What a toast says about an ended refresh. */
export interface RefreshToast {
  readonly title: string;
  readonly text: string;
  readonly tone: Extract<Tone, 'good' | 'bad'> | 'plain';
}

/** Returns true if a run that was active has ended, so that its end must be announced. */
export const hasEnded = (previous: Run | null, current: Run | null): current is Run =>
  previous !== null &&
  current !== null &&
  previous.id === current.id &&
  isRunning(previous) &&
  !isRunning(current);

/** Returns the toast for a refresh that ends while the user is on another screen. `states`: the cached lists. */
export function refreshToast(run: Run, states: readonly ResourceState[]): RefreshToast {
  const totals = totalChanges(run);
  const hasChanges = totals.added + totals.changed + totals.removed > 0;
  const summary = isFirstDownload(run) ? 'First download complete.' : `${tallyText(totals)}.`;
  const failures = failuresOf(run);
  const [first] = failures;
  if (first && isUnsaved(run)) return { title: UNSAVED, text: failureText(first), tone: 'bad' };
  if (run.state === 'done' && isUncertain(run))
    return {
      title: 'Refreshed; some lists not confirmed complete',
      text: 'Some lists may be incomplete. No records were removed from them. Refresh again later.',
      tone: 'plain',
    };
  const notProvided = listsNotProvided(run, states);
  const [why] = failuresOf({
    resources: run.resources.filter(({ resource }) => notProvided.includes(resource)),
  });
  if (run.state === 'done' && why)
    return {
      title: `Refreshed; ${listText(notProvided.map((resource) => resourceNamed(resource).plural))} not provided`,
      text: [...(hasChanges ? [summary] : []), failureText({ ...why, lists: [] })].join(' '),
      tone: 'plain',
    };
  if (run.state === 'done') return { title: 'Refreshed', text: summary, tone: 'good' };
  if (run.state === 'canceled')
    return {
      title: 'Refresh stopped',
      text: 'Downloaded data is saved. You can resume the refresh.',
      tone: 'plain',
    };
  return {
    title: incompleteTitle(run),
    // The title names the lists; the text repeats them only if there are several failures.
    text: !first
      ? 'See the refresh panel for the missing lists.'
      : failureText(failures.length > 1 ? first : { ...first, lists: [] }),
    tone: 'bad',
  };
}

/** "Accounts not refreshed", "4 lists not refreshed". */
function incompleteTitle({ resources }: Run): string {
  const failed = resources.filter(({ state }) => state === 'failed');
  const [only] = failed;
  if (!only) return 'Refresh incomplete';
  return `${failed.length > 1 ? `${count(failed.length)} lists` : resourceTitle(only.resource)} not refreshed`;
}

/** A failure of a refresh, and the lists it affected. */
export interface RunFailure {
  readonly message: FailureMessage;
  readonly lists: readonly ResourceName[];
}

/** Returns the failures of a refresh, each once with all affected lists; the run's own first. */
export function failuresOf(run: Pick<Run, 'failure' | 'resources'>): RunFailure[] {
  const byTitle = new Map<string, { message: FailureMessage; lists: ResourceName[] }>();
  const listsOf = (failure: Failure): ResourceName[] => {
    const message = failureMessage(failure);
    const entry = byTitle.get(message.title) ?? { message, lists: [] };
    byTitle.set(message.title, entry);
    return entry.lists;
  };
  if (run.failure) listsOf(run.failure);
  for (const { failure, resource } of run.resources) if (failure) listsOf(failure).push(resource);
  return [...byTitle.values()];
}

/** Returns the message with the affected list or the number of lists: "4 lists: The service has a problem. …" */
export function failureText({ message, lists }: RunFailure): string {
  const [only] = lists;
  const which =
    lists.length > 1
      ? `${count(lists.length)} lists: `
      : only === undefined
        ? ''
        : `${resourceTitle(only)}: `;
  return `${which}${message.title}. ${message.next}`;
}
