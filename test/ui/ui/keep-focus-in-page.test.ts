import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepFocusInPage } from '../../../renderer/ui/keep-focus-in-page';

let stop = (): void => undefined;
beforeEach(() => {
  vi.useFakeTimers();
  stop = keepFocusInPage();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  document.body.innerHTML = '';
});

const byId = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;
const settle = () => vi.advanceTimersByTimeAsync(300);
const focusedId = () => document.activeElement?.id;

function show(html: string, focused: string): void {
  document.body.innerHTML = html;
  byId(focused).focus();
}

const CHIPS = `<main id="main"><ul id="chips"><li id="one"><button id="x1"></button></li><li id="two"><button
  id="x2"></button></li></ul><div id="list" tabindex="0"></div></main>`;

test('focuses the next control after one that was removed', async () => {
  show(CHIPS, 'x1');
  byId('one').remove();
  await settle();
  expect(focusedId()).toBe('x2');
});

test('focuses the control before it if none follows in its container', async () => {
  show(CHIPS, 'x2');
  byId('two').remove();
  await settle();
  expect(focusedId()).toBe('x1');
});

test('looks outside a container that was removed with all its controls', async () => {
  show(CHIPS, 'x2');
  byId('one').remove();
  byId('two').remove();
  byId('chips').remove();
  await settle();
  expect(focusedId()).toBe('list');
});

test('focuses the area if it has no other control', async () => {
  show('<main id="main"><p><button id="only"></button></p></main>', 'only');
  byId('only').remove();
  await settle();
  expect(focusedId()).toBe('main');
});

test('ignores a held Enter key, which would press the next control', async () => {
  show(CHIPS, 'x1');
  byId('one').remove();
  await settle();
  const heldKey = new KeyboardEvent('keydown', {
    key: 'Enter',
    repeat: true,
    cancelable: true,
    bubbles: true,
  });
  byId('x2').dispatchEvent(heldKey);
  expect(heldKey.defaultPrevented).toBe(true);
  byId('x2').dispatchEvent(new KeyboardEvent('keyup', { key: 'Enter', bubbles: true }));
  const nextKey = new KeyboardEvent('keydown', {
    key: 'Enter',
    repeat: true,
    cancelable: true,
    bubbles: true,
  });
  byId('x2').dispatchEvent(nextKey);
  expect(nextKey.defaultPrevented).toBe(false);
});

test('focuses the area of a button while it is disabled, then the button again', async () => {
  show('<main id="main"><button id="save"></button><button id="other"></button></main>', 'save');
  const save = byId('save') as HTMLButtonElement;
  save.disabled = true;
  await settle();
  expect(focusedId()).toBe('main');
  save.disabled = false;
  await settle();
  expect(focusedId()).toBe('save');
});

test('lets a closing dialog restore the focus, and focuses the screen if it does not', async () => {
  const html = '<main id="main"><button id="opener"></button></main>';
  show(`${html}<div role="dialog" id="dialog"><button id="ok"></button></div>`, 'ok');
  byId('dialog').remove();
  byId('opener').focus();
  await settle();
  expect(focusedId()).toBe('opener');
  show(`${html}<div role="dialog" id="dialog"><button id="ok"></button></div>`, 'ok');
  byId('dialog').remove();
  await settle();
  expect(focusedId()).toBe('main');
});

test('focuses the nearest field in a dialog before the dialog focuses its close button', async () => {
  const html = `<div role="dialog" id="dialog"><button id="close"></button><div><input id="field"><p><button
    id="remove"></button></p></div><footer><button id="back"></button><button id="send"></button></footer></div>`;
  // As a dialog does when the focused control is removed.
  const observer = new MutationObserver(() => {
    if (document.activeElement === document.body) byId('close').focus();
  });
  show(html, 'remove');
  observer.observe(byId('dialog'), { childList: true, subtree: true });
  byId('remove').remove();
  await settle();
  expect(focusedId()).toBe('field');
  byId('back').focus();
  byId('back').remove();
  await settle();
  expect(focusedId()).toBe('dialog');
  observer.disconnect();
});
