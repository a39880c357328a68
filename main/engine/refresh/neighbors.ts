import type { ResourceProgress, ResourceState } from '#contract/calls/live';
import type { Failure } from '#contract/failure';
import { hasScope } from '../service/failure-facts';
import { RESOURCE_NAMES, resourceNamed, type ResourceName } from '#contract/resources';
import type { RefreshWriter } from '../cache/worker/writer';
import type { Clock } from '../service/clock';

/** A missing neighboring endpoint is probed again after a day (wire facts A). */
const PROBE_INTERVAL_MS = 24 * 60 * 60_000;

/** Returns whether a resource is an optional neighboring endpoint. */
export const isNeighbor = (resource: ResourceName): boolean =>
  resourceNamed(resource).service.optional === true;

/** A neighboring resource is reported only once it has returned records. */
export const isShownToUser = ({ resource, state, records, removed }: ResourceProgress): boolean =>
  !isNeighbor(resource) || (state !== 'skipped' && records + removed > 0);

interface NeighborDeps {
  readonly writer: Pick<RefreshWriter, 'beginPass' | 'finishPass' | 'abandonPass'>;
  readonly clock: Clock;
  readonly states: () => readonly ResourceState[];
}

export function createNeighbors({ writer, clock, states }: NeighborDeps) {
  const cachedState = (resource: ResourceName): ResourceState | undefined =>
    states().find((state) => state.resource === resource);

  return {
    /**
     * Returns the resources of a full refresh: all except neighbors that were missing within the last day.
     */
    due: (): ResourceName[] =>
      RESOURCE_NAMES.filter((resource) => {
        const state = isNeighbor(resource) ? cachedState(resource) : undefined;
        if (!state?.asOf || state.count > 0) return true;
        return clock.now() - Date.parse(state.asOf) >= PROBE_INTERVAL_MS;
      }),

    /**
     * Returns whether a failure only means that a neighbor is missing or answers oddly. Earlier data stays;
     * without data, an empty list records when it was probed.
     */
    async livesWithout(
      run: number,
      { resource, records }: ResourceProgress,
      problem: Failure,
    ): Promise<boolean> {
      if (!isNeighbor(resource) || hasScope(problem.kind, 'computer')) return false;
      await writer.abandonPass(resource);
      // If the probe revealed nothing about the service, the next refresh probes again.
      const isLearned = !hasScope(problem.kind, 'network', 'credential');
      if (records === 0 && !cachedState(resource)?.count && isLearned) {
        const generation = await writer.beginPass(run, resource);
        const asOf = new Date(clock.now()).toISOString();
        await writer.finishPass(run, resource, generation, { asOf, uncertain: false });
      }
      return true;
    },
  };
}
