import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { focusFirstInvalid } from '../../../renderer/ui/focus-first-invalid';

let stop = (): void => undefined;
beforeEach(() => {
  vi.useFakeTimers();
  stop = focusFirstInvalid();
  document.body.innerHTML = `<main><input id="behind" aria-invalid="true" /></main>
    <div role="dialog"><input id="right" /><input id="wrong" /><input id="next" />
    <button id="cancel">Cancel</button><button id="save" class="primary">Save</button></div>`;
  document.querySelector('#save')?.addEventListener('click', () => {
    for (const id of ['wrong', 'next']) document.getElementById(id)?.setAttribute('aria-invalid', 'true');
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  document.body.innerHTML = '';
});

const press = async (id: string) => {
  const button = document.getElementById(id);
  button?.focus();
  button?.click();
  await vi.advanceTimersByTimeAsync(1);
};

test('focuses the first invalid field of the dialog whose default button was pressed', async () => {
  await press('save');
  expect(document.activeElement?.id).toBe('wrong');
});

test('leaves the focus where it is after any other button', async () => {
  await press('save');
  await press('cancel');
  expect(document.activeElement?.id).toBe('cancel');
});
