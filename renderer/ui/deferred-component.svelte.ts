import type { Component } from 'svelte';
import { failureOf } from '#contract/failure';
import { noteUnexpected } from './unexpected';

export type LoadComponent<Props extends object> = () => Promise<{ readonly default: Component<Props> }>;

/** Failures that were logged: each component of a missing file fails with the same one, and again when it is shown. */
const logged = new Set<string>();

/** The code of a component that the first paint does not need. */
export class DeferredComponent<Props extends object> {
  /** Null until it is loaded. */
  component = $state.raw<Component<Props> | null>(null);
  /** Why it could not be loaded. */
  failure: string | null = $state.raw(null);
  readonly #import: LoadComponent<Props>;
  #loading: Promise<void> | null = null;

  constructor(load: LoadComponent<Props>) {
    this.#import = load;
  }

  /** Loads the code unless it is loaded or being loaded. Never rejects: `failure` says why it failed. */
  load(): Promise<void> {
    if (this.component) return Promise.resolve();
    this.#loading ??= this.#load().finally(() => (this.#loading = null));
    return this.#loading;
  }

  async #load(): Promise<void> {
    try {
      this.component = (await this.#import()).default;
    } catch (error) {
      const failure = failureOf(error);
      this.failure = failure.cause ?? failure.kind;
      if (!logged.has(this.failure)) noteUnexpected(failure);
      logged.add(this.failure);
    }
  }
}
