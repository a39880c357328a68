import type { Idle } from '../idle';
import type { Clock } from '../service/clock';

export interface ListRefresherDeps {
  /** Does one step of preparation. Returns true if there are more; false when lists can be published. */
  readonly prepareStep?: () => boolean;
  /** Publishes stored rows to the lists. */
  readonly publish: () => void;
  /** Milliseconds between updates while many rows are being stored. */
  readonly intervalMs: () => number;
  readonly idle: Idle;
  readonly clock: Clock;
}

/** Maximum age of lists, however many requests there are. */
const MAX_AGE_MS = 10_000;

/**
 * Decides when open lists show stored rows. Sorting a long list takes time, so during a refresh it happens
 * occasionally and not while the user types or scrolls; the last update is never skipped.
 */
export class ListRefresher {
  readonly #deps: ListRefresherDeps;
  #lastPublishedAt = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | undefined;
  /** When the next update must happen, regardless of requests. */
  #deadline = Number.POSITIVE_INFINITY;
  #isStopped = false;
  /** An update is being prepared. */
  #isPreparing = false;
  /** Callbacks to run after the update. */
  #callbacks: (() => void)[] = [];

  constructor(deps: ListRefresherDeps) {
    this.#deps = deps;
  }

  /** Schedules an update for when its interval has passed and no requests come in. */
  schedule(): void {
    const { clock, idle, intervalMs } = this.#deps;
    if (this.#isStopped || this.#isPreparing || this.#cancel) return;
    this.#deadline = clock.now() + MAX_AGE_MS;
    this.#cancel = idle.runOnce(intervalMs(), this.#deadline, () => this.updateNow());
  }

  /** For a change that the user waits to see: updates now, or once the interval since the last update has passed. */
  updateSoon(): void {
    if (this.#isPreparing) return; // included in the update being prepared
    const { clock, intervalMs } = this.#deps;
    const now = clock.now();
    // The last update seems to be in the future after the clock was set back.
    const due = Math.min(this.#lastPublishedAt, now) + intervalMs();
    if (due <= now) this.updateNow();
    else if (!this.#isStopped && due < this.#deadline) {
      this.#deadline = due;
      this.#cancel?.();
      this.#cancel = clock.after(due - now, () => this.updateNow());
    }
  }

  /** Updates as soon as it is prepared, then calls `then`. */
  updateNow(then?: () => void): void {
    if (then) this.#callbacks.push(then);
    if (this.#isPreparing) return;
    this.#cancel?.();
    this.#deadline = Number.POSITIVE_INFINITY;
    this.#publishWhenReady();
  }

  /** Updates now, without further preparation, if a callback is waiting for it. */
  finish(): void {
    if (this.#callbacks.length > 0) this.#publishWhenReady(false);
  }

  /** Stops all updates. */
  stop(): void {
    this.#isStopped = true;
    this.#cancel?.();
  }

  #publishWhenReady(waitsUntilReady = true): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#isPreparing = false;
    if (this.#isStopped) return;
    const { idle, prepareStep } = this.#deps;
    if (!waitsUntilReady || !prepareStep?.()) {
      this.#publish();
      return;
    }
    this.#isPreparing = true;
    this.#cancel = idle.runUrgently(prepareStep, () => {
      this.#cancel = undefined;
      this.#isPreparing = false;
      this.#publish();
    });
  }

  #publish(): void {
    this.#lastPublishedAt = this.#deps.clock.now();
    const callbacks = this.#callbacks;
    this.#callbacks = [];
    try {
      this.#deps.publish();
    } finally {
      for (const callback of callbacks) callback();
    }
  }
}
