/**
 * For an area whose buttons disappear when used, such as an address's remove button: the focus moves to the
 * area itself, from where Tab continues, and not to the next button, which a held Enter key would press.
 */
export function keepFocus(part: HTMLElement): () => void {
  let held: EventTarget | null = null;
  const hold = ({ target }: FocusEvent) => (held = target);
  const observer = new MutationObserver(() => {
    if (!(held instanceof Node) || held.isConnected) return;
    held = null;
    if (document.activeElement === document.body) part.focus();
  });
  part.tabIndex = -1;
  part.addEventListener('focusin', hold);
  observer.observe(part, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
    part.removeEventListener('focusin', hold);
  };
}

/** Focuses the screen as a whole, from where Tab continues. */
export function focusMain(within: HTMLElement = document.body): void {
  const main = within.querySelector('main') ?? within;
  main.tabIndex = -1;
  main.addEventListener('blur', () => main.removeAttribute('tabindex'), { once: true });
  main.focus({ preventScroll: true });
}

/** Time until a closing dialog has restored the focus. */
const RESTORE_FOCUS_MS = 80;

/** Call after a dialog: if the element that opened it is gone or disabled, the screen gets the focus. */
export function keepAfterDialog(): void {
  setTimeout(() => {
    if (document.activeElement === document.body) focusMain();
  }, RESTORE_FOCUS_MS);
}
