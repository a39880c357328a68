import { fail, type Failure } from '#contract/failure';

/** Holds back requests while the credential is refused, so that the user sees one prompt. */
export class CredentialGate {
  readonly #onClose: (problem: Failure) => void;
  #untilOpen: Promise<void> | undefined;
  #resolveOpen: (() => void) | undefined;
  /**
   * Counts openings, so that a late refusal of the old credential does not close the gate for the new one.
   */
  #generation = 0;

  constructor(onClose: (problem: Failure) => void) {
    this.#onClose = onClose;
  }

  /**
   * Waits until the gate is open; returns the generation needed to close it. Rejects with `canceled` when aborted.
   */
  async pass(signal: AbortSignal): Promise<number> {
    while (this.#untilOpen) await Promise.race([this.#untilOpen, aborted(signal)]);
    if (signal.aborted) throw fail('canceled');
    return this.#generation;
  }

  /** Closes the gate for a request that passed in `generation`. */
  close(generation: number, problem: Failure): void {
    if (generation !== this.#generation || this.#untilOpen) return;
    this.#untilOpen = new Promise((resolve) => {
      this.#resolveOpen = resolve;
    });
    this.#onClose(problem);
  }

  open(): void {
    if (!this.#untilOpen) return;
    this.#generation++;
    this.#untilOpen = undefined;
    this.#resolveOpen?.();
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((_, reject) => {
    const stop = (): void => reject(fail('canceled'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
