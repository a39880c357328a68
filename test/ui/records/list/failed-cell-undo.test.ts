import { expect, it } from 'vitest';
import { fail } from '#contract/failure';
import { CellEdits } from '../../../../renderer/records/list/cell-edits.svelte';
import { fakeEngine } from '../../fakes';

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
