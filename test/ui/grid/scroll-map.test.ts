import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  MAX_CANVAS_HEIGHT,
  rowOfSlot,
  rowsInView,
  scrollMap,
  topShowing,
} from '../../../renderer/grid/scroll-map';

const ROW = 28;

describe('scroll bar of a list', () => {
  test('is exact while the list is no higher than the maximum canvas', () => {
    const map = scrollMap(100_000, ROW, 700);
    expect(map.exact).toBe(true);
    expect(map.canvas).toBe(2_800_000);
    expect(map.toTop(12_345)).toBe(12_345);
    expect(map.toScroll(12_345)).toBe(12_345);
  });

  test("covers a million rows in proportion, within half of Chrome's limit at 200% zoom", () => {
    const map = scrollMap(1_000_000, ROW, 700);
    expect(map.exact).toBe(false);
    expect(map.canvas).toBe(MAX_CANVAS_HEIGHT);
    expect(map.canvas).toBeLessThan(33_554_432 / 4);
    expect(map.toTop(0)).toBe(0);
    expect(map.toTop(map.canvas - 700)).toBeCloseTo(map.maxTop, 3);
    expect(map.maxTop).toBe(28_000_000 - 700);
  });

  test('reaches every row: list positions and scroll bar positions convert both ways', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000_000 }),
        fc.integer({ min: 50, max: 3000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (rows, view, share) => {
          const map = scrollMap(rows, ROW, view);
          const top = share * map.maxTop;
          expect(map.toTop(map.toScroll(top))).toBeCloseTo(top, 3);
          expect(map.toScroll(top)).toBeLessThanOrEqual(Math.max(0, map.canvas - view) + 0.001);
        },
      ),
    );
  });

  test('cannot scroll a list that is shorter than the view', () => {
    const map = scrollMap(3, ROW, 700);
    expect(map.maxTop).toBe(0);
    expect(map.toTop(50)).toBe(0);
  });
});

describe('rows in view', () => {
  test('includes the rows that overlap the view, plus the margin', () => {
    expect(rowsInView(0, 280, 1000, ROW)).toEqual({ first: 0, last: 9 });
    expect(rowsInView(14, 280, 1000, ROW)).toEqual({ first: 0, last: 10 });
    expect(rowsInView(2800, 280, 1000, ROW, 5)).toEqual({ first: 95, last: 114 });
  });
  test('stops at the end of the list', () => {
    expect(rowsInView(0, 280, 4, ROW, 5)).toEqual({ first: 0, last: 3 });
    expect(rowsInView(0, 280, 0, ROW)).toEqual({ first: 0, last: -1 });
  });
  test('scrolls the shortest way to bring a row into view', () => {
    expect(topShowing(5, 0, 280, ROW)).toBe(0);
    expect(topShowing(12, 0, 280, ROW)).toBe(84);
    expect(topShowing(2, 280, 280, ROW)).toBe(56);
    expect(topShowing(0, 0, 0, ROW)).toBe(0); // a grid without a layout yet
  });
});

test('covers each row of a range once with recycled elements and changes as few as possible', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.integer({ min: 1, max: 80 }),
      (first, poolSize) => {
        const rowsBySlot = Array.from({ length: poolSize }, (_, slot) => rowOfSlot(slot, first, poolSize));
        expect([...rowsBySlot].sort((a, b) => a - b)).toEqual(
          Array.from({ length: poolSize }, (_, index) => first + index),
        );
        const next = Array.from({ length: poolSize }, (_, slot) => rowOfSlot(slot, first + 1, poolSize));
        expect(next.filter((row, slot) => row !== rowsBySlot[slot])).toHaveLength(1);
      },
    ),
  );
});
