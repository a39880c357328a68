import { expect, it } from 'vitest';
import { RowsByState, plainColumn } from '../../../../renderer/records/outcome/rows-by-state.svelte';

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
