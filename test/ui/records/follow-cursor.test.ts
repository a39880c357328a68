import { afterEach, expect, it, vi } from 'vitest';
import { resourceView } from '../../../renderer/app/resource-views';
import { ResourceList } from '../../../renderer/records/list/list.svelte';
import { connectionOf, deferredPromise, fakeEngine } from '../fakes';

afterEach(() => vi.useRealTimers());

function createList() {
  vi.useFakeTimers();
  return new ResourceList({} as never, 'accounts', 'c1', resourceView('accounts'), () => ({}) as never);
}

it('keeps a linked record open while the cursor passes the first row on its way there', () => {
  const list = createList();
  list.recordPanel.open('7');
  list.recordPanel.follow('1');
  vi.advanceTimersByTime(30); // less than the panel's delay of 60 ms
  list.recordPanel.follow('7');
  vi.advanceTimersByTime(1_000);
  expect(list.recordPanel.record.trail.at(-1)).toEqual({ resource: 'accounts', key: '7' });
  list.grid.cursor.row = 1;
  list.recordPanel.follow('8');
  vi.advanceTimersByTime(1_000);
  expect(list.recordPanel.record.trail.at(-1)).toEqual({ resource: 'accounts', key: '8' });
});

it('keeps an edited record open after it leaves the list, until the cursor moves', () => {
  const list = createList();
  list.grid.cursor.row = 3;
  list.recordPanel.open('7');
  list.recordPanel.follow('8'); // 7 no longer matches the search, and 8 takes its row
  vi.advanceTimersByTime(1_000);
  expect(list.recordPanel.record.trail.at(-1)).toEqual({ resource: 'accounts', key: '7' });
  list.grid.cursor.row = 4;
  list.recordPanel.follow('9');
  vi.advanceTimersByTime(1_000);
  expect(list.recordPanel.record.trail.at(-1)).toEqual({ resource: 'accounts', key: '9' });
});

it.each([
  ['moves the cursor to a linked record when its position arrives', '', 2],
  ['leaves the cursor where it is if another search was sent before', 'smith', 0],
])('%s', async (_, search, row) => {
  const position = deferredPromise<{ index: number }>();
  const { engine, calls } = fakeEngine({
    'layout.get': () => null,
    'views.get': () => null,
    'records.position': () => position.promise,
    'records.window': ({ columns }: { columns: string[] }) => ({
      rows: ['5', '6', '7'].map((key) => ({ key, isDrifted: false, cells: columns.map(() => null) })),
      total: 3,
      version: 1,
    }),
  });
  const context = { connection: connectionOf() };
  const list = new ResourceList(engine, 'accounts', 'c1', resourceView('accounts'), () => context as never);
  const opening = list.openRoute({ screen: 'resource', resource: 'accounts', record: '7' });
  await vi.waitFor(() => expect(calls.map(({ name }) => name)).toContain('records.position'));
  list.query.search = search;
  list.sendQuery(list.query.query);
  position.settle({ index: 2 });
  await opening;
  await vi.waitFor(() => expect(list.grid.rows.isAwaitingRows).toBe(false));
  expect(list.grid.cursor.row).toBe(row);
});
