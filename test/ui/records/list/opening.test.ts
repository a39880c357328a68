import { fireEvent, render, screen } from '@testing-library/svelte';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { ColumnLayout, SavedView } from '#contract/query';
import ResourceScreen from '../../../../renderer/records/list/ResourceScreen.svelte';
import type { ResourceRoute } from '../../../../renderer/routes';
import { connectionOf, declaredFailure, deferredPromise, fakeDesktop, fakeEngine, liveOf } from '../../fakes';
import { stubLayout } from '../../grid/support';

beforeEach(stubLayout);

const viewOf = (id: string, search: string, isDefault: boolean): SavedView => ({
  id,
  resource: 'households',
  name: `View ${id}`,
  query: { search, filters: [], sort: { field: 'name', descending: false } },
  columns: null,
  favorite: false,
  isDefault,
  createdAt: '2026-11-01T08:00:00Z',
});
const DEFAULT_VIEW = viewOf('usual', 'garcia', true);
const OTHER_VIEW = viewOf('other', 'smith', false);

/** Shows a list while its views are still loading. */
function show(routeOverrides: Partial<ResourceRoute> = {}, responses: Parameters<typeof fakeEngine>[0] = {}) {
  const allViews = deferredPromise<SavedView[]>();
  const rows = deferredPromise<undefined>();
  const { engine, calls } = fakeEngine({
    'layout.get': () => null,
    'views.list': () => allViews.promise,
    'views.get': ({ id }: { id?: string }) =>
      id === undefined ? DEFAULT_VIEW : id === OTHER_VIEW.id ? OTHER_VIEW : null,
    'records.window': async ({ columns }: { columns: string[] }) => {
      await rows.promise;
      const cells = columns.map((name) => (name === 'name' ? 'The Garcias' : null));
      return { rows: [{ key: '1', isDrifted: false, cells }], total: 1, version: 1 };
    },
    ...responses,
  });
  const { unmount, rerender } = render(ResourceScreen, {
    resource: 'households',
    view: {},
    engine,
    desktop: fakeDesktop({}).desktop,
    connection: connectionOf(),
    live: liveOf(),
    route: { screen: 'resource', resource: 'households', ...routeOverrides },
    go: vi.fn(),
  });
  const callsNamed = (name: string) => calls.filter((call) => call.name === name);
  return {
    callsNamed,
    unmount,
    rerender,
    answerRows: () => rows.settle(undefined),
    answerViews: () => allViews.settle([OTHER_VIEW, DEFAULT_VIEW]),
  };
}

it.each([
  ['the default view', {}, 'garcia'],
  ['the view that a link leads to', { view: 'other' }, 'smith'],
])('requests and shows the rows of %s before the other views have loaded', async (_, route, search) => {
  const { callsNamed, answerRows } = show(route);
  await vi.waitFor(() => expect(callsNamed('records.window')).toHaveLength(1));
  expect(callsNamed('records.window')[0]?.input).toMatchObject({ query: { search } });
  expect(callsNamed('views.list')).toEqual([]);
  answerRows();
  expect(await screen.findByRole('gridcell', { name: 'The Garcias' })).toBeTruthy();
  await vi.waitFor(() => expect(callsNamed('views.list')).toHaveLength(1));
});

it('saves no view under a name that turns out to be taken when all views have loaded', async () => {
  const user = userEvent.setup();
  const { callsNamed, answerRows, answerViews } = show();
  answerRows();
  await screen.findByRole('gridcell', { name: 'The Garcias' });
  await user.click(screen.getByRole('button', { name: 'Saved views' }));
  await user.type(await screen.findByLabelText('Update view'), '{Control>}a{/Control}view OTHER');
  // Without a layout, popovers count as hidden and have no roles.
  const save = (name: string) => screen.queryByText(name)?.closest('button');
  await user.keyboard('{Enter}');
  expect(save('Rename')?.getAttribute('aria-busy')).toBe('true');
  expect(screen.getByText('Loading…')).toBeTruthy();
  answerViews();
  // The name is another view's: the user must confirm that it is replaced.
  await vi.waitFor(() => expect(save('Replace')?.getAttribute('aria-busy')).not.toBe('true'));
  expect(callsNamed('views.list')).toHaveLength(1);
  expect(callsNamed('views.save')).toHaveLength(0);
});

it('applies sort clicks made before the layout and the view were loaded, in order', async () => {
  const layout = deferredPromise<null>();
  const { callsNamed } = show({}, { 'layout.get': () => layout.promise });
  await fireEvent.click(await screen.findByRole('columnheader', { name: /^Status/ }));
  await fireEvent.click(screen.getByRole('columnheader', { name: /^Name/ }), { shiftKey: true });
  layout.settle(null);
  await vi.waitFor(() => expect(callsNamed('records.window')).toHaveLength(1));
  const step = (field: string) => ({ field, descending: false });
  expect(callsNamed('records.window')[0]?.input).toMatchObject({
    query: { search: 'garcia', sort: { ...step('status'), next: [step('name')] } },
  });
});

const place = (name: string, width: number, shown = true) => ({ name, width, shown, pinned: false });

/** Opens a list and moves its first column, the names, right before the stored layout and the view have loaded. */
async function moveNamesBeforeLoading(stored: ColumnLayout | null, columns: ColumnLayout | null) {
  const layout = deferredPromise<ColumnLayout | null>();
  const { callsNamed, answerRows } = show(
    { view: OTHER_VIEW.id },
    {
      'layout.get': () => layout.promise,
      'layout.set': () => undefined,
      'views.get': () => ({ ...OTHER_VIEW, columns }),
    },
  );
  (await screen.findByRole('grid')).focus();
  await userEvent.setup().keyboard('{ArrowUp}{Alt>}{ArrowRight}{/Alt}');
  layout.settle(stored);
  answerRows();
  await screen.findByRole('gridcell', { name: 'The Garcias' });
  const headings = screen.getAllByRole('columnheader').flatMap(({ dataset }) => dataset['column'] ?? []);
  return { headings, stores: callsNamed('layout.set').map(({ input }) => input) };
}

it('applies a column move made before the layout was loaded to the stored layout', async () => {
  const hidden = place('short_name', 90, false);
  const { headings, stores } = await moveNamesBeforeLoading(
    [place('status', 150), hidden, place('name', 400), place('id', 80)],
    null,
  );
  expect(headings.slice(0, 3)).toEqual(['status', 'id', 'name']);
  const moved = [place('status', 150), hidden, place('id', 80), place('name', 400)];
  expect(stores).toHaveLength(1);
  expect((stores[0] as { columns: ColumnLayout }).columns.slice(0, 4)).toEqual(moved);
});

it('stores a column move made before it was known that no layout is stored', async () => {
  const { headings, stores } = await moveNamesBeforeLoading(null, null);
  expect(headings.slice(0, 2)).toEqual(['id', 'name']);
  expect(stores).toHaveLength(1);
});

it('applies a column move made before a view was loaded to its columns, not to the layout', async () => {
  const { headings, stores } = await moveNamesBeforeLoading(
    [place('id', 80), place('name', 400)],
    [place('name', 300), place('status', 150), place('id', 80)],
  );
  expect(headings.slice(0, 3)).toEqual(['status', 'name', 'id']);
  expect(screen.getByText('View other (changed)')).toBeTruthy();
  expect(stores).toEqual([]);
});

it('stores no column move in place of a layout that could not be read, but in it later', async () => {
  const { callsNamed, answerRows, rerender } = show(
    {},
    {
      'layout.get': () => {
        throw declaredFailure('engine-lost');
      },
      'layout.set': () => undefined,
    },
  );
  answerRows();
  await screen.findByRole('gridcell', { name: 'The Garcias' });
  screen.getByRole('grid').focus();
  await userEvent.setup().keyboard('{ArrowUp}{Alt>}{ArrowRight}{/Alt}');
  expect(callsNamed('layout.set')).toEqual([]);
  const { engine, calls } = fakeEngine({
    'layout.get': () => [place('status', 150), place('name', 400), place('id', 80)],
    'layout.set': () => undefined,
    'views.list': () => [],
  });
  await rerender({ engine });
  await vi.waitFor(() => expect(calls.map(({ name }) => name)).toContain('layout.set'));
  const stored = calls.find(({ name }) => name === 'layout.set')?.input as { columns: ColumnLayout };
  expect(stored.columns.slice(0, 3)).toEqual([place('status', 150), place('id', 80), place('name', 400)]);
  await vi.waitFor(() => {
    const headings = screen.getAllByRole('columnheader').flatMap(({ dataset }) => dataset['column'] ?? []);
    expect(headings.slice(0, 3)).toEqual(['status', 'id', 'name']);
  });
});

it('opens a linked record in a list that was opened before', async () => {
  const record = {
    key: '1',
    title: 'The Garcias',
    subtitle: '',
    raw: '{"id":1,"name":"The Garcias"}',
    fetchedAt: '2026-11-21T07:00:00Z',
    drift: [],
  };
  const responses = {
    'records.get': () => record,
    'records.position': () => ({ index: 0 }),
    'records.links': () => [],
  };
  const firstVisit = show({}, responses);
  firstVisit.answerRows();
  await screen.findByRole('gridcell', { name: 'The Garcias' });
  firstVisit.unmount();
  const secondVisit = show({ record: '1' }, responses);
  secondVisit.answerRows();
  await vi.waitFor(() => expect(secondVisit.callsNamed('records.get')[0]?.input).toMatchObject({ key: '1' }));
  expect(await screen.findByRole('complementary', { name: 'Record' })).toBeTruthy();
});

it.each([
  ['another firm', { id: 'other-firm' }],
  ['a firm removed and added again under the same ID', { createdAt: '2026-11-20T00:00:00Z' }],
])('opens a list of %s without the search typed in the previous firm', async (which, difference) => {
  // The sidebar gives every connection the same route.
  const route: ResourceRoute = { screen: 'resource', resource: 'households' };
  const open = (connection: ReturnType<typeof connectionOf>) => {
    const { engine, calls } = fakeEngine({
      'layout.get': () => null,
      'views.list': () => [],
      'views.get': () => null,
      'records.window': () => ({ rows: [], total: 0, version: 1 }),
    });
    const { unmount } = render(ResourceScreen, {
      ...{ resource: 'households', view: {}, engine, desktop: fakeDesktop({}).desktop, connection, route },
      live: { ...liveOf(), connectionId: connection.id },
      go: vi.fn(),
    });
    const searches = () =>
      calls
        .filter(({ name }) => name === 'records.window')
        .map(({ input }) => (input as { query: { search: string } }).query.search);
    return { unmount, searches };
  };
  const user = userEvent.setup();
  const firm = connectionOf({ id: `first of ${which}` });
  const first = open(firm);
  await user.type(await screen.findByRole('searchbox'), 'garcia');
  await vi.waitFor(() => expect(first.searches()).toContain('garcia'));
  first.unmount();
  const second = open({ ...firm, ...difference });
  await vi.waitFor(() => expect(second.searches()).toEqual(['']));
  second.unmount();
  // The first firm has its search back.
  const third = open(firm);
  await vi.waitFor(() => expect(third.searches()).toEqual(['garcia']));
});
