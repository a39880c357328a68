import type { Live, ResourceProgress, ResourceState } from '../../../preload/contract/calls/live';
import type { ResourceName } from '../../../preload/contract/resources';
import { count } from '../../kit/format';

export const stateOf = (live: Live, resource: ResourceName): ResourceState | undefined =>
  live.resources.find((each) => each.resource === resource);

/** How far the refresh going on is with this list; undefined when none is. */
export function progressOf(live: Live, resource: ResourceName): ResourceProgress | undefined {
  if (live.run?.state !== 'running' && live.run?.state !== 'paused') return undefined;
  const progress = live.run.resources.find((each) => each.resource === resource);
  return progress?.state === 'running' || progress?.state === 'waiting' ? progress : undefined;
}

/** "12,345 of 100,000", or just "100,000" when nothing narrows the list: the title beside it says of what. */
export const countWords = (matching: number, all: number, narrowed: boolean): string =>
  narrowed ? `${count(matching)} of ${count(Math.max(matching, all))}` : count(matching);

/** "45,000 of 100,000 downloaded". */
export const progressWords = (progress: ResourceProgress): string =>
  progress.state === 'waiting'
    ? 'Waiting'
    : progress.total === null
      ? `${count(progress.records)} downloaded`
      : `${count(progress.records)} of ${count(progress.total)} downloaded`;
