import { expect, it, vi } from 'vitest';
import { fail } from '#contract/failure';
import { CellEdits } from '../../../../renderer/records/list/cell-edits.svelte';
import { deferredPromise, fakeEngine } from '../../fakes';
import { sampleDraft, sampleDraftRow } from '../form/samples';

it('can repeat the undo of a cell that failed', async () => {
  let isDiskFull = false;
  const collected: unknown[] = [];
  const { engine } = fakeEngine({
    'records.get': () => ({
      raw: '{"id":1,"notes":"old"}',
      title: 'Ann',
      fetchedAt: '2026-11-21T07:00:00Z',
      drift: [],
    }),
    'edits.collect': (input: unknown) => {
      if (isDiskFull) throw fail('disk-full');
      collected.push((input as { json?: string }).json);
      return null;
    },
  });
  const cellEdits = new CellEdits(
    'accounts',
    () => engine,
    () => undefined,
  );
  await cellEdits.edit('1', 'notes');
  await cellEdits.commit('"new"');
  isDiskFull = true;
  await cellEdits.undo();
  expect(cellEdits.canUndo).toBe(true);
  isDiskFull = false;
  await cellEdits.undo();
  expect(collected).toEqual(['"new"', undefined]);
  expect(cellEdits.canUndo).toBe(false);
  await cellEdits.edit('1', 'notes');
  await cellEdits.commit('"newer"');
  isDiskFull = true;
  const undoing = cellEdits.undo();
  cellEdits.forget(); // the draft was sent during the call
  await undoing;
  expect(cellEdits.canUndo).toBe(false);
});

it('announces the number of all edits although they are loaded again at the same time', async () => {
  const edit = (field: string) => ({ field, before: 'null', after: '"new"', issue: null });
  const rows = (count: number) => ({
    rows: [sampleDraftRow(['notes', 'nickname'].slice(0, count).map(edit))],
    total: 1,
  });
  const responses = [deferredPromise<ReturnType<typeof rows>>(), deferredPromise<ReturnType<typeof rows>>()];
  let requests = 0;
  const { engine } = fakeEngine({
    'records.get': () => ({ raw: '{"id":1}', title: 'Ann', fetchedAt: '2026-11-21T07:00:00Z', drift: [] }),
    'edits.collect': () => sampleDraft(),
    'edits.rows': () => responses[requests++]?.promise,
  });
  const announced: string[] = [];
  const cellEdits = new CellEdits(
    'accounts',
    () => engine,
    (text) => void announced.push(text),
  );
  await cellEdits.edit('1', 'nickname');
  const committing = cellEdits.commit('"new"');
  await vi.waitFor(() => expect(requests).toBe(1));
  const loading = cellEdits.load(sampleDraft()); // the list of drafts has changed
  responses[0]?.settle(rows(1));
  await vi.waitFor(() => expect(requests).toBe(2));
  responses[1]?.settle(rows(2));
  await Promise.all([committing, loading]);
  expect(announced).toEqual([expect.stringContaining('2 unsent edits')]);
});
