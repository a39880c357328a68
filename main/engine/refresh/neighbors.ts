import type { ResourceProgress, ResourceState } from '../../../preload/contract/calls/live';
import type { Failure } from '../../../preload/contract/failure';
import { reaches } from '../../../preload/contract/failure-reach';
import { RESOURCE_NAMES, resourceNamed, type ResourceName } from '../../../preload/contract/resources';
import type { RefreshWriter } from '../cache/thread/writer';
import type { Clock } from '../service/clock';

/** One that was not there is asked for again after a day (wire facts A). */
const AGAIN_MS = 24 * 60 * 60_000;

/** Neighbors of the specification are lived without where the service does not have them. */
export const isNeighbor = (resource: ResourceName): boolean =>
  resourceNamed(resource).service.optional === true;

/** A neighbor is spoken of only once something of it has come. */
export const isTold = ({ resource, state, records, gone }: ResourceProgress): boolean =>
  !isNeighbor(resource) || (state !== 'skipped' && records + gone > 0);

interface Parts {
  readonly writer: Pick<RefreshWriter, 'beginPass' | 'finishPass' | 'abandonPass'>;
  readonly clock: Clock;
  readonly states: () => readonly ResourceState[];
}

export function createNeighbors({ writer, clock, states }: Parts) {
  const held = (resource: ResourceName): ResourceState | undefined =>
    states().find((state) => state.resource === resource);

  return {
    /** What a whole refresh fetches: everything but the neighbors that were not there when last asked for, today. */
    due: (): ResourceName[] =>
      RESOURCE_NAMES.filter((resource) => {
        const state = isNeighbor(resource) ? held(resource) : undefined;
        if (!state?.asOf || state.count > 0) return true;
        return clock.now() - Date.parse(state.asOf) >= AGAIN_MS;
      }),

    /**
     * Whether a failure is only that a neighbor is not there, or answers oddly. What was fetched of it before stays;
     * where there is nothing, its empty list says when it was asked for.
     */
    async livesWithout(
      run: number,
      { resource, records }: ResourceProgress,
      problem: Failure,
    ): Promise<boolean> {
      if (!isNeighbor(resource) || reaches(problem.kind, 'computer')) return false;
      await writer.abandonPass(resource);
      // Where nothing was learned of the service, it is asked again with the next refresh.
      const isLearned = !reaches(problem.kind, 'way', 'credential');
      if (records === 0 && !held(resource)?.count && isLearned) {
        const generation = await writer.beginPass(run, resource);
        const asOf = new Date(clock.now()).toISOString();
        await writer.finishPass(run, resource, generation, { asOf, uncertain: false });
      }
      return true;
    },
  };
}
