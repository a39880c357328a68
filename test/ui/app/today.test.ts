import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { MADE_IN_APP } from '#contract/features/changes/schemas';
import type { Change } from '#contract/features/changes/calls';
import { exceptionsOf } from '../../../renderer/features/today/exceptions';
import AccountBars from '../../../renderer/features/today/AccountBars.svelte';
import LastChanges from '../../../renderer/features/today/LastChanges.svelte';
import SinceVisit from '../../../renderer/features/today/SinceVisit.svelte';
import { FEATURE_VIEWS } from '../../../renderer/features';
import TodayView from '../../../renderer/features/today/TodayView.svelte';
import {
  connectionOf,
  declaredFailure,
  deferredPromise,
  fakeDesktop,
  fakeEngine,
  liveOf,
  sampleProgress,
  runOf,
} from '../fakes';
import { flushAsync } from '../grid/support';

const go = () => undefined;
const cachedLists = liveOf().resources;
const completed = runOf({ id: 7, resources: [sampleProgress('accounts', { changed: 3 })] });

const changeOf = (id: number, kind: Change['kind'], title: string): Change => ({
  id,
  runId: 7,
  at: '2026-11-21T07:00:30Z',
  resource: 'accounts',
  key: String(id),
  title,
  number: null,
  custodian: 'SWB',
  kind,
  fields: kind === 'changed' ? [{ field: 'status', before: '"Funded"', after: '"Closed"' }] : [],
});
const engineWithChanges = (items: readonly Change[] = []) =>
  fakeEngine({ 'changes.list': () => ({ total: items.length, items }) }).engine;

describe('last refresh on Today', () => {
  it('names and links the records it found; removed ones link to the changes of the refresh', async () => {
    const go = vi.fn();
    const engine = engineWithChanges([
      changeOf(1001, 'changed', 'Ann Lee'),
      changeOf(1002, 'removed', 'Tom Park'),
    ]);
    render(LastChanges, { engine, latest: { completed, last: completed }, lists: cachedLists, go });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: /Ann Lee/ }));
    expect(go).toHaveBeenLastCalledWith({ screen: 'resource', resource: 'accounts', record: '1001' });
    await user.click(screen.getByRole('button', { name: /Tom Park.*Removed/ }));
    expect(go).toHaveBeenLastCalledWith({ screen: 'changes', page: { runId: 7 } });
  });

  it.each([
    ['failed', /could not download everything/],
    ['canceled', /was stopped/],
    ['interrupted', /was interrupted/],
  ] as const)('shows the result of the last completed refresh next to a later %s one', (state, message) => {
    const last = runOf({ id: 8, state, resources: [sampleProgress('accounts', { state: 'canceled' })] });
    render(LastChanges, { engine: engineWithChanges(), latest: { completed, last }, lists: cachedLists, go });
    expect(screen.getByText('3 changed')).toBeTruthy();
    expect(screen.getByText(message)).toBeTruthy();
    expect(screen.queryByText(/^No changes\.$/)).toBeNull();
  });

  it('shows what an unfinished refresh has found so far', () => {
    const last = runOf({ id: 8, state: 'failed', resources: [sampleProgress('accounts', { removed: 2 })] });
    render(LastChanges, { engine: engineWithChanges(), latest: { completed, last }, lists: cachedLists, go });
    expect(screen.getByText(/until then it found 2/)).toBeTruthy();
  });

  it('shows no records of the previous refresh, and asks a restarted engine again', async () => {
    const next = deferredPromise<{ total: number; items: Change[] }>();
    const { engine } = fakeEngine({
      'changes.list': ({ filter }: { filter: { runId: number } }) =>
        filter.runId === 7 ? { total: 1, items: [changeOf(1001, 'changed', 'Ann Lee')] } : next.promise,
    });
    const { rerender } = render(LastChanges, {
      engine,
      latest: { completed, last: completed },
      lists: cachedLists,
      go,
    });
    await screen.findByText('Ann Lee');
    const later = { ...completed, id: 8 };
    await rerender({ latest: { completed: later, last: later } });
    expect(screen.queryByText('Ann Lee')).toBeNull();
    await rerender({ engine: engineWithChanges([changeOf(1002, 'changed', 'Tom Park')]) });
    await screen.findByText('Tom Park');
  });

  it.each([
    [{ uncertain: true }, 'Not confirmed complete, so removed records are unknown: billing groups.'],
    [
      { state: 'skipped' as const, failure: { kind: 'not-allowed' as const } },
      'The service didn’t provide billing groups.',
    ],
  ])('does not say that there are no changes if a list was not read completely: %o', (progress, text) => {
    const resources = [sampleProgress('accounts'), sampleProgress('billingGroups', progress)];
    const run = runOf({ resources });
    render(LastChanges, {
      engine: engineWithChanges(),
      latest: { completed: run, last: run },
      lists: cachedLists,
      go,
    });
    expect(screen.queryByText(/^No changes\.$/)).toBeNull();
    expect(screen.getByText(text)).toBeTruthy();
  });

  it('says that there are no changes if a list that was never here was not provided', () => {
    const refused = { state: 'skipped', failure: { kind: 'not-allowed' } } as const;
    const run = runOf({ resources: [sampleProgress('accounts'), sampleProgress('legacyMappings', refused)] });
    render(LastChanges, {
      engine: engineWithChanges(),
      latest: { completed: run, last: run },
      lists: cachedLists,
      go,
    });
    expect(screen.getByText(/^No changes\.$/)).toBeTruthy();
  });

  it('does not say that there are no changes before a refresh has completed', () => {
    render(LastChanges, {
      engine: engineWithChanges(),
      latest: { completed: null, last: runOf({ state: 'canceled' }) },
      lists: cachedLists,
      go,
    });
    expect(screen.queryByText(/^No changes\.$/)).toBeNull();
    expect(screen.getByText(/No refresh has finished yet/)).toBeTruthy();
  });
});

it('updates the counts in the middle and at the end of a refresh', async () => {
  let total = 10;
  const { engine } = fakeEngine({
    'records.window': () => ({ rows: [], total, version: 1 }),
    'roi.attention': () => [],
  });
  const { desktop } = fakeDesktop();
  const running = runOf({ state: 'running', endedAt: null });
  const lists = liveOf().resources.map((state) => ({ ...state, count: 10 }));
  const props = (version: number, run = running) => ({
    features: FEATURE_VIEWS,
    engine,
    desktop,
    connection: connectionOf(),
    live: liveOf({ version, run, resources: lists }),
    onresume: go,
    go,
  });
  const { rerender } = render(TodayView, props(1));
  // The three exceptions show the total.
  await waitFor(() => expect(screen.getAllByText('10').length).toBeGreaterThan(2));
  total = 80;
  await rerender(props(2));
  await waitFor(() => expect(screen.getAllByText('80').length).toBeGreaterThan(2));
  total = 100;
  await rerender(props(2, runOf()));
  await waitFor(() => expect(screen.getAllByText('100').length).toBeGreaterThan(2));
});

it('requests no count of an incomplete list, because counting would delay its refresh', async () => {
  const { engine, calls } = fakeEngine({ 'roi.attention': () => [] });
  const { desktop } = fakeDesktop();
  const completeLists = liveOf().resources;
  const incompleteLists: typeof completeLists = completeLists.map((state) => ({
    ...state,
    count: 10,
    asOf: null,
  }));
  const props = (version: number, resources: typeof completeLists) => ({
    features: FEATURE_VIEWS,
    engine,
    desktop,
    connection: connectionOf(),
    live: liveOf({ version, run: runOf({ state: 'running', endedAt: null }), resources }),
    onresume: go,
    go,
  });
  const countRequests = () => calls.filter(({ name }) => name === 'records.window').length;
  const { rerender } = render(TodayView, props(1, incompleteLists));
  await waitFor(() => expect(calls.some(({ name }) => name === 'changes.latest')).toBe(true));
  expect(countRequests()).toBe(0);
  await rerender(props(2, completeLists));
  await waitFor(() => expect(countRequests()).toBe(exceptionsOf(new Date()).length));
});

it('counts a visit while the user is there and on return, not when data changes overnight', async () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 23, 17), toFake: ['Date'] });
  const hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  onTestFinished(() => {
    vi.useRealTimers();
    hasFocus.mockRestore();
  });
  const { engine, calls } = fakeEngine({ 'roi.attention': () => [] });
  const { desktop } = fakeDesktop();
  const props = (version: number) => ({
    features: [],
    engine,
    desktop,
    connection: connectionOf(),
    live: liveOf({ version, run: runOf() }),
    onresume: go,
    go,
  });
  const visits = () => calls.filter(({ name }) => name === 'changes.sinceVisit').map(({ input }) => input);
  const { rerender } = render(TodayView, props(1));
  await waitFor(() => expect(visits()).toEqual([{ isPresent: true }]));
  vi.setSystemTime(new Date(2026, 10, 24, 6, 30));
  await rerender(props(2));
  await waitFor(() => expect(visits()).toEqual([{ isPresent: true }, { isPresent: false }]));
  await fireEvent.keyDown(document.body, { key: 'ArrowDown' });
  await waitFor(() => expect(visits().at(-1)).toEqual({ isPresent: true }));
  expect(visits()).toHaveLength(3);
});

it('shows changes since the last visit by origin and links those made here', async () => {
  const go = vi.fn();
  const visit = {
    since: '2026-11-20T11:45:00.000Z',
    lists: [
      { resource: 'accounts' as const, inApp: 3, inService: 1200 },
      { resource: 'billingGroups' as const, inApp: 0, inService: 1 },
    ],
  };
  const latest = { completed, last: completed };
  const { rerender } = render(SinceVisit, { visit, latest, runs: [completed], lists: cachedLists, go });
  expect(screen.getByText('1,200 in the service, 3 sent from Firm Desk')).toBeTruthy();
  expect(screen.getByText('1 in the service')).toBeTruthy();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Sent from Firm Desk' }));
  expect(go).toHaveBeenCalledWith({ screen: 'changes', page: { runId: MADE_IN_APP } });
  await rerender({ visit: { since: null, lists: [] }, go });
  expect(screen.queryByText(/since your last visit/)).toBeNull();
});

it.each([
  [
    runOf({ startedAt: '2026-11-20T11:00:00Z', endedAt: '2026-11-20T11:01:00Z' }),
    {},
    'No complete refresh since then, so changes are unknown.',
  ],
  [null, {}, 'No complete refresh since then, so changes are unknown.'],
  [runOf({ startedAt: '2026-11-20T11:44:00Z' }), {}, 'No changes found so far.'],
  [runOf(), {}, 'No changes since then.'],
  [runOf(), { last: runOf({ id: 8, state: 'failed' }) }, 'No changes found so far.'],
  [runOf({ resources: [sampleProgress('accounts', { uncertain: true })] }), {}, 'No changes found so far.'],
  [completed, {}, 'Changes since then are no longer stored.'],
  [
    runOf({ resources: [sampleProgress('accounts', { added: 100 }), sampleProgress('advisorCodes')] }),
    {},
    'No changes found so far.',
  ],
  [
    runOf({ resources: [sampleProgress('accounts', { records: 12, added: 12 })] }),
    {},
    'Changes since then are unknown: there was no earlier data to compare with.',
  ],
])('does not say that nothing changed since the last visit unless it is known', (run, later, text) => {
  const latest = { completed: run, last: run, ...later };
  const visit = { since: '2026-11-20T11:45:00.000Z', lists: [] };
  render(SinceVisit, { visit, latest, runs: run ? [run] : [], lists: cachedLists, go });
  expect(screen.getByText(text)).toBeTruthy();
});

it('leaves exceptions that are findings to the review queue', () => {
  expect(exceptionsOf(new Date()).map(({ id }) => id)).toEqual(['stale', 'closed', 'papered']);
});

it('links bars of accounts by custodian and status, and does not count an incomplete list', async () => {
  const go = vi.fn();
  const { engine, calls } = fakeEngine({
    'records.facets': ({ field }: { field: string }) => ({
      values: field === 'custodian' ? [{ value: 'SWB', count: 1200 }] : [{ value: 'stale', count: 56 }],
      distinct: 1,
    }),
  });
  const { rerender } = render(AccountBars, { engine, dataVersion: null, go });
  expect(calls).toEqual([]);
  await rerender({ engine, dataVersion: '1', go });
  await userEvent.click(await screen.findByRole('button', { name: /^Charles Schwab 1,200/ }));
  expect(go).toHaveBeenCalledWith({
    screen: 'resource',
    resource: 'accounts',
    filters: [{ op: 'in', field: 'custodian', values: ['SWB'] }],
  });
  await userEvent.click(screen.getByRole('button', { name: /^Stale 56/ }));
  expect(go).toHaveBeenLastCalledWith({
    screen: 'resource',
    resource: 'accounts',
    filters: [{ op: 'in', field: 'status', values: ['stale'] }],
  });
});

it('shows no older counts of accounts that arrive after the latest ones', async () => {
  const older = deferredPromise<object>();
  const countsOf = (count: number) => ({ values: [{ value: 'SWB', count }], distinct: 1 });
  let responses: () => unknown = () => older.promise;
  const { engine, calls } = fakeEngine({ 'records.facets': () => responses() });
  const { rerender } = render(AccountBars, { engine, dataVersion: '1', go });
  await vi.waitFor(() => expect(calls).toHaveLength(2));
  responses = () => countsOf(1200);
  await rerender({ dataVersion: '2' });
  await screen.findByRole('button', { name: /^Charles Schwab 1,200/ });
  older.settle(countsOf(7));
  await flushAsync();
  expect(screen.getByRole('button', { name: /^Charles Schwab 1,200/ })).toBeTruthy();
});

it('shows why the accounts could not be counted, and asks a restarted engine', async () => {
  const { engine } = fakeEngine({ 'records.facets': () => Promise.reject(declaredFailure('engine-lost')) });
  const { rerender } = render(AccountBars, { engine, dataVersion: '1', go });
  expect(await screen.findAllByText('Part of Firm Desk stopped')).toHaveLength(1);
  const restarted = fakeEngine({
    'records.facets': () => ({ values: [{ value: 'SWB', count: 1200 }], distinct: 1 }),
  });
  await rerender({ engine: restarted.engine });
  expect(await screen.findByRole('button', { name: /^Charles Schwab 1,200/ })).toBeTruthy();
  expect(screen.queryByText('Part of Firm Desk stopped')).toBeNull();
});
