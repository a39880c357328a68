import { render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import type { FailureKind } from '#contract/failure';
import { resources, type ResourceName } from '#contract/resources';
import { failuresOf, failureText, refreshToast } from '../../../renderer/records/refresh/refresh-toast';
import { runStateLabel } from '../../../renderer/records/refresh/progress';
import RefreshPanel from '../../../renderer/records/refresh/RefreshPanel.svelte';
import EmptyList from '../../../renderer/records/list/EmptyList.svelte';
import ListNotices from '../../../renderer/records/list/ListNotices.svelte';
import { fakeEngine, liveOf, sampleProgress, runOf } from '../fakes';

const states = liveOf().resources;
const uncertain = runOf({
  resources: [sampleProgress('accounts', { uncertain: true }), sampleProgress('advisorCodes')],
});

it('does not report plain success for a refresh with a possibly incomplete list', () => {
  expect(runStateLabel(uncertain)).toEqual({
    label: 'Refreshed; some lists not confirmed complete',
    tone: 'warn',
  });
  expect(refreshToast(uncertain, states)).toMatchObject({
    title: 'Refreshed; some lists not confirmed complete',
    tone: 'plain',
  });
  expect(runStateLabel(runOf())).toEqual({ label: 'Refreshed', tone: 'good' });
  expect(refreshToast(runOf(), states).tone).toBe('good');
});

it('does not deny removals from other lists when one list is not confirmed complete', () => {
  const run = runOf({
    resources: [
      sampleProgress('accounts', { uncertain: true }),
      sampleProgress('advisorCodes', { removed: 2 }),
    ],
  });
  expect(refreshToast(run, states).text).toMatch(
    /Some lists may be incomplete\. No records were removed from them\./,
  );
  const { engine } = fakeEngine();
  render(RefreshPanel, { engine, live: { ...liveOf(), run }, onresume: vi.fn(), go: vi.fn() });
  expect(screen.getByText(/See the changes: 2 removed/)).toBeTruthy();
  expect(screen.getByText(/No records were removed from it\./)).toBeTruthy();
});

it('names a list that the service did not provide, in the toast and above its earlier records', () => {
  const refused = sampleProgress('billingGroups', { state: 'skipped', failure: { kind: 'not-allowed' } });
  const run = runOf({ resources: [sampleProgress('accounts'), refused] });
  expect(refreshToast(run, states)).toMatchObject({
    title: 'Refreshed; billing groups not provided',
    text: expect.stringMatching(/^Your key does not have permission for this\./) as string,
    tone: 'plain',
  });
  const changed = { resources: [sampleProgress('accounts', { added: 12, changed: 3 }), refused] };
  expect(refreshToast(runOf(changed), states).text).toMatch(
    /^12 new, 3 changed\. Your key does not have permission/,
  );
  const withoutRecords = states.map((state) => ({ ...state, count: 0 }));
  expect(refreshToast(run, withoutRecords)).toMatchObject({ title: 'Refreshed', tone: 'good' });
  const state = states.find(({ resource }) => resource === 'billingGroups');
  render(ListNotices, { descriptor: resources.billingGroups, live: liveOf({ run }), state });
  expect(screen.getByRole('note').textContent).toMatch(
    /^The service didn’t provide billing groups in the last refresh\. You see those of Nov 21, 2026/,
  );
});

it('says that a list may be incomplete without guessing a cause', () => {
  const live = liveOf();
  const [first] = live.resources;
  if (!first) throw new Error('no list');
  render(ListNotices, { descriptor: resources.accounts, live, state: { ...first, uncertain: true } });
  expect(screen.getByRole('note').textContent).toMatch(/confirm that this list is complete/);
  expect(screen.getByRole('note').textContent).not.toMatch(/changed in the service/);
});

it('says of a list that is downloaded in part that more or others may match', async () => {
  const live = liveOf();
  const [first] = live.resources;
  if (!first) throw new Error('no list');
  const state = { ...first, asOf: null };
  const descriptor = resources.accounts;
  const { rerender } = render(ListNotices, { descriptor, live, state });
  expect(screen.queryByRole('note')).toBeNull();
  await rerender({ isFiltered: true });
  expect(screen.getByRole('note').textContent).toMatch(/^Only some of the accounts are downloaded so far/);
  const empty = { isNeverFetched: false, progress: undefined, isOffline: false, isFiltered: true };
  render(EmptyList, { descriptor, ...empty, isPartial: true, onclear: vi.fn(), onrefresh: vi.fn() });
  expect(screen.getByText(/so far\. Refresh to download the rest\.$/)).toBeTruthy();
});

it('reports a failure of several lists once with their number, of one list with its name', () => {
  const failedList = (resource: ResourceName, kind: FailureKind) =>
    sampleProgress(resource, { state: 'failed', failure: { kind } });
  const run = (...resources: ReturnType<typeof failedList>[]) => runOf({ state: 'failed', resources });
  const several = run(
    failedList('accounts', 'service-broken'),
    failedList('billingGroups', 'service-broken'),
    failedList('feeStructures', 'not-allowed'),
  );
  expect(failuresOf(several).map(failureText)).toEqual([
    expect.stringMatching(/^2 lists: The service has a problem\. Try again later/),
    expect.stringMatching(/^Fee structures: Your key does not have permission for this\./),
  ]);
  expect(refreshToast(several, states).title).toBe('3 lists not refreshed');
  expect(refreshToast(several, states).text).toMatch(/^2 lists: /);
  expect(refreshToast(run(failedList('accounts', 'service-broken')), states).title).toBe(
    'Accounts not refreshed',
  );
  expect(refreshToast(run(failedList('accounts', 'service-broken')), states).text).toMatch(
    /^The service has a problem\./,
  );
  const failedRun = runOf({ state: 'failed', failure: { kind: 'offline' }, resources: [] });
  expect(refreshToast(failedRun, states).title).toBe('Refresh incomplete');
  expect(refreshToast(failedRun, states).text).toMatch(/^No network connection\. /);
});

it('says that a refresh stored its lists but failed to finish, and links to no changes', () => {
  const run = runOf({
    failure: { kind: 'disk-full' },
    resources: [sampleProgress('accounts', { changed: 2 }), sampleProgress('advisorCodes')],
  });
  expect(refreshToast(run, states)).toMatchObject({
    title: 'Refreshed, but some changes may not be saved',
    text: 'The disk is full. Free some space, then try again.',
    tone: 'bad',
  });
  const { engine } = fakeEngine();
  render(RefreshPanel, { engine, live: { ...liveOf(), run }, onresume: vi.fn(), go: vi.fn() });
  expect(screen.queryByText('Refresh incomplete')).toBeNull();
  expect(screen.getByText('Refreshed, but some changes may not be saved')).toBeTruthy();
  expect(screen.getByText(/^The disk is full\./)).toBeTruthy();
  expect(screen.getByText(/Lists marked Done were saved/)).toBeTruthy();
  expect(screen.getAllByText('Done')).toHaveLength(2);
  expect(screen.queryByText(/See the changes/)).toBeNull();
});
