import { failureOf, type Failure } from '#contract/failure';

/** One cancelable task at a time, with its failure. */
export class CancelableTask {
  /** Description of the running task; null if none. */
  doing = $state<string | null>(null);
  failure = $state.raw<Failure | null>(null);
  #stop: AbortController | undefined;

  get busy(): boolean {
    return this.doing !== null;
  }

  /** Returns true if the task succeeded; a canceled one leaves no failure. */
  async run(doing: string, task: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
    if (this.busy) return false;
    const stop = (this.#stop = new AbortController());
    this.doing = doing;
    this.failure = null;
    try {
      await task(stop.signal);
      return !stop.signal.aborted;
    } catch (error) {
      if (!stop.signal.aborted) this.failure = failureOf(error);
      return false;
    } finally {
      if (this.#stop === stop) this.doing = null;
    }
  }

  /** Updates the description of a task with several steps. */
  step(doing: string): void {
    this.doing = doing;
  }

  /** Cancels at once without waiting for the service. */
  cancel(): void {
    this.#stop?.abort();
    this.#stop = undefined;
    this.doing = null;
  }

  clear(): void {
    this.failure = null;
  }
}
