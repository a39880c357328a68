/** Memoizes the result of the latest key. A promise that fails is forgotten, so that the next call tries again. */
export class LatestResult<T> {
  #latest: { readonly key: string | number; readonly result: T } | undefined;

  get(key: string | number, compute: () => T): T {
    if (this.#latest?.key === key) return this.#latest.result;
    const latest = { key, result: compute() };
    this.#latest = latest;
    if (latest.result instanceof Promise)
      latest.result.catch(() => {
        if (this.#latest === latest) this.forget();
      });
    return latest.result;
  }

  forget(): void {
    this.#latest = undefined;
  }
}
