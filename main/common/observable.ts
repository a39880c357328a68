/** A value with followers. Each follower receives the latest value, never a backlog. */
export class Observable<T> {
  #value: T;
  #notifiers = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set(value: T): void {
    this.#value = value;
    for (const notify of [...this.#notifiers]) notify();
  }

  update(change: (value: T) => T): void {
    this.set(change(this.#value));
  }

  /**
   * Yields the current value, then the latest one after each change, at most one per `pauseMs`. Ends with
   * `signal`.
   */
  async *follow(signal?: AbortSignal, pauseMs = 0): AsyncGenerator<T, void, void> {
    let isStale = true;
    let wake: (() => void) | undefined;
    const notify = () => {
      isStale = true;
      wake?.();
    };
    this.#notifiers.add(notify);
    signal?.addEventListener('abort', notify);
    try {
      while (!signal?.aborted) {
        if (!isStale) await new Promise<void>((resolve) => (wake = resolve));
        wake = undefined;
        if (signal?.aborted) return;
        isStale = false;
        yield this.#value;
        if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    } finally {
      this.#notifiers.delete(notify);
      signal?.removeEventListener('abort', notify);
    }
  }
}

/** A stream of events. Each follower receives every event, in order. */
export class Events<T> {
  #followers = new Set<(event: T) => void>();

  emit(event: T): void {
    for (const follower of this.#followers) follower(event);
  }

  /** Calls the listener at every event, until the signal aborts. */
  on(listener: (event: T) => void, until?: AbortSignal): void {
    this.#followers.add(listener);
    until?.addEventListener('abort', () => this.#followers.delete(listener));
  }

  async *follow(signal?: AbortSignal): AsyncGenerator<T, void, void> {
    const queue: T[] = [];
    let wake: (() => void) | undefined;
    const notify = (event: T) => {
      queue.push(event);
      wake?.();
    };
    const stop = () => wake?.();
    this.#followers.add(notify);
    signal?.addEventListener('abort', stop);
    try {
      while (!signal?.aborted) {
        const next = queue.shift();
        if (next !== undefined) yield next;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      this.#followers.delete(notify);
      signal?.removeEventListener('abort', stop);
    }
  }
}
