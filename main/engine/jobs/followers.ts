import { Observable } from '../../common/observable';
import type { Job } from '../../../preload/contract/job';

/** Follow no more often than this. */
const PAUSE_MS = 100;

/** Who follows jobs. A job is read when somebody looks, not at every move: its rows are counted for that. */
export class Followers {
  readonly #followed = new Map<string, Observable<() => Job>>();

  constructor(
    private readonly read: (id: string) => Job,
    private readonly closed: AbortSignal,
  ) {}

  /** The present state, then the newest after changes of it. */
  async *follow(id: string, signal: AbortSignal | undefined): AsyncGenerator<Job, void, void> {
    const followed = this.#followed.get(id) ?? new Observable(() => this.read(id));
    this.#followed.set(id, followed);
    for await (const view of followed.follow(signal, PAUSE_MS)) {
      // A closed connection has nothing to tell, and its disk is not read any more.
      if (!this.closed.aborted) yield view();
    }
  }

  /** Tells those who follow. */
  moved(id: string): void {
    this.#followed.get(id)?.set(() => this.read(id));
  }
}
