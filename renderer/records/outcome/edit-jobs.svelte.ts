import { failureOf, type Failure } from '#contract/failure';
import type { Job } from '#contract/job';
import type { EngineClient } from '../../bridge';
import { isEditsJob } from './outcome-messages';

/** Jobs that were sent and not dismissed, latest first; running ones are followed. */
export class EditJobs {
  /** Null until loaded. */
  list = $state.raw<readonly Job[] | null>(null);
  failure = $state.raw<Failure | null>(null);

  constructor(private readonly engine: EngineClient) {}

  /** Loads the list and follows running jobs until the signal aborts. */
  async load(signal: AbortSignal): Promise<void> {
    try {
      const found = (await this.engine.jobs.list()).filter(isEditsJob);
      if (signal.aborted) return;
      this.list = found;
      this.failure = null;
      const moving = found.filter(({ state, checking }) => state === 'running' || checking);
      await Promise.all(moving.map(({ id }) => this.#follow(id, signal)));
    } catch (error) {
      if (!signal.aborted) this.failure = failureOf(error);
    }
  }

  async #follow(id: string, signal: AbortSignal): Promise<void> {
    for await (const job of await this.engine.jobs.follow({ job: id }, { signal })) {
      if (signal.aborted) return;
      this.list = (this.list ?? []).map((each) => (each.id === id ? job : each));
    }
  }
}
