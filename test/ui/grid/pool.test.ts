import { beforeEach, afterEach, describe, expect, it, vi } from 'vitest';
import { RowPool, type RowScene } from '../../../renderer/grid/pool.svelte';
import type { GridRow } from '../../../renderer/grid/types';

/** Returns the rows of a response; always the same object for a row, because the pool compares objects. */
const rowsOf = (response: string) => {
  const rows = new Map<number, GridRow>();
  return (index: number): GridRow => {
    const existingRow = rows.get(index) ?? { key: `${response}${index}`, isDrifted: false, cells: {} };
    rows.set(index, existingRow);
    return existingRow;
  };
};

/** Returns a scene of ten elements; the five rows from `top` are in view. */
const scene = (top: number, rowAt: RowScene['rowAt'], size = 10): RowScene => ({
  size,
  first: Math.max(0, top - 2),
  visible: { first: top, last: top + 4 },
  rowAt,
});

describe('row element pool', () => {
  let pool: RowPool;
  const displayedKeys = () => [...pool.slots].sort((a, b) => a.index - b.index).map(({ row }) => row?.key);
  beforeEach(() => {
    vi.useFakeTimers();
    pool = new RowPool();
  });
  afterEach(() => vi.useRealTimers());

  const show = (scene: RowScene) => pool.show(scene, () => scene);

  it('fills all elements at first', () => {
    show(scene(0, rowsOf('a')));
    expect(displayedKeys()).toEqual(Array.from({ length: 10 }, (_, index) => `a${index}`));
  });

  it('shows a response at once in view, and beyond the view when idle', () => {
    show(scene(0, rowsOf('a')));
    show(scene(0, rowsOf('b')));
    expect(displayedKeys()).toEqual(['b0', 'b1', 'b2', 'b3', 'b4', 'a5', 'a6', 'a7', 'a8', 'a9']);
    vi.runAllTimers();
    expect(displayedKeys()).toEqual(Array.from({ length: 10 }, (_, index) => `b${index}`));
  });

  it('follows a slow scroll including the margin', () => {
    const rows = rowsOf('a');
    show(scene(10, rows));
    show(scene(13, rows));
    expect(displayedKeys()).toEqual(Array.from({ length: 10 }, (_, index) => `a${11 + index}`));
  });

  it('reuses elements for rows that are still loading only when idle', () => {
    const rows = rowsOf('a');
    show(scene(0, rows));
    show(scene(500, () => undefined));
    expect(displayedKeys()).toContain('a0');
    vi.runAllTimers();
    expect(displayedKeys()).toEqual(Array.from({ length: 10 }, () => undefined));
    show(scene(500, rows));
    expect(displayedKeys()).toEqual(expect.arrayContaining(['a500', 'a501', 'a502', 'a503', 'a504']));
  });

  it('shows no row twice after a jump or a change of the pool size', () => {
    const rows = rowsOf('a');
    show(scene(10, rows));
    for (const step of [scene(400, rows), scene(417, rows), scene(90, rows, 13), scene(0, rows, 5)]) {
      show(step);
      const indexes = pool.slots.map(({ index }) => index);
      expect(new Set(indexes).size).toBe(step.size);
      for (let row = step.visible.first; row <= step.visible.last; row += 1) expect(indexes).toContain(row);
    }
  });

  it('does not touch its elements after the grid was destroyed', () => {
    show(scene(0, rowsOf('a')));
    show(scene(0, rowsOf('b')));
    pool.stop();
    vi.runAllTimers();
    expect(displayedKeys()).toContain('a9');
  });
});
