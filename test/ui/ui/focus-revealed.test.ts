import { afterEach, expect, it, vi } from 'vitest';
import { focusRevealed } from '../../../renderer/ui/focus-revealed';

afterEach(() => {
  vi.useRealTimers();
  document.body.innerHTML = '';
});

/** Shows a form with a choice that reveals a field; returns the choice and its text. */
function show() {
  vi.useFakeTimers();
  document.body.innerHTML = `<form><label><input type="radio" value="new"><span>New group</span></label>
    <div data-revealed="new"><input aria-label="Name"></div></form>`;
  const form = document.querySelector('form');
  const radio = document.querySelector<HTMLInputElement>('[type=radio]');
  const text = document.querySelector('span');
  if (!form || !radio || !text) throw new Error('The form has no choice.');
  focusRevealed(form);
  return { radio, text };
}
const focusedLabel = () => document.activeElement?.getAttribute('aria-label');

it('focuses the field that a clicked choice reveals', () => {
  const { text } = show();
  text.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
  vi.runAllTimers();
  expect(focusedLabel()).toBe('Name');
});

it('leaves the focus on a choice that was selected by an arrow key', () => {
  const { radio } = show();
  radio.focus();
  radio.checked = true;
  radio.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }));
  vi.runAllTimers();
  expect(document.activeElement).toBe(radio);
});
