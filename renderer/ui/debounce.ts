/** Calls `then` after a delay. The returned function cancels the call. */
export type CallAfterDelay = (ms: number, then: () => void) => () => void;

export const callAfterDelay: CallAfterDelay = (ms, then) => {
  const timer = setTimeout(then, ms);
  return () => clearTimeout(timer);
};

/** Runs the last of several calls, once none has followed for `ms`. */
export class Debounce {
  readonly #ms: number;
  readonly #callLater: CallAfterDelay;
  #cancelPending: (() => void) | undefined;

  constructor(ms: number, callLater: CallAfterDelay = callAfterDelay) {
    this.#ms = ms;
    this.#callLater = callLater;
  }

  call(then: () => void): void {
    this.cancel();
    this.#cancelPending = this.#callLater(this.#ms, then);
  }

  /** Cancels the pending call, if any. */
  cancel(): void {
    this.#cancelPending?.();
    this.#cancelPending = undefined;
  }
}
