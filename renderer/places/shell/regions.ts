/** The parts of the window that F6 goes through, in the order of the page. A screen without any is one by itself. */
const PARTS = 'nav[aria-label="Places"], [data-region], [role=grid], main aside, main [role=listbox]';
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

function regions(): HTMLElement[] {
  const parts = [...document.querySelectorAll<HTMLElement>(`${PARTS}, main`)];
  return parts.filter(
    (part) => inSight(part) && !(part.tagName === 'MAIN' && part.querySelector(PARTS)) && stopOf(part),
  );
}

/** Where the keyboard goes in a region: where it was, the current place, the region itself, or its first control. */
function stopOf(region: HTMLElement): HTMLElement | null {
  const used = lastUsed.get(region);
  if (used?.isConnected && region.contains(used) && inSight(used)) return used;
  const current = region.querySelector<HTMLElement>('[aria-current]');
  if (current) return current;
  if (region.hasAttribute('tabindex')) return region;
  const stops = [...region.querySelectorAll<HTMLElement>(STOPS)];
  return stops.find((stop) => stop.tabIndex >= 0 && inSight(stop)) ?? null;
}

/** Moves the keyboard to the region after (1) or before (-1). Answers whether it did: not out of a dialog. */
export function toRegion(step: -1 | 1): boolean {
  const active = document.activeElement;
  if (active?.closest(OVER)) return false;
  const all = regions();
  const at = all.findLastIndex((region) => region.contains(active));
  const from = all[at];
  if (from && active instanceof HTMLElement) lastUsed.set(from, active);
  const next = at < 0 ? (step > 0 ? 0 : all.length - 1) : (at + step + all.length) % all.length;
  const to = all[next];
  if (!to) return false;
  stopOf(to)?.focus();
  return true;
}

/** Puts the keyboard into the list of a place; where it has none, on the place, from where Tab leads on. */
export function toContent(place: HTMLElement): void {
  const list = place.querySelector<HTMLElement>(LIST);
  if (list && inSight(list)) {
    list.focus({ preventScroll: true });
    return;
  }
  const main = place.querySelector('main') ?? place;
  main.tabIndex = -1;
  main.addEventListener('blur', () => main.removeAttribute('tabindex'), { once: true });
  main.focus();
}

/**
 * Somebody came to a place: the keyboard is in its list, unless the screen took it elsewhere, or they stay in the
 * sidebar because there is no list. The answer stops waiting for a dialog that is about to close.
 */
export function arrive(place: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function look(tries: number): void {
    const active = document.activeElement;
    if (active?.closest(OVER)) {
      if (tries > 0) timer = setTimeout(look, LATER_MS, tries - 1);
      return;
    }
    const list = place.querySelector<HTMLElement>(LIST);
    const free = active === null || active === document.body || active.closest('nav') !== null;
    if (list && free && inSight(list)) list.focus({ preventScroll: true });
  }
  timer = setTimeout(look, 0, TRIES);
  return () => clearTimeout(timer);
}
