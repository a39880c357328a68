import { failureOf, type Failure } from '#contract/failure';
import type { Job } from '#contract/job';
import type { EngineClient } from '../../bridge';
import { follow } from '../../state/follow';
import { isEditsJob } from './outcome-messages';

/** Jobs that were sent and not dismissed, latest first; running ones are followed. */
export class EditJobs {
  /** Null until loaded. */
  list = $state.raw<readonly Job[] | null>(null);
  failure = $state.raw<Failure | null>(null);

  readonly #engine: EngineClient;
  readonly #isListed: (job: Job) => boolean;

  /** `isListed` selects the jobs; by default, those that edit, create or delete records. */
  constructor(engine: EngineClient, isListed: (job: Job) => boolean = isEditsJob) {
    this.#engine = engine;
    this.#isListed = isListed;
  }

  /** Keeps the list up to date until the signal aborts. */
  follow(signal: AbortSignal): Promise<void> {
    let stopLoading = new AbortController();
    signal.addEventListener('abort', () => stopLoading.abort(), { once: true });
    return follow({
      signal,
      open: (streamSignal) => this.#engine.jobs.changes(undefined, { signal: streamSignal }),
      onValue: () => {
        stopLoading.abort();
        stopLoading = new AbortController();
        void this.load(stopLoading.signal);
      },
      onFailure: (failure) => (this.failure = failure),
    });
  }

  /** Loads the list and follows running jobs until the signal aborts. */
  async load(signal: AbortSignal): Promise<void> {
    try {
      const jobs = (await this.#engine.jobs.list()).filter(this.#isListed);
      if (signal.aborted) return;
      this.list = jobs;
      this.failure = null;
      const active = jobs.filter(({ state, isChecking }) => state === 'running' || isChecking);
      await Promise.all(active.map(({ id }) => this.#follow(id, signal)));
    } catch (error) {
      if (!signal.aborted) this.failure = failureOf(error);
    }
  }

  async #follow(id: string, signal: AbortSignal): Promise<void> {
    for await (const job of await this.#engine.jobs.follow({ job: id }, { signal })) {
      if (signal.aborted) return;
      this.list = (this.list ?? []).map((each) => (each.id === id ? job : each));
    }
  }
}
