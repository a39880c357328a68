import type { Live, ResourceProgress, ResourceState } from '../../preload/contract/live';
import type { Resource } from '../../preload/contract/resource';
import type { ResourceName } from '../../preload/contract/resources';
import { count, counted } from '../kit/format';

/** "Related persons". */
export const titleOf = (descriptor: Resource): string =>
  descriptor.many.charAt(0).toUpperCase() + descriptor.many.slice(1);

export const stateOf = (live: Live, resource: ResourceName): ResourceState | undefined =>
  live.resources.find((each) => each.resource === resource);

/** How far the refresh going on is with this list; undefined when none is. */
export function progressOf(live: Live, resource: ResourceName): ResourceProgress | undefined {
  if (live.run?.state !== 'running' && live.run?.state !== 'paused') return undefined;
  const progress = live.run.resources.find((each) => each.resource === resource);
  return progress?.state === 'running' || progress?.state === 'waiting' ? progress : undefined;
}

/** "12,345 of 100,000 accounts", or just "100,000 accounts" when nothing narrows the list. */
export function countWords(descriptor: Resource, matching: number, all: number, narrowed: boolean): string {
  if (!narrowed) return counted(matching, descriptor.one, descriptor.many);
  return `${count(matching)} of ${counted(Math.max(matching, all), descriptor.one, descriptor.many)}`;
}

/** "45,000 of 100,000 fetched". */
export const progressWords = (progress: ResourceProgress): string =>
  progress.state === 'waiting'
    ? 'Waiting its turn'
    : progress.total === null
      ? `${count(progress.records)} fetched`
      : `${count(progress.records)} of ${count(progress.total)} fetched`;
