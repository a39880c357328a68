import { failureOf, type Failure } from '#contract/failure';

/** One task at a time, with its failure. It can be canceled until its final step. */
export class CancelableTask {
  /** Description of the running task; null if none. */
  doing = $state<string | null>(null);
  failure = $state.raw<Failure | null>(null);
  #stop = $state.raw<AbortController>();
  #isFinalStep = $state(false);

  /** False during the final step, which saves something. */
  get canCancel(): boolean {
    return this.#stop !== undefined && !this.#isFinalStep;
  }

  get busy(): boolean {
    return this.doing !== null;
  }

  /** Returns true if the task succeeded; a canceled one leaves no failure. */
  async run(doing: string, task: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
    if (this.busy) return false;
    const stop = (this.#stop = new AbortController());
    this.doing = doing;
    this.failure = null;
    this.#isFinalStep = false;
    try {
      await task(stop.signal);
      return !stop.signal.aborted;
    } catch (error) {
      if (!stop.signal.aborted) this.failure = failureOf(error);
      return false;
    } finally {
      if (this.#stop === stop) {
        this.#stop = undefined;
        this.doing = null;
      }
    }
  }

  /** Begins the final step, which can't be canceled: what it saves could not be taken back. */
  finalStep(doing: string): void {
    this.doing = doing;
    this.#isFinalStep = true;
  }

  /** Cancels at once without waiting for the service; does nothing during the final step. */
  cancel(): void {
    if (!this.canCancel) return;
    this.#stop?.abort();
    this.#stop = undefined;
    this.doing = null;
  }

  clear(): void {
    this.failure = null;
  }
}
