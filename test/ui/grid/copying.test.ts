import { expect, test, vi } from 'vitest';
import { spreadsheetNumber } from '#contract/format-value';
import { GridModel } from '../../../renderer/grid/grid.svelte';
import type { CopiedRange, CopyWatch } from '../../../renderer/grid/types';
import { column, fakeSource, flushAsync } from './support';

/** Starts a copy of 1,000 rows that runs until the test ends it. */
async function longCopy() {
  const model = new GridModel({ onsort: vi.fn(), onlayout: vi.fn(), onopen: vi.fn(), onescape: () => false });
  model.arrangement.use([column('name')], null);
  const copies: { watch: CopyWatch; end: (rows: number) => void }[] = [];
  model.load({
    ...fakeSource(1000),
    copy: (_selection, _columns, _format, watch) =>
      new Promise<number>((resolve) => {
        if (!watch) throw new Error('the copy is not watched');
        copies.push({ watch, end: resolve });
      }),
  });
  await flushAsync();
  model.selectAll();
  const done = model.copying.copyRows();
  const [copy] = copies;
  if (!copy) throw new Error('nothing was copied');
  return { model, copy, copies, done };
}

test('reports the progress and the end of a long copy', async () => {
  const { model, copy, done } = await longCopy();
  expect(model.statusText).toBe('Copying 1,000 rows…');
  expect(model.copying.progress).toBeNull();
  copy.watch.onProgress(400, 1000);
  expect(model.copying.progress).toEqual({ rows: 400, total: 1000 });
  copy.end(1000);
  await done;
  expect(model.copying.progress).toBeNull();
  expect(model.statusText).toBe('Copied 1,000 rows');
});

test('cancels a copy, but reports a copy that had already finished as done', async () => {
  const running = await longCopy();
  running.model.copying.cancel();
  expect(running.copy.watch.signal.aborted).toBe(true);
  running.copy.end(0);
  await running.done;
  expect(running.model.statusText).toBe('Copy canceled');

  const finishedCopy = await longCopy();
  finishedCopy.model.copying.cancel();
  finishedCopy.copy.end(1000);
  await finishedCopy.done;
  expect(finishedCopy.model.statusText).toBe('Copied 1,000 rows');
});

test('cancels the previous copy when a new one starts, and reports missing rows', async () => {
  const { model, copy, copies, done } = await longCopy();
  const nextCopy = model.copying.copyRows();
  expect(copy.watch.signal.aborted).toBe(true);
  copy.end(0);
  await done;
  expect(model.statusText).toBe('Copying 1,000 rows…');
  copies[1]?.end(600);
  await nextCopy;
  expect(model.statusText).toBe('Copied 600 of 1,000 rows');
});

test('cancels a running copy when a cell is copied at once', async () => {
  const { model, copy, done } = await longCopy();
  model.clearSelection();
  model.moveTo(3, 1);
  model.copying.copyTo(null);
  expect(copy.watch.signal.aborted).toBe(true);
  copy.end(0);
  await done;
  expect(model.statusText).toBe('Copied “name of k3”');
});

test('cancels the running copy of another grid', async () => {
  const first = await longCopy();
  const second = await longCopy();
  expect(first.copy.watch.signal.aborted).toBe(true);
  first.copy.end(0);
  second.copy.end(1000);
  await Promise.all([first.done, second.done]);
  expect(first.model.statusText).toBe('Copy canceled');
  expect(second.model.statusText).toBe('Copied 1,000 rows');
});

test('copies amounts as numbers a spreadsheet can add, and account numbers as text', async () => {
  const model = new GridModel({ onsort: vi.fn(), onlayout: vi.fn(), onopen: vi.fn(), onescape: () => false });
  model.arrangement.use(
    [
      column('number'),
      column('required_cash', {
        numeric: true,
        text: () => '$11,884.26',
        clipboardText: (cell) => spreadsheetNumber('money', cell),
      }),
    ],
    null,
  );
  const cells = ['00123', '11884.2594'];
  model.load({
    ...fakeSource(1),
    window: () => Promise.resolve({ rows: [{ key: '1', isDrifted: false, cells }], total: 1 }),
  });
  await flushAsync();
  model.moveTo(0, 1);
  model.act({ kind: 'move', rows: 0, columns: 1, extend: true });
  const clipboardData = new Map<string, string>();
  const clipboard = { setData: (type: string, text: string) => clipboardData.set(type, text) };
  model.copying.copyTo(clipboard as unknown as DataTransfer);
  expect(clipboardData.get('text/plain')).toBe('00123\t11884.2594');
  expect(clipboardData.get('text/html')).toContain('<td class=t sdnum="0;0;@">00123</td><td>11884.2594</td>');
});

test('copies a range by the keys of its rows, or by its position if some are not loaded', async () => {
  const model = new GridModel({ onsort: vi.fn(), onlayout: vi.fn(), onopen: vi.fn(), onescape: () => false });
  model.arrangement.use([column('name')], null);
  const ranges: CopiedRange[] = [];
  model.load({
    ...fakeSource(100_000),
    copyRange: (range) => {
      ranges.push(range);
      return Promise.resolve(range.limit);
    },
  });
  await flushAsync();
  model.moveTo(1, 1);
  model.dragTo({ row: 3, column: 1 });
  await model.copying.copyRange();
  model.dragTo({ row: 90_000, column: 1 });
  await model.copying.copyRange();
  expect(ranges).toEqual([
    { offset: 1, limit: 3, keys: ['k1', 'k2', 'k3'] },
    { offset: 1, limit: 90_000 },
  ]);
});
