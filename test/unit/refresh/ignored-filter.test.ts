import { describe, expect, it } from 'vitest';
import { FakeLists, fakeItems, type Item } from './fake-lists';
import { MemoryWriter } from './memory-writer';
import { progressOf, refresh } from './refresher';

const withStatus = (records: readonly Item[], status: unknown): Item[] =>
  records.map((record) => ({ ...record, status }));

const open = withStatus(fakeItems(300), 'funded');
const closed = withStatus(fakeItems(40, 500_000), 'closed');

describe('a filter for closed accounts', () => {
  const refreshWith = async (filtered: readonly Item[], listed: readonly Item[] = open, cap = 100_000) => {
    const writer = new MemoryWriter();
    await refresh(new FakeLists({ 'accounts.list': open, 'accounts.filter': closed }), ['accounts'], writer);
    const service = new FakeLists({ 'accounts.list': listed, 'accounts.filter': filtered });
    service.maxPageSize = cap;
    const { run } = await refresh(service, ['accounts'], writer);
    return { outcome: progressOf(run, 'accounts'), keys: writer.keys('accounts'), service };
  };

  it.each<[string, readonly Item[]]>([
    ['with the whole open list', open],
    ['with one open account among the closed ones', [...closed.slice(1), ...open.slice(0, 1)]],
    ['with an unlisted account of another status', withStatus(fakeItems(1, 900_000), 'stale')],
    ['with unlisted accounts whose status is null', withStatus(fakeItems(3, 900_000), null)],
    ['with listed accounts without their status', fakeItems(300)],
  ])('removes nothing and is uncertain when the service responds %s', async (_, filtered) => {
    const { outcome, keys, service } = await refreshWith(filtered);
    expect(outcome).toMatchObject({ state: 'done', removed: 0, uncertain: true });
    for (const { id } of [...open, ...closed]) expect(keys).toContain(String(id));
    // A second read would get the same response.
    expect(service.requestsFor('accounts.filter')).toHaveLength(1);
  });

  it('removes nothing when only a later page has an open account', async () => {
    const { outcome, keys } = await refreshWith([...closed.slice(0, 25), ...open.slice(0, 1)], open, 10);
    expect(outcome).toMatchObject({ state: 'done', removed: 0, uncertain: true });
    expect(keys).toHaveLength(340);
  });

  it.each<[string, readonly Item[]]>([
    ['exactly', closed.slice(0, 30)],
    ['except for capitalization', withStatus(closed.slice(0, 30), 'Closed')],
    ['but omits the status of accounts that no other list has', fakeItems(30, 500_000)],
  ])('removes what both lists lack when the response matches the filter %s', async (_, filtered) => {
    const { outcome, keys } = await refreshWith(filtered, open.slice(0, 295));
    expect(outcome).toMatchObject({ state: 'done', removed: 15, uncertain: false });
    expect(keys).toHaveLength(325);
  });
});
