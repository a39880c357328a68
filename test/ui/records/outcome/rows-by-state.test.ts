import { expect, it, vi } from 'vitest';
import { RowsByState, plainColumn } from '../../../../renderer/records/outcome/rows-by-state.svelte';
import { flushAsync } from '../../grid/support';

it('follows a new default column order, and keeps the columns that the user arranged', () => {
  const [title, issue, notes] = ['title', 'issue', 'notes'].map((name) => plainColumn(name, name, 100));
  if (!title || !issue || !notes) throw new Error('expected three columns');
  let columns = [title, notes, issue];
  const rows = new RowsByState(() => ({ id: '1', total: 0, counts: {}, columns }) as never);
  const names = () => rows.grid.arrangement.names;
  expect(names()).toEqual(['title', 'notes', 'issue']);
  columns = [title, issue, notes];
  rows.useColumns();
  expect(names()).toEqual(['title', 'issue', 'notes']);
  rows.grid.arrangement.move('notes', 'issue');
  rows.useColumns();
  expect(names()).toEqual(['title', 'notes', 'issue']);
});

/** Returns the rows of a job, each even one of them applied, and the requested ranges as [offset, limit]. */
function jobRows(total: number) {
  const requestedRanges: [number, number][] = [];
  const rows = new RowsByState<'applied', { readonly index: number }>(() => ({
    id: '1',
    total,
    counts: { applied: total / 2 },
    columns: [plainColumn('title', 'Title', 100)],
    allLabel: 'All rows',
    labelOf: () => 'Applied',
    cells: ({ index }) => ({ title: `Row ${index}` }),
    fetchRows: (state, offset, limit) => {
      requestedRanges.push([offset, limit]);
      const indexes = Array.from({ length: total }, (_, index) => index).filter(
        (index) => state === undefined || index % 2 === 0,
      );
      return Promise.resolve({
        rows: indexes.slice(offset, offset + limit).map((index) => ({ index })),
        total: indexes.length,
      });
    },
  }));
  rows.show();
  return { rows, requestedRanges };
}

it('finds the position of a filtered row with few requests', async () => {
  const { rows, requestedRanges } = jobRows(20_000);
  rows.stateFilter = 'applied';
  rows.show();
  await flushAsync();
  rows.grid.moveTo(90);
  expect(rows.grid.active?.key).toBe('180');
  requestedRanges.length = 0;
  rows.grid.refresh();
  await vi.waitFor(() => expect(requestedRanges.at(-1)?.[1]).toBe(100));
  expect(requestedRanges.length).toBeLessThan(20);
  expect(rows.grid.cursor.row).toBe(90);
});

it('stops a canceled copy and leaves the clipboard unchanged', async () => {
  const { rows, requestedRanges } = jobRows(20_000);
  await flushAsync();
  rows.grid.selectAll();
  const done = rows.grid.copying.copyRows();
  rows.grid.copying.cancel();
  await done;
  expect(rows.grid.statusText).toBe('Copy canceled');
  expect(requestedRanges.length).toBeLessThan(4);
});
