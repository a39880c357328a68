/** A job that sends, or reads what became of it, now. */
export interface Going {
  readonly id: string;
  readonly stop: AbortController;
  readonly work: Promise<void>;
  /** It only reads. */
  readonly reads: boolean;
}

export interface UnderWayParts {
  /** Work has failed: the disk did. Must not throw. */
  readonly failed: (id: string, error: unknown) => void;
  /** Nothing is under way for the job any more. */
  readonly over: (id: string) => void;
}

/** What is under way: one piece of work at a time for each job. */
export class UnderWay {
  readonly #going = new Map<string, Going>();

  constructor(private readonly parts: UnderWayParts) {}

  has = (id: string): boolean => this.#going.has(id);
  all = (): Going[] => [...this.#going.values()];

  /** Begins a piece of work; it never rejects. */
  begin(id: string, work: (stop: AbortSignal) => Promise<void>, reads = false): void {
    const stop = new AbortController();
    const done = Promise.resolve()
      .then(() => work(stop.signal))
      .catch((error: unknown) => this.parts.failed(id, error))
      .finally(() => {
        this.#going.delete(id);
        this.parts.over(id);
      });
    this.#going.set(id, { id, stop, work: done, reads });
  }

  stop(id: string): void {
    this.#going.get(id)?.stop.abort();
  }

  /** Resolves when nothing is under way for the job. */
  settled = (id: string): Promise<void> => this.#going.get(id)?.work ?? Promise.resolve();

  /** Stops all; each ends after the request that is on its way. */
  async end(): Promise<void> {
    const all = this.all();
    for (const { stop } of all) stop.abort();
    await Promise.all(all.map(({ work }) => work));
  }
}
