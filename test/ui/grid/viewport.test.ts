import { expect, test } from 'vitest';
import { ROW_HEIGHT } from '../../../renderer/grid/types';
import { Viewport } from '../../../renderer/grid/viewport.svelte';

test('beyond the reach of the scroll bar a row stays at its place among the others while all move together', () => {
  const view = new Viewport(() => 1_000_000);
  view.height = 600;
  view.top = 14_000_000;
  const row = view.seen.first + 3;
  const drawn = view.offsetOf(row);
  view.by(280);
  expect(view.offsetOf(row)).toBe(drawn);
  // From the edge of the view, as far as the list says.
  expect(drawn + view.shift - view.scroll).toBeCloseTo(row * ROW_HEIGHT - view.place, 3);
});

test('no row is drawn farther away than Chrome can draw exactly', () => {
  const view = new Viewport(() => 1_000_000);
  view.height = 600;
  for (const top of [0, 999_999, 14_000_001, view.map.furthest]) {
    view.top = top;
    expect(view.offsetOf(view.last)).toBeLessThan(2_000_000);
    expect(view.offsetOf(view.seen.last) + view.shift - view.scroll).toBeCloseTo(
      view.seen.last * ROW_HEIGHT - view.place,
      3,
    );
  }
});
