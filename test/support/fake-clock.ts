import type { Clock } from '#engine/service/clock';

interface Timer {
  at: number;
  readonly ms: number;
  readonly callback: () => void;
}

/** A clock that only a test advances. */
export class FakeClock implements Clock {
  readonly #timers = new Set<Timer>();
  readonly #watchers = new Set<() => void>();
  #now: number;

  constructor(now = Date.UTC(2026, 0, 2, 3, 4, 5)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, callback: () => void): () => void {
    const timer = { at: this.#now + ms, ms, callback };
    this.#timers.add(timer);
    this.#changed();
    return () => {
      this.#timers.delete(timer);
      this.#changed();
    };
  }

  /** Number of active timers. */
  get timers(): number {
    return this.#timers.size;
  }

  /** Advances the time and fires due timers in order. */
  advance(ms: number): void {
    const target = this.#now + ms;
    for (;;) {
      const due = [...this.#timers].filter(({ at: dueAt }) => dueAt <= target).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.#timers.delete(due);
      this.#now = Math.max(this.#now, due.at);
      due.callback();
    }
    this.#now = target;
    this.#changed();
  }

  /** Sets the time back, as the user may; timers are not affected. */
  setBack(ms: number): void {
    this.#now -= ms;
    for (const timer of this.#timers) timer.at -= ms;
  }

  /** Resolves with the delay once one timer is left: all work waits for time to pass. */
  async untilOneTimer(): Promise<number> {
    await this.until(() => this.#timers.size === 1);
    return [...this.#timers][0]?.ms ?? Number.NaN;
  }

  /** Advances to the only timer and returns its delay. */
  async advanceToTimer(): Promise<number> {
    const ms = await this.untilOneTimer();
    this.advance(ms);
    return ms;
  }

  /** Resolves once the condition holds at the end of a turn of the event loop; a state within a turn does not count. */
  until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = (): void => {
        setImmediate(() => {
          if (!this.#watchers.has(check) || !condition()) return;
          this.#watchers.delete(check);
          resolve();
        });
      };
      this.#watchers.add(check);
      check();
    });
  }

  #changed(): void {
    for (const check of this.#watchers) check();
  }
}
