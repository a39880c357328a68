import { afterEach, beforeEach, expect, it } from 'vitest';
import { rovingTabindex } from '../../../renderer/ui/roving-tabindex';

let stop: (() => void) | undefined;
const box = () => document.querySelector('nav') as HTMLElement;
const stops = () => [...box().querySelectorAll('button')].filter(({ tabIndex }) => tabIndex === 0);
const press = (key: string) =>
  document.activeElement?.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
  );

beforeEach(() => {
  document.body.innerHTML =
    '<nav><button>a</button><button aria-current="page">b</button><button>c</button></nav><input />';
  stop = rovingTabindex('button')(box()) ?? undefined;
});
afterEach(() => stop?.());

it('makes only the current button of a group a tab stop', () => {
  expect(stops().map(({ textContent }) => textContent)).toEqual(['b']);
});

it('moves with the arrows, Home and End, and resets the tab stop when focus leaves', () => {
  stops()[0]?.focus();
  press('ArrowDown');
  expect(document.activeElement?.textContent).toBe('c');
  press('ArrowDown');
  expect(document.activeElement?.textContent).toBe('c'); // the last one
  press('ArrowUp');
  expect(document.activeElement?.textContent).toBe('b');
  press('End');
  expect(document.activeElement?.textContent).toBe('c');
  press('Home');
  expect(document.activeElement?.textContent).toBe('a');
  expect(stops().map(({ textContent }) => textContent)).toEqual(['a']);
  document.querySelector('input')?.focus();
  expect(stops().map(({ textContent }) => textContent)).toEqual(['b']);
});
