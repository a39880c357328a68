import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { focusOnArrival, focusRegion } from '../../../renderer/app/shell/regions';

const SIDEBAR = `<nav aria-label="Screens"><button>Today</button><button aria-current="page">Here</button></nav>`;

beforeEach(() => {
  // jsdom has no layout: without a box, every element would count as hidden.
  vi.spyOn(HTMLElement.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  document.body.innerHTML = '';
});

/** Presses F6 in this HTML, or Shift+F6 for step -1; returns the label that has the focus after every press. */
function walk(html: string, times: number, step: 1 | -1 = 1): (string | null | undefined)[] {
  document.body.innerHTML = html;
  return Array.from({ length: times }, () => {
    focusRegion(step);
    return document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
  });
}

it('moves from the sidebar to a screen whose toolbar has only a title', () => {
  const page = `${SIDEBAR}<main><header data-region><h1 tabindex="-1">Today</h1></header><button>All findings</button></main>`;
  expect(walk(page, 3)).toEqual(['Here', 'All findings', 'Here']);
  expect(walk(page, 2, -1)).toEqual(['All findings', 'Here']);
});

it('moves through toolbar, controls, list and panel in page order', () => {
  const list = `${SIDEBAR}<main><header data-region><button>Filter</button></header><button>Clear all</button>
    <div role="grid" tabindex="0" aria-label="Accounts"></div><aside aria-label="Record"><button>Edit</button></aside></main>`;
  expect(walk(list, 5)).toEqual(['Here', 'Filter', 'Clear all', 'Accounts', 'Edit']);
});

it('reaches the footer of a list, even while it has no controls', () => {
  const list = `${SIDEBAR}<main><div role="grid" tabindex="0" aria-label="Accounts"></div>
    <footer data-region tabindex="-1" aria-label="Status">2,000 accounts</footer></main>`;
  expect(walk(list, 4)).toEqual(['Here', 'Accounts', 'Status', 'Here']);
});

it('returns to the last used control, and in the sidebar to the current screen', () => {
  const page = `${SIDEBAR}<main><button>One</button><button>Two</button></main>`;
  document.body.innerHTML = page;
  const [today, , , second] = document.querySelectorAll('button');
  second?.focus();
  focusRegion(1);
  expect(document.activeElement?.textContent).toBe('Here');
  today?.focus();
  focusRegion(1);
  expect(document.activeElement).toBe(second);
  focusRegion(1);
  expect(document.activeElement?.textContent).toBe('Here');
});

it('stays in a dialog', () => {
  document.body.innerHTML = `${SIDEBAR}<main><button>One</button></main><div role="dialog"><button>OK</button></div>`;
  document.querySelectorAll('button')[3]?.focus();
  expect(focusRegion(1)).toBe(false);
  expect(document.activeElement?.textContent).toBe('OK');
});

it('focuses a list that appears after its screen, unless the user moved focus', () => {
  vi.useFakeTimers();
  document.body.innerHTML = `${SIDEBAR}<div id="content"><main></main></div>`;
  const region = document.querySelector<HTMLElement>('#content');
  const main = document.querySelector('main');
  const [today, current] = document.querySelectorAll('button');
  if (!region || !main) throw new Error('the page has no region');
  const showList = () => (main.innerHTML = '<div role="grid" tabindex="0" aria-label="Findings"></div>');

  // It looks for the list every 40 ms: so at 80 and 120 ms, before and after the list appears.
  current?.focus();
  const stop = focusOnArrival(region);
  vi.advanceTimersByTime(90);
  showList();
  vi.advanceTimersByTime(40);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Findings');
  stop();

  // The focused element was removed with its page: the screen has focus until the list appears.
  main.innerHTML = '';
  const stopAgain = focusOnArrival(region);
  vi.advanceTimersByTime(90);
  expect(document.activeElement).toBe(main);
  showList();
  vi.advanceTimersByTime(40);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Findings');
  stopAgain();

  main.innerHTML = '';
  current?.focus();
  focusOnArrival(region);
  today?.focus();
  showList();
  vi.advanceTimersByTime(1_000);
  expect(document.activeElement).toBe(today);
});

it('moves focus from the sidebar into a new screen that its focused button did not open', () => {
  vi.useFakeTimers();
  document.body.innerHTML = `${SIDEBAR}<div id="content"><main></main></div><div role="dialog"><input></div>`;
  const region = document.querySelector<HTMLElement>('#content');
  const [today, current] = document.querySelectorAll('button');
  if (!region) throw new Error('the page has no region');

  // A shortcut.
  today?.focus();
  const stop = focusOnArrival(region, true);
  vi.advanceTimersByTime(1_000);
  expect(document.activeElement).toBe(document.querySelector('main'));
  stop();

  // The palette, which returns the focus as it closes.
  document.querySelector('input')?.focus();
  const stopAgain = focusOnArrival(region, true);
  vi.advanceTimersByTime(10);
  document.querySelector('[role=dialog]')?.remove();
  today?.focus();
  vi.advanceTimersByTime(1_000);
  expect(document.activeElement).toBe(document.querySelector('main'));
  stopAgain();

  // A click in the sidebar, and a restart of the engine.
  current?.focus();
  const stopClick = focusOnArrival(region, true);
  vi.advanceTimersByTime(1_000);
  expect(document.activeElement).toBe(current);
  stopClick();
  today?.focus();
  focusOnArrival(region);
  vi.advanceTimersByTime(1_000);
  expect(document.activeElement).toBe(today);
});
