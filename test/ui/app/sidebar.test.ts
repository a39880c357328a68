import { describe, expect, it } from 'vitest';
import type { Live } from '#contract/calls/live';
import { RESOURCE_NAMES } from '#contract/resources';
import { SCREENS } from '#contract/screens';
import { isAt, sidebarGroups } from '../../../renderer/app/shell/sidebar';
import { OfferedLists } from '../../../renderer/state/offered-lists';
import { liveOf, runOf } from '../fakes';

const entries = (...args: Parameters<typeof sidebarGroups>) =>
  sidebarGroups(...args).flatMap((group) => group.entries);
const titlesOf = (group: ReturnType<typeof sidebarGroups>[number]) => group.entries.map(({ title }) => title);
const titles = (live: Parameters<typeof sidebarGroups>[0]) => entries(live).map(({ title }) => title);
const liveWithCounts = (count: number) =>
  liveOf({
    resources: RESOURCE_NAMES.map((resource) => ({
      resource,
      count,
      asOf: '2026-11-21T07:00:00Z',
      uncertain: false,
      drifted: 0,
    })),
  });

describe('sidebar', () => {
  it('links once to every screen outside the app group, unless it is only in the palette', () => {
    const listedTitles = titles(liveWithCounts(3));
    expect(new Set(listedTitles).size).toBe(listedTitles.length);
    for (const { title, group, paletteOnly } of SCREENS)
      if (group !== 'app') expect(listedTitles.includes(title)).toBe(!paletteOnly);
    expect(sidebarGroups(liveWithCounts(3)).every((group) => group.entries.length > 0)).toBe(true);
  });

  it('shows a deprecated list only while it has records', () => {
    expect(titles(liveWithCounts(3))).toContain('Legacy mappings');
    expect(titles(liveWithCounts(0))).not.toContain('Legacy mappings');
  });

  it('shows the list of the old API below the task that replaces it', () => {
    const tasks = sidebarGroups(liveWithCounts(3)).find(({ group }) => group === 'tasks')?.entries ?? [];
    const index = tasks.findIndex(({ title }) => title === 'Advisor codes');
    expect(tasks[index + 1]).toMatchObject({ title: 'Legacy mappings', count: 3 });
  });

  it('shows an optional list only while it has records, not as deprecated', () => {
    expect(titles(liveWithCounts(0))).not.toContain('Billing minimums');
    expect(titles(null)).not.toContain('Billing minimums');
    const qualified = entries(liveWithCounts(3)).flatMap(({ title, qualifier }) =>
      qualifier ? [[title, qualifier]] : [],
    );
    expect(qualified).toEqual([['Legacy mappings', 'old API']]);
    expect(titles(liveWithCounts(3))).toContain('Billing minimums');
  });

  it('keeps its entries while a connection opens or downloads, until it is deleted', () => {
    localStorage.clear();
    const lists = new OfferedLists(localStorage);
    const titlesFor = (live: Live | null) =>
      sidebarGroups(live, {}, {}, lists.listsFor('firm', live)).flatMap(titlesOf);
    const download = runOf({ state: 'running' });
    const resources = liveWithCounts(0).resources.map((state) => ({ ...state, asOf: null }));
    const empty = liveOf({ connectionId: 'firm', resources });
    // A new connection has all lists: none appears during the first download.
    for (const live of [null, empty, { ...empty, run: download }])
      expect(titlesFor(live)).toEqual(titlesFor(liveWithCounts(3)));
    const withoutRecords = { ...liveWithCounts(0), connectionId: 'firm' };
    lists.store('firm', withoutRecords);
    expect(titlesFor(withoutRecords)).not.toContain('Billing minimums');
    expect(titlesFor(null)).toEqual(titlesFor(withoutRecords));
    expect(titlesFor({ ...withoutRecords, run: download })).toEqual(titlesFor(withoutRecords));
    lists.store('firm', { ...liveWithCounts(3), connectionId: 'firm' });
    expect(titlesFor(null)).toContain('Billing minimums');
    lists.retainOnly(['other']);
    expect(localStorage.getItem('offered-lists')).toBe('{}');
  });

  it('shows no counts before the first refresh', () => {
    expect(entries(null).map(({ count }) => count)).toEqual(entries(null).map(() => null));
    expect(entries(liveWithCounts(3)).find(({ title }) => title === 'Accounts')?.count).toBe(3);
  });

  it('marks exactly one screen as current', () => {
    const currentRoute = { screen: 'resource', resource: 'accounts', search: 'juns' } as const;
    expect(entries(liveWithCounts(3)).filter(({ route }) => isAt(currentRoute, route))).toHaveLength(1);
    const household = { screen: 'household', id: '60001' } as const;
    const entriesAt = entries(liveWithCounts(3)).filter(({ route }) => isAt(household, route));
    expect(entriesAt.map(({ title }) => title)).toEqual(['Households']);
    expect(isAt({ screen: 'changes', page: { runId: 7 } }, { screen: 'changes' })).toBe(true);
    expect(
      isAt({ screen: 'task', task: 'roi', page: { kind: 'new' } }, { screen: 'task', task: 'roi' }),
    ).toBe(true);
    expect(isAt({ screen: 'task', task: 'roi' }, { screen: 'task', task: 'activity' })).toBe(false);
  });
});
