/** A value that others follow: each follower gets the newest value, never a backlog of old ones. */
export class Observable<T> {
  #value: T;
  #wake = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set(value: T): void {
    this.#value = value;
    for (const wake of [...this.#wake]) wake();
  }

  update(change: (value: T) => T): void {
    this.set(change(this.#value));
  }

  /** The present value, then the newest one after each change, at most one every `pauseMs`. Ends with `signal`. */
  async *follow(signal?: AbortSignal, pauseMs = 0): AsyncGenerator<T, void, void> {
    let stale = true;
    let wake: (() => void) | undefined;
    const notice = () => {
      stale = true;
      wake?.();
    };
    this.#wake.add(notice);
    signal?.addEventListener('abort', notice);
    try {
      while (!signal?.aborted) {
        if (!stale) await new Promise<void>((resolve) => (wake = resolve));
        wake = undefined;
        if (signal?.aborted) return;
        stale = false;
        yield this.#value;
        if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    } finally {
      this.#wake.delete(notice);
      signal?.removeEventListener('abort', notice);
    }
  }
}

/** Events that are not states: each follower gets every one, in order. */
export class Events<T> {
  #followers = new Set<(event: T) => void>();

  emit(event: T): void {
    for (const follower of this.#followers) follower(event);
  }

  async *follow(signal?: AbortSignal): AsyncGenerator<T, void, void> {
    const queue: T[] = [];
    let wake: (() => void) | undefined;
    const notice = (event: T) => {
      queue.push(event);
      wake?.();
    };
    const stop = () => wake?.();
    this.#followers.add(notice);
    signal?.addEventListener('abort', stop);
    try {
      while (!signal?.aborted) {
        const next = queue.shift();
        if (next !== undefined) yield next;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      this.#followers.delete(notice);
      signal?.removeEventListener('abort', stop);
    }
  }
}
