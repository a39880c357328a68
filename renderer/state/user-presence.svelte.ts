/** Time without input after which the user counts as away. */
const AWAY_MS = 5 * 60_000;
/** A pointer that only moves is left out: it also moves when someone bumps the desk. */
const INPUT_EVENTS = ['focus', 'keydown', 'pointerdown', 'wheel'] as const;

/**
 * Whether the user is at this window: by its focus when the component that creates this is, and by input since then.
 * A screen that stays open says nothing.
 */
export class UserPresence {
  /** Incremented when the user returns. */
  returns = $state(0);
  #lastInputAt = document.hasFocus() ? Date.now() : -Infinity;

  constructor() {
    $effect(() => {
      const stop = new AbortController();
      const options = { passive: true, signal: stop.signal };
      for (const event of INPUT_EVENTS) window.addEventListener(event, () => this.#onInput(), options);
      return () => stop.abort();
    });
  }

  get isPresent(): boolean {
    return Date.now() - this.#lastInputAt < AWAY_MS;
  }

  #onInput(): void {
    const hasReturned = !this.isPresent;
    this.#lastInputAt = Date.now();
    if (hasReturned) this.returns += 1;
  }
}
