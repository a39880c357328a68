import type { Clock } from '../service/clock';

export interface TakeUpParts {
  /** Gets a little readier for that; false: it can be done now. */
  readonly ready?: () => boolean;
  /** Lets the lists show what is stored. */
  readonly take: () => void;
  /** Milliseconds between two of these while much is being stored. */
  readonly every: () => number;
  /** Grows with everything that lists are asked for. */
  readonly asked: () => number;
  readonly clock: Clock;
}

/** Whoever has asked for nothing for this long reads, and no longer types or scrolls. */
const CALM_MS = 1_000;
/** Between two steps of getting ready, so that what people ask for comes in between. */
const BREATH_MS = 1;
/** However much somebody asks for, lists are never older than this. */
const OLDEST_MS = 10_000;

/**
 * When open lists take up what was stored. Putting a long list in order again takes time, so while much is stored they
 * do it now and then, and not under the hands of somebody who types or scrolls; the last of it is never left out.
 */
export class TakeUp {
  readonly #parts: TakeUpParts;
  #last = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | undefined;
  /** Lists take it up then, whatever is being asked for. */
  #latest = Number.POSITIVE_INFINITY;
  #stopped = false;
  /** It is being got ready. */
  #taking = false;
  /** What is told once it is taken up. */
  #then: (() => void)[] = [];

  constructor(parts: TakeUpParts) {
    this.#parts = parts;
  }

  /** More is being stored: lists take it up when their time has come and nobody asks for anything. */
  soon(): void {
    const { clock, every } = this.#parts;
    if (this.#stopped || this.#taking || this.#cancel) return;
    this.#latest = clock.now() + OLDEST_MS;
    this.#onceCalm(every());
  }

  /** Somebody waits to see it: now, unless lists took something up just before. */
  promptly(): void {
    if (this.#taking) return; // it will be among what is taken up
    const { clock, every } = this.#parts;
    const due = this.#last + every();
    if (due <= clock.now()) this.now();
    else if (!this.#stopped && due < this.#latest) {
      this.#latest = due;
      this.#cancel?.();
      this.#cancel = clock.after(due - clock.now(), () => this.now());
    }
  }

  /** As soon as it is ready; `then` is told after it. */
  now(then?: () => void): void {
    if (then) this.#then.push(then);
    if (this.#taking) return;
    this.#cancel?.();
    this.#latest = Number.POSITIVE_INFINITY;
    this.#take();
  }

  /** Takes up at once what somebody waits to be told after; nothing where nobody does. */
  finish(): void {
    if (this.#then.length > 0) this.#take(false);
  }

  /** Nothing is taken up any more. */
  stop(): void {
    this.#stopped = true;
    this.#cancel?.();
  }

  #take(patient = true): void {
    const { clock, ready, take } = this.#parts;
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#stopped) return;
    this.#taking = patient && ready?.() === true;
    if (this.#taking) {
      this.#cancel = clock.after(BREATH_MS, () => this.#take());
      return;
    }
    this.#last = clock.now();
    const told = this.#then;
    this.#then = [];
    try {
      take();
    } finally {
      for (const tell of told) tell();
    }
  }

  /** In so many milliseconds, if nothing was asked for in the last of them; otherwise as soon as nothing is. */
  #onceCalm(ms: number): void {
    const { clock, asked } = this.#parts;
    const calm = Math.min(CALM_MS, ms);
    this.#cancel = clock.after(ms - calm, () => {
      const before = asked();
      this.#cancel = clock.after(calm, () => {
        if (asked() === before || clock.now() >= this.#latest) this.now();
        else this.#onceCalm(CALM_MS);
      });
    });
  }
}
