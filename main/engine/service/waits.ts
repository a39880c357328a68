import type { RequestWait } from '#contract/calls/live';
import type { Clock } from './clock';

/** Minimum wait that is shown; shorter ones end before the user can read them. */
const MIN_SHOWN_WAIT_MS = 3_000;

/** Of several waits, the most informative one is shown, and of equal ones the first to end. */
const RANK: Readonly<Record<RequestWait['reason'], number>> = { 'retry-after': 0, retry: 1, silent: 2 };

/** Combines the waits of all requests into one for the user. */
export class Waits {
  readonly #clock: Clock;
  readonly #show: (waiting: RequestWait | null) => void;
  readonly #active = new Set<RequestWait>();
  #shownWait: RequestWait | null = null;

  /** `show` is called when the shown wait changes, with null when nothing waits. */
  constructor(clock: Clock, show: (waiting: RequestWait | null) => void) {
    this.#clock = clock;
    this.#show = show;
  }

  /** Starts a wait of `ms` milliseconds; the returned function ends it. */
  start(reason: RequestWait['reason'], ms: number, attempt?: RequestWait['attempt']): () => void {
    if (ms < MIN_SHOWN_WAIT_MS) return () => undefined;
    const until = new Date(this.#clock.now() + ms).toISOString();
    const wait: RequestWait = { reason, until, ...(attempt ? { attempt } : {}) };
    this.#active.add(wait);
    this.#update();
    return () => {
      this.#active.delete(wait);
      this.#update();
    };
  }

  #update(): void {
    const [first = null] = [...this.#active].sort(
      (a, b) => RANK[a.reason] - RANK[b.reason] || a.until.localeCompare(b.until),
    );
    if (first === this.#shownWait) return;
    this.#shownWait = first;
    this.#show(first);
  }
}
