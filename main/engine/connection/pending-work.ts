import type { ActiveWork } from '#contract/calls/control';

/** Backups need no open connection. */
type Counts = Omit<ActiveWork, 'backups'>;

/** Work of a connection that ends only with the user's consent. */
export interface WorkSource {
  /** Number of active items. */
  readonly count: () => number;
  /** Ends the items as the user would; resolves when each is logged and no partial file is left. */
  readonly end: () => Promise<void>;
}

/** The active work of a connection besides its refresh. */
export class PendingWork {
  readonly #sources: { readonly what: keyof Counts; readonly source: WorkSource }[] = [];

  add(what: keyof Counts, source: WorkSource): void {
    this.#sources.push({ what, source });
  }

  get counts(): Counts {
    const counts: Counts = { downloads: 0, jobs: 0, exports: 0, lookups: 0 };
    for (const { what, source } of this.#sources) counts[what] += source.count();
    return counts;
  }

  /** Ends everything; what has not ended after `timeoutMs` is reported at the next start. */
  async end(timeoutMs: number): Promise<void> {
    if (Object.values(this.counts).every((count) => count === 0)) return;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, timeoutMs)));
    await Promise.race([Promise.allSettled(this.#sources.map(({ source }) => source.end())), timeout]);
    clearTimeout(timer);
  }
}
