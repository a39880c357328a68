import { expect, it } from 'vitest';
import { TypedTextTracker } from '../../../renderer/ui/unsaved-input';

function trackerOf(html: string): TypedTextTracker {
  document.body.innerHTML = `<div>${html}</div>`;
  const tracker = new TypedTextTracker();
  tracker.watch(document.querySelector('div') as HTMLElement);
  return tracker;
}
function type(text: string): void {
  const field = document.querySelector('input, textarea') as HTMLInputElement;
  field.focus();
  field.value = text;
}

it('reports unsaved input while typed text remains in a field', () => {
  const tracker = trackerOf('<input value="before" />');
  expect(tracker.hasUnsavedText).toBe(false);
  type('something else');
  expect(tracker.hasUnsavedText).toBe(true);
  type('before');
  expect(tracker.hasUnsavedText).toBe(false);
});

it('does not count a search or a removed field as unsaved input', () => {
  const search = trackerOf('<input type="search" />');
  type('smith');
  expect(search.hasUnsavedText).toBe(false);
  const note = trackerOf('<textarea></textarea>');
  type('called them');
  expect(note.hasUnsavedText).toBe(true);
  document.querySelector('textarea')?.remove();
  expect(note.hasUnsavedText).toBe(false);
});
