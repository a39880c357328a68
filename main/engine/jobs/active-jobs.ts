/** A job that is sending or being verified. */
export interface ActiveJob {
  readonly id: string;
  readonly stop: AbortController;
  readonly work: Promise<void>;
  /** It only reads. */
  readonly reads: boolean;
}

export interface ActiveJobsDeps {
  /** Called when work failed because of the disk. Must not throw. */
  readonly failed: (id: string, error: unknown) => void;
  /** Called when a job has no active work. */
  readonly over: (id: string) => void;
}

/** Active work, at most one per job. */
export class ActiveJobs {
  readonly #going = new Map<string, ActiveJob>();

  constructor(private readonly deps: ActiveJobsDeps) {}

  has = (id: string): boolean => this.#going.has(id);
  all = (): ActiveJob[] => [...this.#going.values()];

  /** Starts work, which never rejects. */
  begin(id: string, work: (stop: AbortSignal) => Promise<void>, reads = false): void {
    const stop = new AbortController();
    const done = Promise.resolve()
      .then(() => work(stop.signal))
      .catch((error: unknown) => this.deps.failed(id, error))
      .finally(() => {
        this.#going.delete(id);
        this.deps.over(id);
      });
    this.#going.set(id, { id, stop, work: done, reads });
  }

  stop(id: string): void {
    this.#going.get(id)?.stop.abort();
  }

  /** Resolves when the job has no active work. */
  settled = (id: string): Promise<void> => this.#going.get(id)?.work ?? Promise.resolve();

  /** Stops all; each ends after its active request. */
  async end(): Promise<void> {
    const all = this.all();
    for (const { stop } of all) stop.abort();
    await Promise.all(all.map(({ work }) => work));
  }
}
