import { expect, test } from 'vitest';
import { ROW_HEIGHT } from '../../../renderer/grid/types';
import { Viewport } from '../../../renderer/grid/viewport.svelte';

test('keeps the offset of a row while the view stays within one step of the drawing origin', () => {
  const view = new Viewport(() => 1_000_000);
  view.height = 600;
  view.top = 14_000_000;
  const row = view.visible.first + 3;
  const offset = view.offsetOf(row);
  view.scrollBy(280);
  expect(view.offsetOf(row)).toBe(offset);
  // In pixels below the top of the view.
  expect(offset + view.shift - view.scroll).toBeCloseTo(row * ROW_HEIGHT - view.clampedTop, 3);
});

test('keeps the first visible row at the top when rows get more lines', () => {
  const view = new Viewport(() => 1_000);
  view.height = 600;
  view.top = 100 * ROW_HEIGHT + 7;
  const { first } = view.visible;
  view.setLines(3);
  expect(view.rowHeight).toBeGreaterThan(2 * ROW_HEIGHT);
  expect(view.visible.first).toBe(first);
  expect(view.pageRows).toBe(Math.floor(600 / view.rowHeight) - 1);
  view.setLines(1);
  expect(view.top).toBeCloseTo(100 * ROW_HEIGHT + 7, 3);
});

test('draws no row farther away than Chrome can draw exactly', () => {
  const view = new Viewport(() => 1_000_000);
  view.height = 600;
  for (const top of [0, 999_999, 14_000_001, view.map.maxTop]) {
    view.top = top;
    expect(view.offsetOf(view.last)).toBeLessThan(2_000_000);
    expect(view.offsetOf(view.visible.last) + view.shift - view.scroll).toBeCloseTo(
      view.visible.last * ROW_HEIGHT - view.clampedTop,
      3,
    );
  }
});
