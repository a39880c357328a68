import { isHeldPress } from './held-key';
import { focusDialogOrMain, isFocusKept } from './keep-focus';

const TABBABLE =
  'button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), a[href], summary, [tabindex]';
/** Overlays restore the focus themselves when they close. */
const OVERLAY = '[role=dialog], [role=alertdialog], [role=menu]';
/** The search for another control ends at the edge of these. */
const AREA = 'main, aside, nav, [role=dialog], [role=alertdialog]';
/** Time for a closing overlay or a new screen to set the focus itself. */
const OVERLAY_WAIT_MS = 200;

const isTabbable = (element: HTMLElement): boolean =>
  element.tabIndex >= 0 && element.closest('[inert]') === null && element.checkVisibility();

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Focuses a container that is not a control, until the focus leaves it. */
function focusArea(area: HTMLElement): void {
  if (!area.hasAttribute('tabindex')) {
    area.tabIndex = -1;
    area.addEventListener('blur', () => area.removeAttribute('tabindex'), { once: true });
  }
  area.focus({ preventScroll: true });
}

/** Ignores a held Enter or Space key, which would press the newly focused control. */
function ignoreHeldKey(): void {
  const stop = new AbortController();
  const { signal } = stop;
  const ignore = (event: KeyboardEvent) => {
    if (!isHeldPress(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('keydown', ignore, { capture: true, signal });
  addEventListener('keyup', () => stop.abort(), { capture: true, signal });
}

/**
 * Focuses the first control from `next` on, or else the last one, in the closest container that has any; not a
 * dialog's button such as "Send", which a second press of Enter would use, but the dialog.
 */
function focusNear(container: HTMLElement, next: Node | null): void {
  const dialog = container.closest<HTMLElement>(OVERLAY);
  for (let scope: HTMLElement | null = container; scope; scope = scope.parentElement) {
    const stops = [...scope.querySelectorAll<HTMLElement>(TABBABLE)].filter(isTabbable);
    const isAtOrAfterNext = (stop: HTMLElement) =>
      next?.isConnected === true &&
      (stop === next || (next.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0);
    const target = stops.find(isAtOrAfterNext) ?? stops.at(-1);
    if (target && dialog && target.closest('footer')) focusArea(dialog);
    else if (target) target.focus();
    else if (scope.matches(AREA)) focusArea(scope);
    else continue;
    ignoreHeldKey();
    return;
  }
}

/**
 * Keeps the keyboard focus in the page: when the focused control disappears, the nearest one gets the focus;
 * when it is disabled, its area has the focus until it is enabled again. Returns a function that stops it.
 */
export function keepFocusInPage(): () => void {
  /** The focused control and its ancestors, innermost first. */
  let path: readonly HTMLElement[] = [];
  let isStopped = false;
  const observer = new MutationObserver((records) => {
    const [control] = path;
    if (!control) return;
    if (control.isConnected) {
      if (control.matches(':disabled')) setTimeout(() => focusAreaOf(control), 0);
      else if (document.activeElement === areaFor.get(control)) control.focus();
      return;
    }
    const previousPath = path;
    path = [];
    observer.disconnect();
    const index = previousPath.findIndex((element) => element.isConnected);
    const container = previousPath[index] ?? document.body;
    const removed = index < 0 ? previousPath : previousPath.slice(0, index);
    const removal = records.find(
      ({ target, removedNodes }) =>
        target === container && [...removedNodes].some((node) => removed.includes(node as HTMLElement)),
    );
    const next = removal?.nextSibling ?? null;
    if (removed.some((element) => element.matches(`main, ${OVERLAY}`)))
      setTimeout(() => isLost() && !isStopped && focusDialogOrMain(), OVERLAY_WAIT_MS);
    else {
      const focusNearest = () => isLost() && container.isConnected && focusNear(container, next);
      // At once in a dialog, which would otherwise focus its first control, usually its close button.
      if (container.closest(OVERLAY) && !isFocusKept(container)) focusNearest();
      else setTimeout(focusNearest, 0);
    }
  });
  /** The areas that have the focus for a disabled control. */
  const areaFor = new WeakMap<HTMLElement, HTMLElement>();

  function focusAreaOf(control: HTMLElement): void {
    const area = control.closest<HTMLElement>(AREA);
    if (!area || !control.matches(':disabled')) return;
    if (!isLost() && document.activeElement !== control) return;
    areaFor.set(control, area);
    const savedPath = path;
    focusArea(area);
    path = savedPath; // still watched, so that it gets the focus back
    watchPath();
  }

  function watchPath(): void {
    observer.disconnect();
    const watched = { childList: true, attributes: true, attributeFilter: ['disabled'] };
    for (const element of path) observer.observe(element, watched);
    observer.observe(document.body, { childList: true });
  }

  function onfocusin({ target }: FocusEvent): void {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    const newPath: HTMLElement[] = [];
    for (
      let element: HTMLElement | null = target;
      element && element !== document.body;
      element = element.parentElement
    )
      newPath.push(element);
    path = newPath;
    watchPath();
  }

  document.addEventListener('focusin', onfocusin);
  return () => {
    isStopped = true;
    observer.disconnect();
    document.removeEventListener('focusin', onfocusin);
  };
}
