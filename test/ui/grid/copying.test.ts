import { expect, test, vi } from 'vitest';
import { GridModel } from '../../../renderer/grid/grid.svelte';
import type { CopyWatch } from '../../../renderer/grid/types';
import { column, fakeSource, flushAsync } from './support';

/** A copy of a thousand rows that runs until the test ends it. */
async function longCopy() {
  const model = new GridModel({ onsort: vi.fn(), onlayout: vi.fn(), onopen: vi.fn(), onescape: () => false });
  model.arrangement.use([column('name')], null);
  const copies: { watch: CopyWatch; end: (rows: number) => void }[] = [];
  model.ask({
    ...fakeSource(1000),
    copy: (_selection, _columns, _form, watch) =>
      new Promise<number>((resolve) => {
        if (!watch) throw new Error('nobody watches');
        copies.push({ watch, end: resolve });
      }),
  });
  await flushAsync();
  model.selectAll();
  const done = model.copying.rows();
  const [copy] = copies;
  if (!copy) throw new Error('nothing was copied');
  return { model, copy, copies, done };
}

test('reports the progress and the end of a long copy', async () => {
  const { model, copy, done } = await longCopy();
  expect(model.said).toBe('Copying 1,000 rows…');
  expect(model.copying.progress).toBeNull();
  copy.watch.tell(400, 1000);
  expect(model.copying.progress).toEqual({ rows: 400, total: 1000 });
  copy.end(1000);
  await done;
  expect(model.copying.progress).toBeNull();
  expect(model.said).toBe('Copied 1,000 rows');
});

test('cancels a copy, but reports a copy that had already finished as done', async () => {
  const given = await longCopy();
  given.model.copying.cancel();
  expect(given.copy.watch.signal.aborted).toBe(true);
  given.copy.end(0);
  await given.done;
  expect(given.model.said).toBe('Copy canceled');

  const late = await longCopy();
  late.model.copying.cancel();
  late.copy.end(1000);
  await late.done;
  expect(late.model.said).toBe('Copied 1,000 rows');
});

test('cancels the previous copy when a new one starts, and reports missing rows', async () => {
  const { model, copy, copies, done } = await longCopy();
  const again = model.copying.rows();
  expect(copy.watch.signal.aborted).toBe(true);
  copy.end(0);
  await done;
  expect(model.said).toBe('Copying 1,000 rows…');
  copies[1]?.end(600);
  await again;
  expect(model.said).toBe('Copied 600 of 1,000 rows');
});
