import { expect, it, vi } from 'vitest';
import { fail } from '#contract/failure';
import { CellEdits } from '../../../../renderer/records/list/cell-edits.svelte';
import { declaredFailure, deferredPromise, fakeEngine } from '../../fakes';
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
    () => true,
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
    () => true,
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

const RECORD = { raw: '{"id":1}', title: 'Ann', fetchedAt: '2026-11-21T07:00:00Z', drift: [] };

/** Creates the cell edits of a list whose cursor is at `at.cell`, with a service that refuses values if `isFull`. */
function setUp() {
  const at = { cell: '1 notes', isFull: false };
  const reads = new Map<string, (record: typeof RECORD) => void>();
  const collected: (string | undefined)[] = [];
  const announced: string[] = [];
  const { engine } = fakeEngine({
    'records.get': ({ key }: { key: string }) =>
      new Promise((resolve) => {
        reads.set(key, resolve);
      }),
    'edits.collect': ({ json }: { json?: string }) => {
      if (at.isFull) throw declaredFailure('disk-full');
      collected.push(json);
      return null;
    },
  });
  const cellEdits = new CellEdits(
    'accounts',
    () => engine,
    (text) => void announced.push(text),
    (key, field) => at.cell === `${key} ${field}`,
  );
  /** Begins an edit; the returned function answers with the record. */
  const begin = async (key: string, field = 'notes') => {
    at.cell = `${key} ${field}`;
    reads.delete(key);
    const ended = cellEdits.edit(key, field);
    await vi.waitFor(() => expect(reads.has(key)).toBe(true));
    const answer = reads.get(key);
    return async () => {
      answer?.(RECORD);
      await ended;
    };
  };
  return { at, cellEdits, begin, collected, announced };
}

it('opens no editor if the cursor left the cell before its record was read', async () => {
  const { at, cellEdits, begin } = setUp();
  const answer = await begin('1');
  at.cell = '2 notes';
  await answer();
  expect(cellEdits.open).toBeNull();
});

it('does not replace an open editor when an earlier record is read late', async () => {
  const { at, cellEdits, begin } = setUp();
  const answerFirst = await begin('1');
  const answerSecond = await begin('2');
  await answerSecond();
  const { open } = cellEdits;
  expect(open?.key).toBe('2');
  at.cell = '1 notes';
  await answerFirst();
  expect(cellEdits.open).toBe(open);
});

it('shows a value that could not be collected again, to collect it unchanged', async () => {
  const { at, cellEdits, begin, collected } = setUp();
  await (
    await begin('1')
  )();
  at.isFull = true;
  await cellEdits.commit('"long note"');
  expect(cellEdits.open).toMatchObject({ key: '1', field: 'notes', json: undefined, typed: '"long note"' });
  at.isFull = false;
  await cellEdits.commit('"long note"');
  expect(collected).toEqual(['"long note"']);
  await (
    await begin('1')
  )();
  expect(cellEdits.open?.typed).toBeUndefined();
});

it('keeps a value that could not be collected for the next edit of its cell', async () => {
  const { at, cellEdits, begin, announced } = setUp();
  await (
    await begin('1')
  )();
  at.isFull = true;
  at.cell = '1 nickname'; // left with Tab
  await cellEdits.commit('"long note"');
  expect(cellEdits.open).toBeNull();
  expect(announced).toEqual([
    'The edit of “Notes” was not saved. To see what you typed, go back to its cell and press F2.',
  ]);
  await (
    await begin('1', 'nickname')
  )();
  expect(cellEdits.open?.typed).toBeUndefined();
  cellEdits.cancel();
  await (
    await begin('1')
  )();
  expect(cellEdits.open?.typed).toBe('"long note"');
  cellEdits.cancel();
  await (
    await begin('1')
  )();
  expect(cellEdits.open?.typed).toBeUndefined();
});
