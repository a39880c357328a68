import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepFocusAfterDialog } from '../../../renderer/ui/keep-focus';

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

it('leaves focus where the dialog returned it', () => {
  keepFocusAfterDialog();
  document.querySelector('button')?.focus();
  vi.advanceTimersByTime(200);
  expect(document.activeElement?.textContent).toBe('Sign off');
});
