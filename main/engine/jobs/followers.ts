import { Observable } from '#common/observable';
import type { Job } from '#contract/job';
import { getOrCompute } from '#contract/maps';

/** Minimum interval between updates of a follower. */
const INTERVAL_MS = 100;

/**
 * The followers of jobs. A job is read when its follower is ready, not on every change, because reading
 * counts rows.
 */
export class JobFollowers {
  readonly #followed = new Map<string, Observable<() => Job>>();
  readonly #read: (id: string) => Job;
  readonly #closed: AbortSignal;

  constructor(read: (id: string) => Job, closed: AbortSignal) {
    this.#read = read;
    this.#closed = closed;
  }

  /** Yields the current state, then the newest after changes. */
  async *follow(id: string, signal: AbortSignal | undefined): AsyncGenerator<Job, void, void> {
    const followed = getOrCompute(this.#followed, id, () => new Observable(() => this.#read(id)));
    for await (const readJob of followed.follow(signal, INTERVAL_MS)) {
      // After the connection closes, nothing is read from disk.
      if (!this.#closed.aborted) yield readJob();
    }
  }

  /** Notifies the followers of a job. */
  notifyFollowers(id: string): void {
    this.#followed.get(id)?.set(() => this.#read(id));
  }
}
