/** How long a request keeps the processors: usually until its response is on screen. */
const PRIORITY_MS = 80;

/** Monotonic milliseconds, equal in all threads of the process. */
const uptime = (): number => Number(process.hrtime.bigint() / 1_000_000n);
/** Uptimes are stored in 32 bits; only their difference matters. */
const timeBetween = (later: number, earlier: number): number => (later - earlier) | 0;

/** Clock and wait functions, replaced in tests. */
interface PriorityDeps {
  readonly now: () => number;
  /** Blocks for this long or until the cell is notified; returns at once if it has another value. */
  readonly wait: (cells: Int32Array, value: number, ms: number) => void;
}
const SYSTEM_DEPS: PriorityDeps = {
  now: uptime,
  wait: (cells, value, ms) => void Atomics.wait(cells, 0, value, ms),
};

/**
 * Priority of list requests over the writer threads: a shared cell with the time until which writers pause,
 * or 0. While a refresh stores pages, a list request needs four threads, which on two processors would each
 * wait for one that the writer keeps busy.
 */
export class ReaderPriority {
  readonly shared = new SharedArrayBuffer(4);
  readonly #cells = new Int32Array(this.shared);
  readonly #now: () => number;

  constructor({ now }: Pick<PriorityDeps, 'now'> = SYSTEM_DEPS) {
    this.#now = now;
  }

  /** Marks that a list request waits for its response. */
  claim(): void {
    Atomics.store(this.#cells, 0, (this.#now() + PRIORITY_MS) | 0 || 1); // 0 would mean no pause
  }

  /** Ends the pause because the writer itself is needed. */
  release(): void {
    Atomics.store(this.#cells, 0, 0);
    Atomics.notify(this.#cells, 0);
  }
}

/**
 * Returns the function that a writer calls between records. It pauses while a list request has priority, then
 * works at least as long as it paused, so that a refresh takes at most twice as long during scrolling.
 */
export function yieldToReaders(
  shared: SharedArrayBuffer,
  { now, wait }: PriorityDeps = SYSTEM_DEPS,
): () => void {
  const cells = new Int32Array(shared);
  let resumedAt = 0;
  /** How long the writer must work before it may pause again. */
  let owedMs = 0;
  return () => {
    const until = Atomics.load(cells, 0);
    if (until === 0) return;
    const pausedAt = now();
    if (pausedAt - resumedAt < owedMs) return;
    const remainingMs = timeBetween(until, pausedAt);
    if (remainingMs <= 0) {
      Atomics.compareExchange(cells, 0, until, 0);
      return;
    }
    wait(cells, until, Math.min(remainingMs, PRIORITY_MS));
    resumedAt = now();
    owedMs = resumedAt - pausedAt;
  };
}
