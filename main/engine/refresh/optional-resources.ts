import { DAY_MS } from '#contract/dates';
import type { ResourceProgress, ResourceState } from '#contract/calls/live';
import type { Failure } from '#contract/failure';
import { hasScope } from '../service/failure-facts';
import { RESOURCE_NAMES, resourceNamed, type ResourceName } from '#contract/resources';
import type { RefreshWriter } from '../cache/worker/writer';
import type { Clock } from '../service/clock';

/** A missing optional resource is probed again after a day (wire facts A). */
const PROBE_INTERVAL_MS = DAY_MS;

/** Returns whether only some services have a resource. */
export const isOptional = (resource: ResourceName): boolean =>
  resourceNamed(resource).service.optional === true;

/** Returns whether to report a resource: an optional one only once it has returned records. */
export const isShownToUser = ({ resource, state, records, removed }: ResourceProgress): boolean =>
  !isOptional(resource) || (state !== 'skipped' && records + removed > 0);

interface OptionalResourceDeps {
  readonly writer: Pick<RefreshWriter, 'beginPass' | 'finishPass' | 'abandonPass'>;
  readonly clock: Clock;
  readonly states: () => readonly ResourceState[];
}

/** Decides when a refresh requests optional resources, and which failures of theirs it skips. */
export class OptionalResources {
  readonly #deps: OptionalResourceDeps;

  constructor(deps: OptionalResourceDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the resources of a full refresh: all except optional ones that were missing within the last day. A list
   * that the service provably returned empty was not missing.
   */
  due(): ResourceName[] {
    return RESOURCE_NAMES.filter((resource) => {
      const state = isOptional(resource) ? this.#cachedState(resource) : undefined;
      if (!state?.asOf || state.count > 0 || !state.uncertain) return true;
      // A time far ahead is of a clock that was set back since.
      return Math.abs(this.#deps.clock.now() - Date.parse(state.asOf)) >= PROBE_INTERVAL_MS;
    });
  }

  /**
   * Returns whether to skip a resource that failed: an optional one, unless the cause is on this computer. Earlier
   * data stays; without data, a failure that says something about the service stores an empty list with the time
   * of the probe, as uncertain, since the service did not return it.
   */
  async skipIfMissing(
    run: number,
    { resource, records }: ResourceProgress,
    problem: Failure,
  ): Promise<boolean> {
    const { writer, clock } = this.#deps;
    if (!isOptional(resource) || hasScope(problem.kind, 'computer')) return false;
    await writer.abandonPass(resource);
    // If the probe revealed nothing about the service, the next refresh probes again.
    const isConclusive = !hasScope(problem.kind, 'network', 'credential');
    if (records === 0 && !this.#cachedState(resource)?.count && isConclusive) {
      const generation = await writer.beginPass(run, resource);
      const asOf = new Date(clock.now()).toISOString();
      await writer.finishPass(run, resource, generation, { asOf, uncertain: true });
    }
    return true;
  }

  #cachedState(resource: ResourceName): ResourceState | undefined {
    return this.#deps.states().find((state) => state.resource === resource);
  }
}
