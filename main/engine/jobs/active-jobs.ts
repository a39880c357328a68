/** A job that is sending or being verified. */
export interface ActiveJob {
  readonly id: string;
  readonly stop: AbortController;
  readonly work: Promise<void>;
  /** True if it only reads. */
  readonly isReadOnly: boolean;
}

export interface ActiveJobsDeps {
  /** Called when work rejected, which only the disk should cause. Must not throw. */
  readonly onFailure: (id: string, error: unknown) => void;
  /** Called when a job has no active work. */
  readonly onIdle: (id: string) => void;
}

/** Active work, at most one per job. */
export class ActiveJobs {
  readonly #active = new Map<string, ActiveJob>();
  readonly #deps: ActiveJobsDeps;

  constructor(deps: ActiveJobsDeps) {
    this.#deps = deps;
  }

  has = (id: string): boolean => this.#active.has(id);
  all = (): ActiveJob[] => [...this.#active.values()];

  /** Starts work; if it rejects, `onFailure` is called, and its `ActiveJob.work` still resolves. */
  begin(id: string, work: (stop: AbortSignal) => Promise<void>, isReadOnly = false): void {
    const stop = new AbortController();
    // Starts after the job is registered; an error thrown at once counts as a rejection.
    const done = Promise.resolve()
      .then(() => work(stop.signal))
      .catch((error: unknown) => this.#deps.onFailure(id, error))
      .finally(() => {
        this.#active.delete(id);
        this.#deps.onIdle(id);
      });
    this.#active.set(id, { id, stop, work: done, isReadOnly });
  }

  stop(id: string): void {
    this.#active.get(id)?.stop.abort();
  }

  /** Resolves when the job has no active work. */
  settled = (id: string): Promise<void> => this.#active.get(id)?.work ?? Promise.resolve();

  /** Stops all; each ends after its active request. */
  async end(): Promise<void> {
    const all = this.all();
    for (const { stop } of all) stop.abort();
    await Promise.all(all.map(({ work }) => work));
  }
}
