import { untrack } from 'svelte';
import { failureOf, type Failure } from '#contract/failure';

/**
 * Calls `act` now and whenever the state that `read` reads changes. Only `read` is tracked, so `act` may read
 * and write any state. A function returned by `act` cleans up before the next call.
 */
export function watch<T>(read: () => T, act: (value: T) => void | (() => void)): void {
  $effect(() => {
    const value = read();
    return untrack(() => act(value));
  });
}

/** Calls `act` as `watch` does, with a signal that aborts before the next call. */
export function watchStream<T>(read: () => T, act: (value: T, signal: AbortSignal) => void): void {
  watch(read, (value) => {
    const stop = new AbortController();
    act(value, stop.signal);
    return () => stop.abort();
  });
}

/** The response to a request that is sent again whenever `read` changes; late responses are dropped. */
export class LatestResponse<Q, A> {
  #value = $state.raw<A | null>(null);
  #failure = $state.raw<Failure | null>(null);

  constructor(read: () => Q, send: (request: Q) => Promise<A>, onFailure?: (error: unknown) => void) {
    watch(read, (request) => {
      let isLate = false;
      send(request).then(
        (response) => {
          if (isLate) return;
          this.#value = response;
          this.#failure = null;
        },
        (error: unknown) => {
          if (isLate) return;
          this.#failure = failureOf(error);
          onFailure?.(error);
        },
      );
      return () => {
        isLate = true;
      };
    });
  }

  /** Null before the first response; the previous response while the next one is on its way. */
  get value(): A | null {
    return this.#value;
  }

  /** Why the latest request failed; null after a response. */
  get failure(): Failure | null {
    return this.#failure;
  }
}
