import { SvelteMap } from 'svelte/reactivity';
import { SHOWN_MS } from '../../../preload/contract/calls/tax-ids';
import type { Presence } from '../../../preload/contract/calls/desktop';

const KEY = 'tax-ids-hide-on-blur';

/** Whether plain values are hidden when another window comes to the front; so unless somebody has said otherwise. */
class HideOnBlur {
  #on = $state(localStorage.getItem(KEY) !== 'no');
  get on(): boolean {
    return this.#on;
  }
  set on(on: boolean) {
    this.#on = on;
    localStorage.setItem(KEY, on ? 'yes' : 'no');
  }
}
export const hideOnBlur = new HideOnBlur();

/** The plain values that are in sight, and for how much longer. They are nowhere else in the window. */
export class Shown {
  readonly #values = new SvelteMap<number, string>();
  /** Whole seconds until they are hidden. */
  secondsLeft = $state(0);
  /** Grows when values are hidden because nobody may be at the screen: what was asked for before is not shown after. */
  moment = 0;
  #until = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** `onhide` is told each time values went out of sight. */
  constructor(private readonly onhide: () => void = () => undefined) {}

  get count(): number {
    return this.#values.size;
  }

  at(index: number): string | undefined {
    return this.#values.get(index);
  }

  show(values: readonly { readonly index: number; readonly value: string }[]): void {
    for (const { index, value } of values) this.#values.set(index, value);
    if (this.#values.size === 0) return;
    this.#until = Date.now() + SHOWN_MS;
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#tick(), 250);
    this.#tick();
  }

  hide(): void {
    clearInterval(this.#timer);
    this.secondsLeft = 0;
    if (this.#values.size === 0) return;
    this.#values.clear();
    this.onhide();
  }

  /** Nobody, or somebody else, may be at the screen. */
  presence(moment: Presence): void {
    if (moment !== 'lock' && !(moment === 'blur' && hideOnBlur.on)) return;
    this.moment += 1;
    this.hide();
  }

  #tick(): void {
    const left = this.#until - Date.now();
    if (left <= 0) this.hide();
    else this.secondsLeft = Math.ceil(left / 1000);
  }
}
