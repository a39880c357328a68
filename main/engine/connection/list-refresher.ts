import type { Idle } from '../idle';
import type { Clock } from '../service/clock';

export interface ListRefresherDeps {
  /** Does one step of preparation; returns false when publishing can start. */
  readonly ready?: () => boolean;
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
  #last = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | undefined;
  /** Deadline for the next update, regardless of requests. */
  #latest = Number.POSITIVE_INFINITY;
  #stopped = false;
  /** An update is being prepared. */
  #isPreparing = false;
  /** Callbacks to run after the update. */
  #callbacks: (() => void)[] = [];

  constructor(deps: ListRefresherDeps) {
    this.#deps = deps;
  }

  /** Schedules an update for when its interval has passed and no requests come in. */
  schedule(): void {
    const { clock, idle, intervalMs: every } = this.#deps;
    if (this.#stopped || this.#isPreparing || this.#cancel) return;
    this.#latest = clock.now() + MAX_AGE_MS;
    this.#cancel = idle.once(every(), this.#latest, () => this.updateNow());
  }

  /** For a change that the user waits to see: updates now, unless lists were just updated. */
  updateSoon(): void {
    if (this.#isPreparing) return; // included in the update being prepared
    const { clock, intervalMs: every } = this.#deps;
    const due = this.#last + every();
    if (due <= clock.now()) this.updateNow();
    else if (!this.#stopped && due < this.#latest) {
      this.#latest = due;
      this.#cancel?.();
      this.#cancel = clock.after(due - clock.now(), () => this.updateNow());
    }
  }

  /** Updates as soon as it is prepared, then calls `then`. */
  updateNow(then?: () => void): void {
    if (then) this.#callbacks.push(then);
    if (this.#isPreparing) return;
    this.#cancel?.();
    this.#latest = Number.POSITIVE_INFINITY;
    this.#publishWhenIdle();
  }

  /** Updates now if a callback is waiting for it. */
  finish(): void {
    if (this.#callbacks.length > 0) this.#publishWhenIdle(false);
  }

  /** Stops all updates. */
  stop(): void {
    this.#stopped = true;
    this.#cancel?.();
  }

  #publishWhenIdle(patient = true): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#isPreparing = false;
    if (this.#stopped) return;
    const { idle, ready } = this.#deps;
    if (!patient || !ready?.()) {
      this.#publish();
      return;
    }
    this.#isPreparing = true;
    this.#cancel = idle.runWhenIdle(ready, () => {
      this.#cancel = undefined;
      this.#isPreparing = false;
      this.#publish();
    });
  }

  #publish(): void {
    this.#last = this.#deps.clock.now();
    const callbacks = this.#callbacks;
    this.#callbacks = [];
    try {
      this.#deps.publish();
    } finally {
      for (const callback of callbacks) callback();
    }
  }
}
