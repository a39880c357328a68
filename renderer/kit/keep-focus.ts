/**
 * For a part of the page whose buttons go with what they did, such as the cross of an address: the focus then waits on
 * the part itself, from where Tab leads on. Not on the next button, which Enter held down would press.
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

/** Puts the focus on the screen as a whole, from where Tab leads on. */
export function focusMain(within: HTMLElement = document.body): void {
  const main = within.querySelector('main') ?? within;
  main.tabIndex = -1;
  main.addEventListener('blur', () => main.removeAttribute('tabindex'), { once: true });
  main.focus({ preventScroll: true });
}

/** A dialog gives the focus back a moment after it is gone. */
const LATER_MS = 80;

/** After a dialog: what opened it may be gone or disabled by what was done; the focus is then on the screen. */
export function keepAfterDialog(): void {
  setTimeout(() => {
    if (document.activeElement === document.body) focusMain();
  }, LATER_MS);
}
