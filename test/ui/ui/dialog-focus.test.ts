import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inertBehindDialog } from '../../../renderer/ui/inert-behind-dialog';
import { keepFocus, keepFocusAfterDialog } from '../../../renderer/ui/keep-focus';

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<main><button>Sign off</button></main>';
});
afterEach(() => {
  vi.useRealTimers();
  document.body.innerHTML = '';
});

it("moves focus to the screen after a dialog if its button can't be focused", () => {
  keepFocusAfterDialog();
  vi.advanceTimersByTime(200);
  expect(document.activeElement?.tagName).toBe('MAIN');
});

it('moves focus to the dialog below, behind which the screen is inert', () => {
  document.body.innerHTML = '<main></main><div role="dialog" tabindex="-1"></div>';
  const dialog = document.querySelector<HTMLElement>('[role=dialog]');
  if (!dialog) throw new Error('The page is not complete');
  const release = inertBehindDialog(dialog);
  keepFocusAfterDialog();
  vi.advanceTimersByTime(200);
  expect(document.activeElement).toBe(dialog);
  release();
});

it('leaves focus where the dialog returned it', () => {
  keepFocusAfterDialog();
  document.querySelector('button')?.focus();
  vi.advanceTimersByTime(200);
  expect(document.activeElement?.textContent).toBe('Sign off');
});

it('keeps the focus in an area whose button disappeared while the dialog was open', async () => {
  document.body.innerHTML =
    '<main><div id="area"><button>Turn on…</button></div></main><i role="dialog" tabindex="0">';
  const [area, button, dialog] = ['#area', 'button', 'i'].map((selector) =>
    document.querySelector<HTMLElement>(selector),
  );
  if (!area || !button || !dialog) throw new Error('The page is not complete');
  const stop = keepFocus(area);
  button.focus();
  dialog.focus();
  button.remove();
  await Promise.resolve(); // the observer is called
  dialog.remove();
  keepFocusAfterDialog();
  vi.advanceTimersByTime(200);
  expect(document.activeElement).toBe(area);
  stop();
});
