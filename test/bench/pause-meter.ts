import { setImmediate as turn } from 'node:timers/promises';

/** Measures the longest time that work runs without a pause. */
export class PauseMeter {
  /** Milliseconds. */
  longest = 0;
  #since = performance.now();

  /** Starts to measure: what came before is not counted. */
  start(): void {
    this.#since = performance.now();
  }

  readonly pause = async (): Promise<void> => {
    this.longest = Math.max(this.longest, performance.now() - this.#since);
    await turn();
    this.start();
  };
}
