import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { GridModel } from '../../../renderer/grid/grid.svelte';
import type { GridSource } from '../../../renderer/grid/types';
import { deferredPromise } from '../fakes';
import { oneColumnGrid } from './render-grid';
import { fakeSource, flushAsync } from './support';

describe('grid when its records change', () => {
  test('keeps the cursor on its record and keeps the selection', async () => {
    vi.useFakeTimers();
    const model = oneColumnGrid();
    let inserted = 0;
    const initialSource = fakeSource(1000);
    const changedSource = fakeSource(1003, (index) => (index < 3 ? `new${index}` : `k${index - 3}`));
    const now = () => (inserted ? changedSource : initialSource);
    model.load({
      ...initialSource,
      window: (...args) => now().window(...args),
      position: (key) => now().position(key),
    });
    await vi.advanceTimersByTimeAsync(1);
    model.moveTo(40);
    model.selection.selectOnly('k40');
    inserted = 3;
    model.refresh();
    await vi.advanceTimersByTimeAsync(500);
    expect(model.total).toBe(1003);
    expect(model.cursor.row).toBe(43);
    expect(model.active?.key).toBe('k40');
    expect(model.selection.has('k40')).toBe(true);
    vi.useRealTimers();
  });

  test.each([
    ['moved down from the first row', 0, fakeSource(101, (index) => (index === 0 ? 'new' : `k${index - 1}`))],
    ['removed', 5, fakeSource(99, (index) => `k${index < 5 ? index : index + 1}`)],
    ['removed as the last one', 5, fakeSource(0)],
  ])('unselects a clicked record that was %s, but no checked one', async (_, row, changedSource) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    for (const column of [1, 0]) {
      const model = oneColumnGrid();
      let now: GridSource = fakeSource(100);
      model.load({
        ...now,
        window: (...args) => now.window(...args),
        position: (key) => now.position(key),
      });
      await vi.advanceTimersByTimeAsync(1);
      model.click(row, column, { isRange: false, isAdditive: false });
      expect(model.selectedCount).toBe(1);
      now = changedSource;
      model.refresh();
      await vi.advanceTimersByTimeAsync(500);
      expect(model.active?.key).not.toBe(`k${row}`);
      expect(model.selectedCount).toBe(column === 0 ? 1 : 0);
    }
  });

  test('keeps a clicked record selected while it moves together with the cursor', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const model = oneColumnGrid();
    let now: GridSource = fakeSource(100);
    model.load({ ...now, window: (...args) => now.window(...args), position: (key) => now.position(key) });
    await vi.advanceTimersByTimeAsync(1);
    model.click(5, 1, { isRange: false, isAdditive: false });
    now = fakeSource(101, (index) => (index === 0 ? 'new' : `k${index - 1}`));
    model.refresh();
    await vi.advanceTimersByTimeAsync(500);
    expect(model.active?.key).toBe('k5');
    expect(model.selectedCount).toBe(1);
    model.reorder(fakeSource(101, (index) => `k${100 - index}`));
    await vi.advanceTimersByTimeAsync(500);
    expect(model.active?.key).toBe('k5');
    expect(model.selectedCount).toBe(1);
  });

  test('has its first row under the cursor when rows come after an empty answer', async () => {
    vi.useFakeTimers();
    const model = oneColumnGrid();
    let now: GridSource = fakeSource(0);
    model.load({ ...now, window: (...args) => now.window(...args) });
    model.goWhenLoaded({ row: 0 });
    await vi.advanceTimersByTimeAsync(1);
    expect(model.active).toBeUndefined();
    now = fakeSource(5);
    model.refresh();
    await vi.advanceTimersByTimeAsync(500);
    expect(model.active?.key).toBe('k0');
    vi.useRealTimers();
  });

  /** Returns a grid of 1,000 records, and a function that replaces them. */
  async function reloadableGrid() {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const model = oneColumnGrid();
    model.view.height = 280;
    let now: GridSource = fakeSource(1000);
    model.load({
      ...now,
      window: (...args) => now.window(...args),
      keys: (...args) => now.keys(...args),
      position: (key) => now.position(key),
    });
    await vi.advanceTimersByTimeAsync(1);
    const reload = async (source: GridSource) => {
      now = source;
      model.refresh();
      await vi.advanceTimersByTimeAsync(500);
    };
    return { model, reload };
  }

  /** Returns the source of those records after others were inserted above. */
  const withInserted = (inserted: number) =>
    fakeSource(1000 + inserted, (index) => (index < inserted ? `new${index}` : `k${index - inserted}`));
  const keysFrom = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => `k${first + index}`);

  test('starts a range at its first record after records were inserted above', async () => {
    const { model, reload } = await reloadableGrid();
    model.click(10, 1, { isRange: false, isAdditive: false });
    await reload(withInserted(3));
    model.click(20, 1, { isRange: true, isAdditive: false });
    await vi.advanceTimersByTimeAsync(1);
    expect(model.selection.value).toEqual({ kind: 'keys', keys: keysFrom(10, 17) });
  });

  test('starts a range at its first record even if it has moved out of the loaded rows', async () => {
    const { model, reload } = await reloadableGrid();
    model.click(10, 0, { isRange: false, isAdditive: false });
    model.view.top = 14_000;
    model.rows.setVisibleRows(model.view.first, model.view.last);
    await reload(withInserted(3));
    model.click(510, 1, { isRange: true, isAdditive: false });
    await vi.advanceTimersByTimeAsync(1);
    expect(model.selection.value).toEqual({ kind: 'keys', keys: keysFrom(10, 507) });
  });

  test('selects no range whose start is found only after the list was sorted', async () => {
    const { model, reload } = await reloadableGrid();
    model.click(10, 0, { isRange: false, isAdditive: false });
    model.view.top = 14_000;
    model.rows.setVisibleRows(model.view.first, model.view.last);
    await reload(withInserted(3));
    model.click(510, 1, { isRange: true, isAdditive: false });
    model.reorder(fakeSource(1003, (index) => `sorted${index}`));
    await vi.advanceTimersByTimeAsync(500);
    expect(model.selection.value).toEqual({ kind: 'keys', keys: ['k10'] });
  });

  test('starts a range at the cursor if its first record has left the list', async () => {
    const { model, reload } = await reloadableGrid();
    model.click(10, 0, { isRange: false, isAdditive: false });
    await reload(fakeSource(999, (index) => `k${index < 10 ? index : index + 1}`));
    model.click(12, 1, { isRange: true, isAdditive: false });
    await vi.advanceTimersByTimeAsync(1);
    expect(model.selection.value).toEqual({ kind: 'keys', keys: ['k10', ...keysFrom(11, 13)] });
  });

  test('moves a cell range with its records', async () => {
    const { model, reload } = await reloadableGrid();
    model.dragFrom({ row: 5, column: 1 });
    model.dragTo({ row: 9, column: 1 });
    await reload(withInserted(1));
    expect(model.range.box).toEqual({ first: 6, last: 10, left: 1, right: 1 });
    // Its first record moves out of the loaded rows.
    model.view.top = 14_000;
    model.rows.setVisibleRows(model.view.first, model.view.last);
    await reload(withInserted(3));
    expect(model.range.box).toEqual({ first: 8, last: 12, left: 1, right: 1 });
  });

  test('clears a cell range if a record within it has left the list', async () => {
    const { model, reload } = await reloadableGrid();
    model.dragFrom({ row: 5, column: 1 });
    model.dragTo({ row: 9, column: 1 });
    await reload(fakeSource(999, (index) => `k${index < 7 ? index : index + 1}`));
    expect(model.range.box).toBeNull();
  });

  test('keeps a cell range to a row that was never loaded if no row was added or removed', async () => {
    const { model, reload } = await reloadableGrid();
    model.dragFrom({ row: 5, column: 1 });
    model.dragTo({ row: 999, column: 1 });
    model.view.top = 0;
    await reload(fakeSource(1000));
    expect(model.range.box).toEqual({ first: 5, last: 999, left: 1, right: 1 });
    await reload(withInserted(1));
    expect(model.range.box).toBeNull();
  });

  test('moves a cell range to a row that was loaded later', async () => {
    const { model, reload } = await reloadableGrid();
    model.dragFrom({ row: 5, column: 1 });
    model.dragTo({ row: 999, column: 1 });
    model.rows.setVisibleRows(model.view.first, model.view.last);
    await vi.advanceTimersByTimeAsync(1);
    await reload(withInserted(1));
    expect(model.range.box).toEqual({ first: 6, last: 1000, left: 1, right: 1 });
  });

  test('moves the start of a cell range that the user extends before its position is known', async () => {
    const { model, reload } = await reloadableGrid();
    model.dragFrom({ row: 5, column: 1 });
    model.dragTo({ row: 9, column: 1 });
    // Its first record moves out of the loaded rows.
    model.view.top = 14_000;
    model.rows.setVisibleRows(model.view.first, model.view.last);
    const changedSource = withInserted(1);
    const position = deferredPromise<number | null>();
    await reload({
      ...changedSource,
      position: (key) => (key === 'k5' ? position.promise : changedSource.position(key)),
    });
    model.dragTo({ row: 12, column: 1 });
    position.settle(6);
    await vi.advanceTimersByTimeAsync(1);
    expect(model.range.box).toEqual({ first: 6, last: 12, left: 1, right: 1 });
  });

  test.each([
    ['moved down from the first row', 0, withInserted(1), null],
    ['removed', 5, fakeSource(999, (index) => `k${index < 5 ? index : index + 1}`), null],
    ['moved together with the cursor', 5, withInserted(1), 'cell'],
  ])('closes the menu of a record only if the cursor has left it: %s', async (_, row, source, menu) => {
    const { model, reload } = await reloadableGrid();
    model.openRowMenu({ row, column: 1 }, 'cell');
    await reload(source);
    expect(model.rowMenu).toBe(menu);
  });

  test('shows no rows of the query before if another one fails, even if it was repeated', async () => {
    const { model } = await reloadableGrid();
    const failing: GridSource = { ...fakeSource(20), window: () => Promise.reject(new Error('gone')) };
    model.load(slowSource(failing));
    model.refresh();
    await vi.advanceTimersByTimeAsync(500);
    expect(model.rows.total).toBeNull();
    model.selectAll();
    expect(model.selectedCount).toBe(0);
  });

  test('shows no rows of the query before if another one was sorted before it failed', async () => {
    const { model } = await reloadableGrid();
    const failing: GridSource = { ...fakeSource(20), window: () => Promise.reject(new Error('gone')) };
    model.load(slowSource(fakeSource(20)));
    model.reorder(slowSource(failing));
    await vi.advanceTimersByTimeAsync(500);
    expect(model.rows.total).toBeNull();
  });

  test('ends a reload that finds its position slowly while records keep changing, then repeats it', async () => {
    const { model, reload } = await reloadableGrid();
    model.moveTo(10);
    const slowPositions = (source: GridSource): GridSource => ({
      ...source,
      position: async (key) => {
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        return source.position(key);
      },
    });
    await reload(slowPositions(withInserted(1)));
    await reload(slowPositions(withInserted(2)));
    await reload(slowPositions(withInserted(3)));
    expect(model.total).toBe(1002);
    expect(model.active?.key).toBe('k10');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(model.total).toBe(1003);
    expect(model.active?.key).toBe('k10');
  });

  test('goes to no position that was requested for the query before', async () => {
    const { model } = await reloadableGrid();
    model.load(slowSource(fakeSource(1000)));
    model.goWhenLoaded({ row: 500, top: 14_000 });
    model.load(fakeSource(20));
    await vi.advanceTimersByTimeAsync(500);
    expect(model.cursor.row).toBe(0);
    expect(model.view.top).toBe(0);
  });

  test('goes to no position that was requested for the order before', async () => {
    const { model } = await reloadableGrid();
    model.load(slowSource(fakeSource(1000)));
    model.goWhenLoaded({ row: 500, top: 14_000 });
    model.reorder(slowSource(fakeSource(1000, (index) => `k${999 - index}`)));
    await vi.advanceTimersByTimeAsync(500);
    expect(model.rows.rowAt(0)?.key).toBe('k999');
    expect(model.view.top).toBe(0);
    expect(model.cursor.row).not.toBe(500);
  });

  /** Returns the grid of a list that changes right after it answered the position of a record. */
  async function changingGrid(
    changedSource: GridSource,
    onFirstPosition: (model: GridModel) => void = () => undefined,
  ) {
    vi.useFakeTimers();
    const model = oneColumnGrid();
    const initialSource = fakeSource(100);
    let now: GridSource = initialSource;
    const activeKeys: (string | undefined)[] = [];
    model.load({
      ...initialSource,
      window: (...args) => now.window(...args),
      position: async (key) => {
        if (now === changedSource) activeKeys.push(model.active?.key);
        const position = await now.position(key);
        if (now === initialSource) onFirstPosition(model);
        now = changedSource;
        return position;
      },
    });
    await vi.advanceTimersByTimeAsync(1);
    model.moveTo(2);
    model.refresh();
    await vi.advanceTimersByTimeAsync(500);
    vi.useRealTimers();
    // Checked before the next response too: a key pressed in between would act on that record.
    expect(activeKeys, 'records under the cursor before the next answer').toEqual([]);
    return model;
  }

  test('keeps the cursor on its record if the list changes again between position and rows', async () => {
    const model = await changingGrid(fakeSource(99, (index) => `k${index + 1}`)); // the first record is removed
    expect(model.total).toBe(99);
    expect(model.active?.key).toBe('k2');
  });

  test('keeps the cursor on the record it moved to while rows were requested and moved up', async () => {
    // The cursor moves to the next record, and the previous one leaves the list.
    const withoutPrevious = fakeSource(99, (index) => `k${index < 2 ? index : index + 1}`);
    const model = await changingGrid(withoutPrevious, (list) => list.moveTo(3));
    expect(model.total).toBe(99);
    expect(model.active?.key).toBe('k3');
    expect(model.cursor.row).toBe(2);
  });

  /** Returns a source that responds after 100 ms. */
  const slowSource = (source: GridSource): GridSource => ({
    ...source,
    window: async (...args) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return source.window(...args);
    },
  });

  /** Returns a grid scrolled to its record 500, which is under the cursor. */
  async function scrolledGrid() {
    vi.useFakeTimers();
    const model = oneColumnGrid();
    model.view.height = 280;
    model.load(fakeSource(1000));
    await vi.advanceTimersByTimeAsync(500);
    model.moveTo(500);
    model.rows.setVisibleRows(model.view.first, model.view.last);
    await vi.advanceTimersByTimeAsync(500);
    expect(model.active?.key).toBe('k500');
    expect(model.view.top).toBeGreaterThan(10_000);
    return model;
  }

  test('shows another query from its first row even if records change before it answers', async () => {
    const model = await scrolledGrid();
    model.load(slowSource(fakeSource(800, (index) => `new${index}`)));
    model.refresh();
    await vi.advanceTimersByTimeAsync(500);
    expect(model.view.top).toBe(0);
    expect(model.active?.key).toBe('new0');
    vi.useRealTimers();
  });

  test('keeps the cursor on its record and announces the order if records change while sorting', async () => {
    const model = await scrolledGrid();
    model.reorder(slowSource(fakeSource(1000, (index) => `k${(index + 300) % 1000}`)));
    model.refresh();
    await vi.advanceTimersByTimeAsync(500);
    expect(model.view.top).toBe(0);
    expect(model.cursor.row).toBe(200);
    expect(model.announcement).toEqual({ kind: 'sorted' });
    vi.useRealTimers();
  });

  test('keeps the cursor on its record when the sort order changes', async () => {
    const model = oneColumnGrid();
    model.load(fakeSource(100));
    await flushAsync();
    model.moveTo(10);
    model.selection.selectOnly('k10');
    model.reorder(fakeSource(100, (index) => `k${99 - index}`));
    await flushAsync();
    expect(model.cursor.row).toBe(89);
    expect(model.selectedCount).toBe(1);
    expect(model.view.top).toBe(0);
  });

  test('goes to a requested row although the sort order changes at the same time', async () => {
    const model = oneColumnGrid();
    model.load(fakeSource(100));
    await flushAsync();
    model.moveTo(10);
    model.reorder(fakeSource(100, (index) => `k${99 - index}`));
    model.goWhenLoaded({ row: 3 });
    await flushAsync();
    expect(model.cursor.row).toBe(3);
  });
});
