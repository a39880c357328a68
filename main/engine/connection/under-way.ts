import type { UnderWay as Counts } from '../../../preload/contract/calls/control';

/** Something of a connection that people would miss if it ended unasked. */
export interface Work {
  /** How many go on now. */
  readonly count: () => number;
  /** Ends them as a person would; resolves when each has its end in the log and has left no part. */
  readonly end: () => Promise<void>;
}

/** What goes on in one connection beside its refresh. */
export class UnderWay {
  readonly #works: { readonly what: keyof Counts; readonly work: Work }[] = [];

  add(what: keyof Counts, work: Work): void {
    this.#works.push({ what, work });
  }

  get counts(): Counts {
    const counts: Counts = { downloads: 0, jobs: 0, exports: 0, lookUps: 0 };
    for (const { what, work } of this.#works) counts[what] += work.count();
    return counts;
  }

  /** Ends everything; after `patienceMs` what has not ended is left, to be told at the next start. */
  async end(patienceMs: number): Promise<void> {
    if (Object.values(this.counts).every((count) => count === 0)) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, patienceMs)));
    await Promise.race([Promise.allSettled(this.#works.map(({ work }) => work.end())), late]);
    clearTimeout(timer);
  }
}
