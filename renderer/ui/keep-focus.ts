import { topDialog } from './inert-behind-dialog';

const keptAreas = new WeakSet<Element>();
/** The area whose focused button disappeared behind the open dialog; it gets the focus when the dialog closes. */
let areaBehindDialog: HTMLElement | null = null;

/** True if an area with `keepFocus` contains the element, or is the element. */
export function isFocusKept(element: Element | null): boolean {
  for (let area = element; area; area = area.parentElement) if (keptAreas.has(area)) return true;
  return false;
}

const isBehindDialog = (area: HTMLElement): boolean =>
  [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].some(
    (dialog) => !dialog.contains(area),
  );

/**
 * For an area whose buttons disappear when used, such as an address's remove button: the focus moves to the
 * area itself, from where Tab continues, and not to the next button, which a held Enter key would press.
 */
export function keepFocus(area: HTMLElement): () => void {
  let focused: EventTarget | null = null;
  const rememberFocus = ({ target }: FocusEvent) => (focused = target);
  const observer = new MutationObserver(() => {
    if (!(focused instanceof Node) || focused.isConnected) return;
    focused = null;
    if (document.activeElement === document.body) area.focus();
    // Behind a dialog it is inert, and cannot be focused yet.
    if (document.activeElement !== area && isBehindDialog(area)) areaBehindDialog = area;
  });
  keptAreas.add(area);
  area.tabIndex = -1;
  area.addEventListener('focusin', rememberFocus);
  observer.observe(area, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
    area.removeEventListener('focusin', rememberFocus);
  };
}

/** Focuses the screen as a whole, from where Tab continues. */
export function focusMain(within: HTMLElement = document.body): void {
  const main = within.querySelector('main') ?? within;
  if (main === document.body) return; // it is focused whenever nothing else is
  main.tabIndex = -1;
  main.addEventListener('blur', () => main.removeAttribute('tabindex'), { once: true });
  main.focus({ preventScroll: true });
}

/** Focuses the dialog that is still open, or without one the screen as a whole: it is inert behind a dialog. */
export function focusDialogOrMain(): void {
  const dialog = topDialog();
  if (dialog) dialog.focus({ preventScroll: true });
  else focusMain();
}

/** The first list in an area, if it is visible and not behind a dialog. */
export function visibleListIn(area: ParentNode): HTMLElement | null {
  const list = area.querySelector<HTMLElement>('[role=grid], [role=listbox]');
  return list && list.getClientRects().length > 0 && list.closest('[inert]') === null ? list : null;
}

/** Time until a closing dialog has restored the focus. */
const RESTORE_FOCUS_MS = 80;

let restored = Promise.resolve();

/** Focuses the screen, or a dialog below, after a dialog if the element that opened the dialog was removed or disabled. */
export function keepFocusAfterDialog(): void {
  restored = new Promise((resolve) => {
    setTimeout(() => {
      restoreFocus();
      resolve();
    }, RESTORE_FOCUS_MS);
  });
}

function restoreFocus(): void {
  const area = areaBehindDialog;
  areaBehindDialog = null;
  if (document.activeElement !== document.body) return;
  if (area?.isConnected) area.focus();
  else focusDialogOrMain();
}

/** Resolves once the focus has been restored after the last dialog that closed. */
export const focusRestored = (): Promise<void> => restored;
