import type { WorkSource } from './pending-work';
import { perConnection } from './per-connection';

/** Exports of a connection whose calls wait until the file is saved. */
export class AwaitedExports implements WorkSource {
  readonly #closed: AbortSignal;
  readonly #active = new Map<AbortController, Promise<unknown>>();

  /** `closed` is aborted when the connection closes. */
  constructor(closed: AbortSignal) {
    this.#closed = closed;
  }

  /** Runs an export until its file is saved. The signal is aborted if it has to end earlier. */
  async run<T>(save: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const stop = new AbortController();
    const work = save(AbortSignal.any([stop.signal, this.#closed]));
    this.#active.set(stop, work);
    try {
      return await work;
    } finally {
      this.#active.delete(stop);
    }
  }

  count(): number {
    return this.#active.size;
  }

  /** Cancels all; resolves when no partial file is left. */
  async end(): Promise<void> {
    const active = [...this.#active];
    for (const [stop] of active) stop.abort();
    await Promise.allSettled(active.map(([, work]) => work));
  }
}

/** The exports of an open connection whose calls wait for them. */
export const awaitedExportsOf = perConnection((opened) => {
  const exports = new AwaitedExports(opened.closed);
  opened.pendingWork.add('exports', exports);
  return exports;
});
