import { copyText } from './copy-text';
import { Debounce } from './debounce';

/** Time for which a button says that its text was copied. */
const SHOWN_MS = 2_000;

/** Copies the text of one button, and says for a moment that it did. */
export class Copied {
  #isCopied = $state(false);
  #isRefused = $state(false);
  readonly #reset = new Debounce(SHOWN_MS);

  get isCopied(): boolean {
    return this.#isCopied;
  }

  /** True from a copy that the platform refused to the next one. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  copy(text: string): void {
    this.#isCopied = copyText(text);
    this.#isRefused = !this.#isCopied;
    if (this.#isCopied) this.#reset.call(() => (this.#isCopied = false));
  }
}
