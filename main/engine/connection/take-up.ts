import type { Clock } from '../service/clock';

export interface TakeUpParts {
  /** Lets the lists show what is stored. */
  readonly take: () => void;
  /** Milliseconds between two of these while much is being stored. */
  readonly every: () => number;
  readonly clock: Clock;
}

/**
 * When open lists take up what was stored. Putting a long list in order again takes time, so while much is stored they
 * do it now and then; the last of it is never left out.
 */
export class TakeUp {
  readonly #parts: TakeUpParts;
  #last = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | undefined;
  #stopped = false;

  constructor(parts: TakeUpParts) {
    this.#parts = parts;
  }

  /** More is being stored: lists take it up when their time has come. */
  soon(ms = this.#parts.every()): void {
    if (!this.#stopped) this.#cancel ??= this.#parts.clock.after(ms, () => this.now());
  }

  /** Somebody waits to see it: now, unless lists took something up just before. */
  promptly(): void {
    const { clock, every } = this.#parts;
    const due = this.#last + every() - clock.now();
    if (due <= 0) this.now();
    else this.soon(due);
  }

  now(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#stopped) return;
    this.#last = this.#parts.clock.now();
    this.#parts.take();
  }

  /** Nothing is taken up any more. */
  stop(): void {
    this.#stopped = true;
    this.#cancel?.();
  }
}
