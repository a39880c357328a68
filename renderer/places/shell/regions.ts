import { focusMain } from '../../kit/keep-focus';

/** The parts of the window that F6 goes through. What a screen has besides them is a part by itself. */
const PARTS = 'nav, main, [data-region], [role=grid], [role=listbox], main aside';
const LIST = '[role=grid], [role=listbox]';
const STOPS =
  'button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), a[href], [tabindex]';
/** What lies over the page keeps the keyboard until it is closed. */
const OVER = '[role=dialog], [role=alertdialog], [role=menu]';
/** Dialogs give the keyboard back a moment after they are gone. */
const LATER_MS = 40;
const TRIES = 12;

const lastUsed = new WeakMap<Element, HTMLElement>();

const inSight = (element: HTMLElement): boolean =>
  element.getClientRects().length > 0 && element.closest('[inert]') === null;

const partOf = (element: Element): Element | null => element.closest(PARTS);

/** Where the keyboard goes in a part: to the current place, where it was, to the part itself, or to a control of its own. */
function stopOf(part: HTMLElement): HTMLElement | null {
  const page = part.querySelector<HTMLElement>('[aria-current=page]');
  if (page && partOf(page) === part) return page;
  const used = lastUsed.get(part);
  if (used?.isConnected && partOf(used) === part && inSight(used)) return used;
  if (part.hasAttribute('tabindex')) return part;
  const stops = [...part.querySelectorAll<HTMLElement>(STOPS)].filter((stop) => partOf(stop) === part);
  const current = stops.find((stop) => stop.hasAttribute('aria-current') && stop.ariaCurrent !== 'false');
  return current ?? stops.find((stop) => stop.tabIndex >= 0 && inSight(stop)) ?? null;
}

interface Region {
  readonly part: HTMLElement;
  readonly stop: HTMLElement;
}
const isBefore = (one: Node, other: Node): boolean =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/** The parts that have something to stop at, in the order of the page: a screen’s own controls come after its bar. */
function regions(): Region[] {
  return [...document.querySelectorAll<HTMLElement>(PARTS)]
    .filter(inSight)
    .flatMap((part) => {
      const stop = stopOf(part);
      return stop ? [{ part, stop }] : [];
    })
    .toSorted((one, other) => (isBefore(one.stop, other.stop) ? -1 : 1));
}

/** Moves the keyboard to the region after (1) or before (-1). Answers whether it did: not out of a dialog. */
export function toRegion(step: -1 | 1): boolean {
  const active = document.activeElement;
  if (active?.closest(OVER)) return false;
  const part = active && partOf(active);
  if (part && active instanceof HTMLElement) lastUsed.set(part, active);
  const all = regions();
  const at = all.findIndex((region) => region.part === part);
  const next = at < 0 ? (step > 0 ? 0 : all.length - 1) : (at + step + all.length) % all.length;
  const to = all[next];
  to?.stop.focus();
  return to !== undefined;
}

/** Puts the keyboard into the list of a place; where it has none, on the place, from where Tab leads on. */
export function toContent(place: HTMLElement): void {
  const list = place.querySelector<HTMLElement>(LIST);
  if (list && inSight(list)) list.focus({ preventScroll: true });
  else focusMain(place);
}

/**
 * Somebody came to a place: the keyboard is in its list, once it is shown, unless the screen took it elsewhere, or they
 * stay in the sidebar because there is no list. Where what had the keyboard is gone, it is on the place meanwhile. The
 * answer stops waiting for a list, or for a dialog about to close.
 */
export function arrive(place: HTMLElement): () => void {
  const before = document.activeElement;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function look(tries: number): void {
    const active = document.activeElement;
    const isOver = Boolean(active?.closest(OVER));
    const list = isOver ? null : place.querySelector<HTMLElement>(LIST);
    const isLost = active === null || active === document.body;
    if (!list || !inSight(list)) {
      if (isLost && tries < TRIES) focusMain(place);
      if (tries > 0) timer = setTimeout(look, LATER_MS, tries - 1);
      return;
    }
    const stayed = active === before && active?.closest('nav') !== null;
    if (isLost || stayed || active === place.querySelector('main')) list.focus({ preventScroll: true });
  }
  timer = setTimeout(look, 0, TRIES);
  return () => clearTimeout(timer);
}
