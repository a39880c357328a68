import { focusMain, visibleListIn } from '../../ui/keep-focus';

/** The regions that F6 cycles through; a screen adds its own with `data-region`. */
const REGIONS = 'nav, main, [data-region], [role=grid], [role=listbox], main aside';
const STOPS =
  'button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), a[href], [tabindex]';
/** Overlays keep the focus until they are closed. */
const OVERLAYS = '[role=dialog], [role=alertdialog], [role=menu]';
/** Time between two tries to focus the list; a closing dialog restores the focus before the second one. */
const RETRY_MS = 40;
/** Further tries: the list is awaited for about half a second. */
const MAX_TRIES = 12;

const lastUsed = new WeakMap<Element, HTMLElement>();

const isVisible = (element: HTMLElement): boolean =>
  element.getClientRects().length > 0 && element.closest('[inert]') === null;

const regionOf = (element: Element): Element | null => element.closest(REGIONS);

/**
 * Returns the element to focus in a region: the current item, the last focused one, the region itself, or a
 * control.
 */
function focusTargetIn(region: HTMLElement): HTMLElement | null {
  const page = region.querySelector<HTMLElement>('[aria-current=page]');
  if (page && regionOf(page) === region) return page;
  const used = lastUsed.get(region);
  if (used?.isConnected && regionOf(used) === region && isVisible(used)) return used;
  if (region.hasAttribute('tabindex')) return region;
  const stops = [...region.querySelectorAll<HTMLElement>(STOPS)].filter((stop) => regionOf(stop) === region);
  const current = stops.find((stop) => stop.hasAttribute('aria-current') && stop.ariaCurrent !== 'false');
  return current ?? stops.find((stop) => stop.tabIndex >= 0 && isVisible(stop)) ?? null;
}

interface Region {
  readonly region: HTMLElement;
  readonly stop: HTMLElement;
}
const isBefore = (a: Node, b: Node): boolean =>
  (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/** Returns focusable regions in the order of what gets their focus: `main`, which contains others, may come later. */
function regions(): Region[] {
  return [...document.querySelectorAll<HTMLElement>(REGIONS)]
    .filter(isVisible)
    .flatMap((region) => {
      const stop = focusTargetIn(region);
      return stop ? [{ region, stop }] : [];
    })
    .toSorted((a, b) => (isBefore(a.stop, b.stop) ? -1 : 1));
}

/** Moves the focus to the next (1) or previous (-1) region. Returns false within an overlay, or without regions. */
export function focusRegion(step: -1 | 1): boolean {
  const active = document.activeElement;
  if (active?.closest(OVERLAYS)) return false;
  const region = active && regionOf(active);
  if (region && active instanceof HTMLElement) lastUsed.set(region, active);
  const all = regions();
  const current = all.findIndex(({ region: element }) => element === region);
  const next = current < 0 ? (step > 0 ? 0 : all.length - 1) : (current + step + all.length) % all.length;
  const target = all[next];
  target?.stop.focus();
  return target !== undefined;
}

/** Focuses the list of the content, or without one the content itself, from where Tab continues. */
export function focusContent(content: HTMLElement): void {
  const list = visibleListIn(content);
  if (list) list.focus({ preventScroll: true });
  else focusMain(content);
}

/**
 * Focuses the list of the content once it is shown, unless the screen has moved the focus elsewhere. Until
 * then, the content gets the focus if the focused element was removed, or if a new screen was not opened by the
 * focused button of the sidebar; otherwise the focus stays. The returned function stops waiting for a list or for a
 * closing dialog.
 */
export function focusOnArrival(content: HTMLElement, isNewScreen = false): () => void {
  const initialFocus = document.activeElement;
  /** True if a closing dialog may still move the focus to where it was. */
  const isDialogClosing = isNowhere(initialFocus) || Boolean(initialFocus?.closest(OVERLAYS));
  let canLeaveSidebar = isNewScreen;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function focusList(triesLeft: number): void {
    const active = document.activeElement;
    const isInOverlay = Boolean(active?.closest(OVERLAYS));
    const list = isInOverlay ? null : visibleListIn(content);
    const isUnmoved = active === initialFocus || isDialogClosing;
    const isLeft =
      isNowhere(active) ||
      (canLeaveSidebar && isUnmoved && active !== null && isOnOtherScreen(active, content));
    if (!list) {
      if (isLeft && triesLeft < MAX_TRIES) {
        canLeaveSidebar = false;
        focusMain(content);
      }
      if (triesLeft > 0) timer = setTimeout(focusList, RETRY_MS, triesLeft - 1);
      return;
    }
    const stayed = active === initialFocus && active?.closest('nav') !== null;
    // The content has the focus if its screen was still being loaded.
    const isOnScreen = active === content || active === content.querySelector('main');
    if (isLeft || stayed || isOnScreen) list.focus({ preventScroll: true });
  }
  timer = setTimeout(focusList, 0, MAX_TRIES);
  return () => clearTimeout(timer);
}

const isNowhere = (element: Element | null): boolean => element === null || element === document.body;

/** True for a control of the sidebar other than the current screen's button. */
const isOnOtherScreen = (element: Element, content: HTMLElement): boolean =>
  !content.contains(element) &&
  element.closest('nav') !== null &&
  !element.closest(OVERLAYS) &&
  element.getAttribute('aria-current') !== 'page';
