import type { Clock } from '../service/clock';

/** The rate covers the last seconds, so that a slow start does not distort the forecast for long. */
const WINDOW_MS = 5_000;

/** Measures the rate of progress. */
export class Meter {
  readonly #clock: Clock;
  readonly #samples: { readonly at: number; readonly done: number }[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Starts, or restarts, with this much already done. */
  begin(done: number): void {
    this.#samples.length = 0;
    this.#samples.push({ at: this.#clock.now(), done });
  }

  /** Records progress. Returns units per second, and seconds left; null if unknown. */
  record(done: number, total: number | null): { rate: number; secondsLeft: number | null } {
    const now = this.#clock.now();
    const samples = this.#samples;
    samples.push({ at: now, done });
    // Keeps two samples: a rate also exists if progress is rarer than the window.
    while (samples.length > 2 && (samples[0]?.at ?? now) < now - WINDOW_MS) samples.shift();
    const first = samples[0] ?? { at: now, done };
    const seconds = (now - first.at) / 1000;
    const rate = seconds > 0 ? (done - first.done) / seconds : 0;
    return { rate, secondsLeft: total !== null && rate > 0 ? Math.max(0, total - done) / rate : null };
  }
}
