/** Runs tasks one after the other. A failed task does not affect the next one. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => undefined); // reported to the caller
    return result;
  }

  /** Resolves when all tasks so far have ended. */
  async settled(): Promise<void> {
    await this.#last;
  }
}
