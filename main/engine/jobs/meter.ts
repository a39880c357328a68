import type { Clock } from '../service/clock';

/** The rate is that of the last seconds: a slow start must not darken the forecast for long. */
const WINDOW_MS = 5_000;

/** How fast something gets on. */
export class Meter {
  readonly #clock: Clock;
  readonly #samples: { readonly at: number; readonly done: number }[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Begins, or starts over, with so much done already. */
  begin(done: number): void {
    this.#samples.length = 0;
    this.#samples.push({ at: this.#clock.now(), done });
  }

  /** So much is done now. Answers the rate in units a second, and the seconds left; null where nothing can be said. */
  at(done: number, total: number | null): { rate: number; secondsLeft: number | null } {
    const now = this.#clock.now();
    const samples = this.#samples;
    samples.push({ at: now, done });
    while (samples.length > 2 && (samples[0]?.at ?? now) < now - WINDOW_MS) samples.shift();
    const first = samples[0] ?? { at: now, done };
    const seconds = (now - first.at) / 1000;
    const rate = seconds > 0 ? (done - first.done) / seconds : 0;
    return { rate, secondsLeft: total !== null && rate > 0 ? Math.max(0, total - done) / rate : null };
  }
}
