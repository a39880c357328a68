import type { ChangesSinceVisit } from '#contract/features/changes/calls';
import type { Run } from '#contract/calls/live';
import type { Failure } from '#contract/failure';
import { resourceNamed } from '#contract/resources';
import type { EngineClient } from '../../bridge';
import { trackFailure } from '../../state/page-work.svelte';
import type { Exception } from './exceptions';

export type Latest = Awaited<ReturnType<EngineClient['changes']['latest']>>;

/** Number of refreshes listed. */
const MAX_RUNS = 6;

interface CountsRequest {
  readonly engine: EngineClient;
  readonly exceptions: readonly Exception[];
  /** True if the user is there, which counts as a visit. */
  readonly isPresent: boolean;
}

/** Counts on Today: the exceptions and the results of the last refreshes. */
export class TodayCounts {
  /** Totals by exception ID; a missing one is still being counted. */
  totals = $state.raw<Readonly<Record<string, number>>>({});
  /** The last completed refresh, and the last of all; undefined while unknown. */
  latest = $state.raw<Latest | undefined>(undefined);
  /** Changes since the previous visit; null while unknown. */
  visit = $state.raw<ChangesSinceVisit | null>(null);
  /** The last refreshes, latest first. */
  runs = $state.raw<readonly Run[]>([]);
  failure = $state.raw<Failure | null>(null);
  #loading: Promise<void> | undefined;
  /** The latest request for counts that no load has taken yet. */
  #pending: CountsRequest | undefined;

  /** Loads the counts; calls during a load cause one more, with the arguments of the last call. */
  load(engine: EngineClient, exceptions: readonly Exception[], isPresent: boolean): Promise<void> {
    this.#pending = { engine, exceptions, isPresent };
    this.#loading ??= this.#loadPending();
    return this.#loading;
  }

  async #loadPending(): Promise<void> {
    while (this.#pending) {
      const request = this.#pending;
      this.#pending = undefined;
      await this.#count(request);
    }
    this.#loading = undefined;
  }

  #count({ engine, exceptions, isPresent }: CountsRequest): Promise<void> {
    return trackFailure(this, async () => {
      const [latest, visit, runs, ...counted] = await Promise.all([
        engine.changes.latest(),
        engine.changes.sinceVisit({ isPresent }),
        engine.changes.runs({ offset: 0, limit: MAX_RUNS }),
        ...exceptions.map((exception) => countMatches(engine, exception)),
      ]);
      this.totals = Object.fromEntries(exceptions.map(({ id }, index) => [id, counted[index] ?? 0]));
      this.latest = latest;
      this.visit = visit;
      this.runs = runs.items;
    });
  }
}

async function countMatches(engine: EngineClient, { resource, filters }: Exception): Promise<number> {
  const { sort } = resourceNamed(resource);
  const query = { resource, search: '', filters, sort };
  return (await engine.records.window({ query, columns: [], offset: 0, limit: 1 })).total;
}
