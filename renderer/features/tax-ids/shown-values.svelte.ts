import { REVEAL_MS } from '#contract/features/tax-ids/schemas';
import type { Presence } from '#contract/calls/desktop';

const STORAGE_KEY = 'tax-ids-hide-on-blur';

/** Whether plain values are hidden when another window gets the focus; on by default. */
class HideOnBlur {
  #on = $state(localStorage.getItem(STORAGE_KEY) !== 'no');
  get on(): boolean {
    return this.#on;
  }
  set on(on: boolean) {
    this.#on = on;
    localStorage.setItem(STORAGE_KEY, on ? 'yes' : 'no');
  }
}
export const hideOnBlur = new HideOnBlur();

/** The values in view: one line or all, and the ID of their isolated page. */
export interface ValuesInView {
  readonly pageId: string;
  readonly line: number | 'all';
  readonly count: number;
}

/**
 * Which plain values are in view, and for how long. The values themselves are in an isolated page and
 * process.
 */
export class ShownValues {
  inView = $state.raw<ValuesInView | null>(null);
  /** Whole seconds until they are hidden. */
  secondsLeft = $state(0);
  /**
   * Incremented when values are hidden before their time is over: values requested before are not shown after that.
   */
  hideCount = 0;
  #hideAt = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  readonly #onhide: () => void;

  /** `onhide` is called each time values were hidden. */
  constructor(onhide: () => void = () => undefined) {
    this.#onhide = onhide;
  }

  get count(): number {
    return this.inView?.count ?? 0;
  }

  show(values: ValuesInView): void {
    this.inView = values;
    this.#hideAt = Date.now() + REVEAL_MS;
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#tick(), 250);
    this.#tick();
  }

  /** Hides the values in view, and those that are being requested. */
  hide(): void {
    this.hideCount += 1;
    this.#hideInView();
  }

  #hideInView(): void {
    clearInterval(this.#timer);
    this.secondsLeft = 0;
    if (this.inView === null) return;
    this.inView = null;
    this.#onhide();
  }

  /** Hides the values when the screen locks, or when another window gets the focus if that setting is on. */
  onPresence(event: Presence): void {
    if (event !== 'lock' && !(event === 'blur' && hideOnBlur.on)) return;
    this.hide();
  }

  #tick(): void {
    const left = this.#hideAt - Date.now();
    if (left <= 0) this.#hideInView();
    else this.secondsLeft = Math.ceil(left / 1000);
  }
}
