import type { Live, ResourceProgress, ResourceState, Run } from '#contract/calls/live';
import type { ResourceName } from '#contract/resources';
import { count } from '../../ui/format';
import type { StateLabel } from '../../ui/tone';

const RESOURCE_STATE: Readonly<Record<ResourceProgress['state'], StateLabel>> = {
  waiting: { label: 'Waiting', tone: 'quiet' },
  running: { label: 'Downloading', tone: 'accent' },
  done: { label: 'Done', tone: 'good' },
  skipped: { label: 'Skipped', tone: 'quiet' },
  failed: { label: 'Failed', tone: 'bad' },
  canceled: { label: 'Stopped', tone: 'quiet' },
};

/** Returns the state of one list, or that the list is not confirmed complete. */
export function resourceStateLabel(
  progress: ResourceProgress,
  runState: Run['state'] = 'running',
): StateLabel {
  if (progress.state === 'done' && progress.uncertain)
    return { label: 'Not confirmed complete', tone: 'warn' };
  if (progress.state === 'running' && runState === 'paused') return RUN_STATE.paused;
  return RESOURCE_STATE[progress.state];
}

const RUN_STATE: Readonly<Record<Run['state'], StateLabel>> = {
  running: { label: 'Refreshing', tone: 'accent' },
  paused: { label: 'Paused', tone: 'warn' },
  done: { label: 'Refreshed', tone: 'good' },
  failed: { label: 'Refresh incomplete', tone: 'bad' },
  canceled: { label: 'Stopped', tone: 'quiet' },
  interrupted: { label: 'Interrupted', tone: 'warn' },
};
export function runStateLabel(run: Run): StateLabel {
  if (isUnsaved(run)) return { label: UNSAVED, tone: 'bad' };
  return run.state === 'done' && isUncertain(run)
    ? { label: 'Refreshed; some lists not confirmed complete', tone: 'warn' }
    : RUN_STATE[run.state];
}

/** State of a refresh whose lists are stored but whose end is not. */
export const UNSAVED = 'Refreshed, but some changes may not be saved';
export const UNSAVED_MEANING =
  'Lists marked Done were saved. Some changes may not appear under Changes until the next refresh.';

/** Returns true if the lists were stored, but the end of the refresh with its changes may not be. */
export const isUnsaved = ({ state, failure }: Pick<Run, 'state' | 'failure'>): boolean =>
  state === 'done' && failure !== undefined;

/** Returns true if any list is not proven complete. */
export const isUncertain = ({ resources }: Pick<Run, 'resources'>): boolean =>
  resources.some(({ uncertain }) => uncertain);

/** Returns the lists that the service did not provide to a refresh, of which earlier records are on this computer. */
export const listsNotProvided = (
  { resources }: Pick<Run, 'resources'>,
  states: readonly ResourceState[],
): ResourceName[] =>
  resources
    .filter(({ state, failure }) => state === 'skipped' && failure !== undefined)
    .map(({ resource }) => resource)
    .filter((name) => states.some(({ resource, count: records }) => resource === name && records > 0));

export const isRunning = (run: Run | null | undefined): boolean =>
  run?.state === 'running' || run?.state === 'paused';

/** Returns the fraction of one list that arrived, 0 to 1; null while it arrives and its size is unknown. */
export function fraction(progress: ResourceProgress): number | null {
  if (progress.state === 'done' || progress.state === 'skipped') return 1;
  if (progress.total === null) return progress.state === 'running' ? null : 0;
  return progress.total === 0 ? 0 : Math.min(1, progress.records / progress.total);
}

/** Part of the bar kept free for a list of unknown size, because a full bar means done. */
const UNKNOWN_SHARE = 0.03;

/**
 * Returns the fraction of the whole refresh, 0 to 1, by records; a list of unknown size counts with its number of
 * cached records. Null while nothing is known.
 */
export function overallFraction(run: Run, resources: readonly ResourceState[]): number | null {
  let fetched = 0;
  let expected = 0;
  let unknown = 0;
  for (const progress of run.resources) {
    const cachedCount = resources.find((state) => state.resource === progress.resource)?.count ?? 0;
    const isFinished = progress.state !== 'waiting' && progress.state !== 'running';
    const size = isFinished ? progress.records : Math.max(progress.total ?? cachedCount, progress.records);
    fetched += progress.records;
    expected += size;
    if (!isFinished && size === 0) unknown += 1;
  }
  return expected === 0 ? null : Math.min(1 - unknown * UNKNOWN_SHARE, fetched / expected);
}

/** Returns the seconds left of the slowest list in progress; a waiting list has no rate yet, and is not counted. */
export function overallSecondsLeft(run: Run): number | null {
  const running = run.resources.filter(({ state }) => state === 'running');
  const times = running.flatMap(({ secondsLeft }) => secondsLeft ?? []);
  return times.length === 0 ? null : Math.max(...times);
}

/**
 * "12,000 of 100,000", or only the count if the size is unknown. After a quick refresh, the records on this
 * computer, `cachedCount`: the service confirmed their number.
 */
export function refreshRecordsText(
  { records, total, state, quick }: ResourceProgress,
  cachedCount = records,
): string {
  if (state === 'waiting' || state === 'skipped') return '';
  if (quick) return count(cachedCount);
  return total === null || (state === 'done' && total === records)
    ? count(records)
    : `${count(records)} of ${count(total)}`;
}

/** "1,234 a second, 40 s left"; empty if there is no progress. */
export function progressRateText({ rate, secondsLeft, state }: ResourceProgress): string {
  if (state !== 'running' || rate < 1) return '';
  const rateText = `${count(Math.round(rate))} a second`;
  return secondsLeft === null ? rateText : `${rateText}, ${shortTime(secondsLeft)} left`;
}

/** "40 s", "3 min": rounded up, so that it never promises too much. */
export function shortTime(seconds: number): string {
  if (seconds < 55) return `${Math.max(1, Math.ceil(seconds))} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}

/** "about 40 seconds left": coarse, so that it does not flicker, and rounded up as in the lists. */
export function timeLeftText(seconds: number | null): string {
  if (seconds === null || !Number.isFinite(seconds)) return '';
  if (seconds < 5) return 'a few seconds left';
  if (seconds < 55) return `about ${Math.ceil(seconds / 5) * 5} seconds left`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 1) return 'about a minute left';
  if (minutes < 90) return `about ${minutes} minutes left`;
  return `about ${Math.ceil(minutes / 60)} hours left`;
}

export interface RefreshTally {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** Records that did not match their schema; `tallyText` does not count them. */
  readonly drifted: number;
}

/** Returns the total changes of a refresh. */
export const totalChanges = (run: Pick<Run, 'resources'>): RefreshTally =>
  run.resources.reduce(
    (sum, progress) => ({
      added: sum.added + progress.added,
      changed: sum.changed + progress.changed,
      removed: sum.removed + progress.removed,
      drifted: sum.drifted + progress.drifted,
    }),
    { added: 0, changed: 0, removed: 0, drifted: 0 },
  );

/** Returns true if all records were new: a first download has no changes to list. */
export function isFirstDownload(run: Pick<Run, 'resources'>): boolean {
  const totals = totalChanges(run);
  const records = run.resources.reduce((sum, progress) => sum + progress.records, 0);
  if (run.resources.some(({ quick }) => quick)) return false; // its `records` are only the changed ones
  return totals.added > 0 && totals.added >= records && totals.changed === 0 && totals.removed === 0;
}

/** "12 new, 3 changed, 1 removed", or "No changes". */
export function tallyText({ added, changed, removed }: Omit<RefreshTally, 'drifted'>): string {
  const parts = [
    added > 0 ? `${count(added)} new` : '',
    changed > 0 ? `${count(changed)} changed` : '',
    removed > 0 ? `${count(removed)} removed` : '',
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : 'No changes';
}

/** Returns what a listed refresh found; null if its report was not stored, as after a crash. */
export function foundText(run: Pick<Run, 'resources'>): string | null {
  if (run.resources.length === 0) return null;
  return isFirstDownload(run) ? 'First download' : tallyText(totalChanges(run));
}

/** Returns true if no refresh was ever started: there is no data, no run and none to resume. */
export const isNeverRefreshed = (live: Live | null): boolean =>
  live !== null &&
  live.run === null &&
  !live.canResume &&
  live.resources.every(({ asOf, count }) => asOf === null && count === 0);
