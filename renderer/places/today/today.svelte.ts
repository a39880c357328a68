import { failureOf, type Failure } from '../../../preload/contract/failure';
import type { Run } from '../../../preload/contract/calls/live';
import { resourceNamed } from '../../../preload/contract/resources';
import type { EngineClient } from '../../bridge';
import type { Exception } from './exceptions';

/** What Today counts for itself: the exceptions and the last refresh that ended. The latest question wins. */
export class TodayCounts {
  /** Totals by exception id; an absent one is still being counted. */
  totals = $state.raw<Readonly<Record<string, number>>>({});
  /** The last refresh that ended; null when there was none, undefined before it is known. */
  lastRun = $state.raw<Run | null | undefined>(undefined);
  failure = $state.raw<Failure | null>(null);
  #question = 0;

  async load(engine: EngineClient, exceptions: readonly Exception[]): Promise<void> {
    const question = ++this.#question;
    try {
      const [runs, ...counted] = await Promise.all([
        engine.changes.runs({ limit: 5 }),
        ...exceptions.map((exception) => countOf(engine, exception)),
      ]);
      if (question !== this.#question) return;
      this.totals = Object.fromEntries(exceptions.map(({ id }, at) => [id, counted[at] ?? 0]));
      this.lastRun = runs.find(({ state }) => state !== 'running' && state !== 'paused') ?? null;
      this.failure = null;
    } catch (error) {
      if (question === this.#question) this.failure = failureOf(error);
    }
  }
}

async function countOf(engine: EngineClient, { resource, filters }: Exception): Promise<number> {
  const { sort } = resourceNamed(resource);
  const query = { resource, search: '', filters, sort };
  return (await engine.records.window({ query, columns: [], offset: 0, limit: 1 })).total;
}
