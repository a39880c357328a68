import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  LONGEST_CANVAS,
  rowOfSlot,
  rowsInView,
  scrollMap,
  topShowing,
} from '../../../renderer/grid/scroll-map';

const ROW = 28;

describe('the scroll bar of a list', () => {
  test('is exact while the list fits what Chrome lays out', () => {
    const map = scrollMap(100_000, ROW, 700);
    expect(map.exact).toBe(true);
    expect(map.canvas).toBe(2_800_000);
    expect(map.toTop(12_345)).toBe(12_345);
    expect(map.toScroll(12_345)).toBe(12_345);
  });

  test('covers a million rows in proportion, within half of what Chrome lays out at 200 % zoom', () => {
    const map = scrollMap(1_000_000, ROW, 700);
    expect(map.exact).toBe(false);
    expect(map.canvas).toBe(LONGEST_CANVAS);
    expect(map.canvas).toBeLessThan(33_554_432 / 4);
    expect(map.toTop(0)).toBe(0);
    expect(map.toTop(map.canvas - 700)).toBeCloseTo(map.furthest, 3);
    expect(map.furthest).toBe(28_000_000 - 700);
  });

  test('reaches every row: a place and its scroll bar position belong together', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000_000 }),
        fc.integer({ min: 50, max: 3000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (rows, view, share) => {
          const map = scrollMap(rows, ROW, view);
          const top = share * map.furthest;
          expect(map.toTop(map.toScroll(top))).toBeCloseTo(top, 3);
          expect(map.toScroll(top)).toBeLessThanOrEqual(Math.max(0, map.canvas - view) + 0.001);
        },
      ),
    );
  });

  test('has nowhere to go in a list shorter than the view', () => {
    const map = scrollMap(3, ROW, 700);
    expect(map.furthest).toBe(0);
    expect(map.toTop(50)).toBe(0);
  });
});

describe('rows in view', () => {
  test('are those the view touches, and the margin', () => {
    expect(rowsInView(0, 280, 1000, ROW)).toEqual({ first: 0, last: 9 });
    expect(rowsInView(14, 280, 1000, ROW)).toEqual({ first: 0, last: 10 });
    expect(rowsInView(2800, 280, 1000, ROW, 5)).toEqual({ first: 95, last: 114 });
  });
  test('end with the list', () => {
    expect(rowsInView(0, 280, 4, ROW, 5)).toEqual({ first: 0, last: 3 });
    expect(rowsInView(0, 280, 0, ROW)).toEqual({ first: 0, last: -1 });
  });
  test('come into view by the shortest way', () => {
    expect(topShowing(5, 0, 280, ROW)).toBe(0);
    expect(topShowing(12, 0, 280, ROW)).toBe(84);
    expect(topShowing(2, 280, 280, ROW)).toBe(56);
    expect(topShowing(0, 0, 0, ROW)).toBe(0); // a grid that is not laid out yet
  });
});

test('recycled elements cover each row of a stretch exactly once, and change as little as possible', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 1, max: 80 }), (first, pool) => {
      const shown = Array.from({ length: pool }, (_, slot) => rowOfSlot(slot, first, pool));
      expect([...shown].sort((a, b) => a - b)).toEqual(Array.from({ length: pool }, (_, at) => first + at));
      const next = Array.from({ length: pool }, (_, slot) => rowOfSlot(slot, first + 1, pool));
      expect(next.filter((row, slot) => row !== shown[slot])).toHaveLength(1);
    }),
  );
});
