import { failureOf, type Failure } from '../../../preload/contract/failure';

/** One piece of work at a time, that can be stopped and whose failure is kept in words. */
export class Work {
  /** What is being done, in words; null: nothing. */
  doing = $state<string | null>(null);
  failure = $state.raw<Failure | null>(null);
  #stop: AbortController | undefined;

  get busy(): boolean {
    return this.doing !== null;
  }

  /** Answers whether it was carried out; a stopped one leaves no failure behind. */
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

  /** Says what goes on now, in a task of several steps. */
  step(doing: string): void {
    this.doing = doing;
  }

  /** Lets go at once; what the service still answers is not waited for. */
  cancel(): void {
    this.#stop?.abort();
    this.#stop = undefined;
    this.doing = null;
  }

  clear(): void {
    this.failure = null;
  }
}
