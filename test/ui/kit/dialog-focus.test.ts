import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepAfterDialog } from '../../../renderer/kit/keep-focus';

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<main><button>Sign off</button></main>';
});
afterEach(() => {
  vi.useRealTimers();
  document.body.innerHTML = '';
});

it('puts the keyboard on the screen after a dialog whose button can no longer take it', () => {
  keepAfterDialog();
  vi.advanceTimersByTime(200);
  expect(document.activeElement?.tagName).toBe('MAIN');
});

it('leaves the keyboard where the dialog gave it back', () => {
  keepAfterDialog();
  document.querySelector('button')?.focus();
  vi.advanceTimersByTime(200);
  expect(document.activeElement?.textContent).toBe('Sign off');
});
