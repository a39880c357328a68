import { afterEach, expect, it, vi } from 'vitest';
import { resourceView } from '../../../renderer/app/resource-views';
import { ResourceList } from '../../../renderer/records/list/list.svelte';
import type { ResourceRoute } from '../../../renderer/routes';
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

const LIST = { screen: 'resource', resource: 'accounts' } as const;

/** Opens the list with the records 1, 2 and 3. */
async function openList(connection: string, route: ResourceRoute) {
  vi.useFakeTimers();
  const keys = ['1', '2', '3'];
  const { engine } = fakeEngine({
    'layout.get': () => null,
    'views.get': () => null,
    'records.window': ({ columns }: { columns: string[] }) => ({
      rows: keys.map((key) => ({ key, isDrifted: false, cells: columns.map(() => null) })),
      total: keys.length,
      version: 1,
    }),
    'records.position': ({ key }: { key: string }) => ({
      index: keys.includes(key) ? keys.indexOf(key) : null,
    }),
  });
  const context = { connection: connectionOf({ id: connection }) } as never;
  const list = new ResourceList(engine, 'accounts', connection, {}, () => context);
  await list.openRoute(route);
  await vi.advanceTimersByTimeAsync(100);
  /** Tells the panel where the cursor is, as the screen does; returns the key of its record. */
  const openedKey = async () => {
    list.recordPanel.follow(list.grid.active?.key);
    await vi.advanceTimersByTimeAsync(1_000);
    return list.recordPanel.record.current?.key;
  };
  return { list, openedKey };
}

it('keeps a linked record open that the list does not have, until the cursor moves', async () => {
  const { list, openedKey } = await openList('linked', { ...LIST, record: '99' });
  expect(list.grid.active?.key).toBe('1');
  expect(await openedKey()).toBe('99');
  list.grid.moveTo(1);
  expect(await openedKey()).toBe('2');
});

it('moves the cursor to a linked record, without the filters of an earlier visit', async () => {
  const first = await openList('filtered', LIST);
  first.list.query.setFilter('status', { op: 'in', field: 'status', values: ['x'] });
  first.list.stop();
  const { list, openedKey } = await openList('filtered', { ...LIST, record: '2' });
  expect(list.query.filters).toEqual([]);
  expect(list.grid.active?.key).toBe('2');
  expect(await openedKey()).toBe('2');
  list.stop();
  // The sidebar still leads back to the filtered list.
  const third = await openList('filtered', LIST);
  expect(third.list.query.filters).toHaveLength(1);
});

it('keeps the record open that was open when the list was left, until the cursor moves', async () => {
  const first = await openList('restored', LIST);
  first.list.recordPanel.open('99');
  first.list.stop();
  const { list, openedKey } = await openList('restored', LIST);
  expect(await openedKey()).toBe('99');
  list.grid.moveTo(2);
  expect(await openedKey()).toBe('3');
});
