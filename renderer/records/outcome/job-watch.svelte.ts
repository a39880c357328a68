import { failureOf, type Failure } from '#contract/failure';
import type { Job } from '#contract/job';
import type { EngineClient } from '../../bridge';
import { follow } from '../../state/follow';

/** A durable job in the engine, observable while followed. */
export class JobWatch {
  job = $state.raw<Job | null>(null);
  /** Why the job cannot be followed: it may have been removed. */
  loadFailure = $state.raw<Failure | null>(null);
  /** Why an action failed. */
  failure = $state.raw<Failure | null>(null);
  isCalling = $state(false);
  readonly busy = $derived(this.isCalling || this.job?.state === 'running' || this.job?.isChecking === true);

  readonly #engine: EngineClient;

  constructor(
    engine: EngineClient,
    readonly id: string,
  ) {
    this.#engine = engine;
  }

  /** Keeps `job` up to date until the signal aborts, also after the connection was opened again. */
  follow(signal: AbortSignal): Promise<void> {
    const removed = new AbortController();
    return follow({
      open: (streamSignal) => this.#engine.jobs.follow({ job: this.id }, { signal: streamSignal }),
      onValue: (job) => {
        this.job = job;
        this.loadFailure = null;
      },
      onFailure: (failure) => {
        this.loadFailure = failure;
        if (failure.kind === 'not-found') removed.abort();
      },
      signal: AbortSignal.any([signal, removed.signal]),
    });
  }

  /** Sends a planned job; clicks during the call do nothing. `count`: the number that the user typed to confirm. */
  async start(count?: number): Promise<void> {
    if (this.job?.state !== 'planned') return;
    await this.#run((jobs, job) => jobs.start(count === undefined ? { job } : { job, count }));
  }
  /** Sends the remaining rows. */
  resume = () => this.#run((jobs, job) => jobs.resume({ job }));
  /** Reads the service to find the outcomes. */
  check = () => this.#run((jobs, job) => jobs.check({ job }));
  dismiss = () => this.#run((jobs, job) => jobs.dismiss({ job }));

  /** Requests the end of the job; returns false if the request failed. */
  async stop(): Promise<boolean> {
    this.failure = null;
    try {
      await this.#engine.jobs.stop({ job: this.id });
      return true;
    } catch (error) {
      this.failure = failureOf(error);
      return false;
    }
  }

  async #run(call: (jobs: EngineClient['jobs'], job: string) => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.isCalling = true;
    this.failure = null;
    try {
      await call(this.#engine.jobs, this.id);
    } catch (error) {
      this.failure = failureOf(error);
    } finally {
      this.isCalling = false;
    }
  }
}
