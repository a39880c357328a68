import { afterEach, describe, expect, test, vi } from 'vitest';
import { BLOCK_SIZE } from '../../../renderer/grid/blocks';
import { TIMEOUT_MS, RowWindow } from '../../../renderer/grid/window.svelte';
import type { GridSource } from '../../../renderer/grid/types';
import { fakeSource, flushAsync } from './support';

const windowRequest = (source: GridSource, first = 0, keepsRows = false) => ({
  source,
  columns: ['name'],
  first,
  keepsRows,
});

/** Returns a source that responds only when the test calls `answer` or `refuse`. */
function heldSource(total: number, name = 'k') {
  const waiting: { offset: number; answer: () => void; refuse: (error: unknown) => void }[] = [];
  const source: GridSource = {
    ...fakeSource(total),
    window: (_columns, offset, limit) =>
      new Promise((resolve, reject) => {
        const rows = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, index) => ({
          key: `${name}${offset + index}`,
          isDrifted: false,
          cells: ['x'],
        }));
        waiting.push({ offset, answer: () => resolve({ rows, total }), refuse: reject });
      }),
  };
  return { source, waiting };
}

afterEach(() => void vi.useRealTimers());

describe('row window', () => {
  test('holds the rows in view and a margin, whatever the length of the list', async () => {
    const rows = new RowWindow();
    const source = fakeSource(1_000_000);
    rows.load(windowRequest(source));
    await flushAsync();
    for (const first of [0, 500_000, 999_950, 12_345]) {
      rows.setVisibleRows(first, first + 50);
      await flushAsync();
      expect(rows.rowAt(Math.min(first + 50, 999_999))?.key).toBe(`k${Math.min(first + 50, 999_999)}`);
      expect(rows.loadedCount).toBeLessThanOrEqual(4 * BLOCK_SIZE);
    }
  });

  test('requests the first rows once and reports when they have arrived', async () => {
    const rows = new RowWindow();
    const source = fakeSource(5000);
    const onLoaded = vi.fn();
    rows.load(windowRequest(source), { afterReplace: onLoaded });
    expect(rows.isAwaitingRows).toBe(true);
    expect(source.requestedRanges).toEqual([[0, BLOCK_SIZE]]);
    await flushAsync();
    expect(onLoaded).toHaveBeenCalledTimes(1);
    expect(rows.total).toBe(5000);
    expect(rows.isAwaitingRows).toBe(false);
    expect(rows.rowAt(3)?.cells).toEqual({ name: 'name of k3' });
  });

  test('shows the old rows until the new ones arrive and never mixes them', async () => {
    const rows = new RowWindow();
    rows.load(windowRequest(fakeSource(5000)));
    await flushAsync();
    const { source, waiting } = heldSource(7, 'new');
    rows.load(windowRequest(source));
    expect(rows.rowAt(0)?.key).toBe('k0');
    waiting[0]?.answer();
    await flushAsync();
    expect(rows.rowAt(0)?.key).toBe('new0');
    expect(rows.total).toBe(7);
    expect(rows.rowAt(10)).toBeUndefined();
  });

  test('drops responses to superseded requests', async () => {
    const rows = new RowWindow();
    const slow = heldSource(50, 'slow');
    rows.load(windowRequest(slow.source));
    rows.load(windowRequest(fakeSource(9)));
    await flushAsync();
    slow.waiting[0]?.answer();
    await flushAsync();
    expect(rows.total).toBe(9);
    expect(rows.rowAt(0)?.key).toBe('k0');
  });

  test('has at most two requests in flight and queues only the latest', async () => {
    const rows = new RowWindow();
    const sources = ['a', 'b', 'c', 'd'].map((name) => heldSource(50, name));
    for (const { source } of sources) rows.load(windowRequest(source));
    expect(sources.map(({ waiting }) => waiting.length)).toEqual([1, 1, 0, 0]);
    sources[0]?.waiting[0]?.answer();
    await flushAsync();
    expect(sources.map(({ waiting }) => waiting.length)).toEqual([1, 1, 0, 1]);
  });

  test('does not request rows far behind while scrolling fast', async () => {
    const rows = new RowWindow();
    const { source, waiting } = heldSource(100_000);
    rows.load(windowRequest(source));
    waiting[0]?.answer();
    await flushAsync();
    for (let first = 10_000; first < 60_000; first += 1000) rows.setVisibleRows(first, first + 40);
    expect(waiting.length).toBeLessThanOrEqual(3);
    for (let turn = 0; turn < 6; turn += 1) {
      for (const request of waiting) request.answer();
      await flushAsync();
    }
    expect(rows.rowAt(59_010)?.key).toBe('k59010');
    expect(waiting.length).toBeLessThanOrEqual(6);
  });

  test('reports a failure and loads the rows on retry', async () => {
    const rows = new RowWindow();
    const { source, waiting } = heldSource(50);
    rows.load(windowRequest(source));
    waiting[0]?.refuse(new Error('gone'));
    await flushAsync();
    expect(rows.failure?.kind).toBe('unexpected');
    expect(rows.isAwaitingRows).toBe(false);
    rows.retry();
    expect(rows.failure).toBeNull();
    waiting[1]?.answer();
    await flushAsync();
    expect(rows.total).toBe(50);
  });

  test('drops the rows of the previous query only if a query for other records fails', async () => {
    const rows = new RowWindow();
    rows.load(windowRequest(fakeSource(5000)));
    await flushAsync();
    const reordered = heldSource(5000);
    rows.load(windowRequest(reordered.source));
    reordered.waiting[0]?.refuse(new Error('gone'));
    await flushAsync();
    expect([rows.total, rows.rowAt(0)?.key]).toEqual([5000, 'k0']);
    const { source, waiting } = heldSource(50, 'new');
    rows.load({ ...windowRequest(source), hasOtherRecords: true });
    waiting[0]?.refuse(new Error('gone'));
    await flushAsync();
    expect([rows.total, rows.rowAt(0)]).toEqual([null, undefined]);
    rows.retry();
    waiting[1]?.answer();
    await flushAsync();
    expect([rows.total, rows.rowAt(0)?.key]).toEqual([50, 'new0']);
  });

  test('fails instead of waiting indefinitely if the engine never responds', async () => {
    vi.useFakeTimers();
    const rows = new RowWindow();
    rows.load(windowRequest(heldSource(50).source));
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS + 1);
    expect(rows.failure?.kind).toBe('engine-lost');
    expect(rows.isAwaitingRows).toBe(false);
  });

  test('keeps old rows during a refresh until the new ones of their block arrive', async () => {
    const rows = new RowWindow();
    rows.load(windowRequest(fakeSource(5000)));
    await flushAsync();
    rows.setVisibleRows(950, 1040);
    await flushAsync();
    const { source, waiting } = heldSource(5001, 'new');
    rows.load(windowRequest(source, 1000, true));
    waiting[0]?.answer();
    await flushAsync();
    expect(rows.rowAt(1010)?.key).toBe('new1010');
    expect(rows.rowAt(990)?.key).toBe('k990');
  });
});
