import type { Live, ResourceProgress, ResourceState } from '#contract/calls/live';
import type { ResourceName } from '#contract/resources';
import { count } from '../../ui/format';

export const refreshStateOf = (live: Live, resource: ResourceName): ResourceState | undefined =>
  live.resources.find((each) => each.resource === resource);

/** Returns the progress of the running refresh for this list; undefined if none is running. */
export function progressOfList(live: Live, resource: ResourceName): ResourceProgress | undefined {
  if (live.run?.state !== 'running' && live.run?.state !== 'paused') return undefined;
  const progress = live.run.resources.find((each) => each.resource === resource);
  return progress?.state === 'running' || progress?.state === 'waiting' ? progress : undefined;
}

/** "12,345 of 100,000", or only "100,000" without a filter; the title says what is counted. */
export const matchingCountText = (matching: number, all: number, isFiltered: boolean): string =>
  isFiltered ? `${count(matching)} of ${count(Math.max(matching, all))}` : count(matching);

/** "45,000 of 100,000 downloaded". */
export const downloadProgressText = (progress: ResourceProgress): string =>
  progress.state === 'waiting'
    ? 'Waiting'
    : progress.total === null
      ? `${count(progress.records)} downloaded`
      : `${count(progress.records)} of ${count(progress.total)} downloaded`;
