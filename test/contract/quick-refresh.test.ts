import { describe, expect, it } from 'vitest';
import type { ResourceProgress } from '#contract/calls/live';
import type { ResourceName } from '#contract/resources';
import { CacheRefresher } from '#engine/refresh/refresh';
import { Service } from '#engine/service/client';
import { addCleanup } from '../support/cleanups';
import { refreshWriterOf } from '../support/refresh-writer';
import { queryOf, readerAt, tempCacheFile, writerAt } from '../unit/cache/temp-cache';
import { ACCOUNTS, DemoFirmClient, PERSONS, type DemoJson } from '../unit/demo/demo-firm-client';

/** A demo firm over real HTTP, and a real cache of its accounts and persons. */
async function refreshedFirm() {
  const demo = await DemoFirmClient.start({ accounts: 1_200, seed: 11 });
  addCleanup(() => demo.close());
  const service = new Service({
    ...demo.service,
    fetch: globalThis.fetch,
    credential: { kind: 'api-key', key: demo.service.apiKey },
  });
  const file = tempCacheFile();
  const writer = writerAt(file);
  const reader = readerAt(file);
  const refresher = new CacheRefresher({
    service,
    writer: refreshWriterOf(writer),
    states: () => reader.states(),
    report: () => undefined,
  });
  const cached = (resource: ResourceName): Map<string, unknown> => {
    const sort = { field: 'id', descending: false };
    const { keys } = reader.keys({ query: queryOf({ resource, sort }), offset: 0, limit: 5_000 });
    return new Map(keys.map((key) => [key, JSON.parse(reader.get({ resource, key })?.raw ?? 'null')]));
  };
  const byId = (rows: readonly DemoJson[]) => new Map(rows.map((row) => [String(row['id']), row]));
  /** Refreshes both lists, and expects the cache to equal the service. */
  const refresh = async (): Promise<readonly ResourceProgress[]> => {
    await refresher.start(['accounts', 'relatedPersons']);
    await refresher.settled();
    reader.refresh();
    const closed = await demo.filter(ACCOUNTS, { status: 'closed' });
    expect(cached('accounts')).toEqual(byId([...(await demo.all(ACCOUNTS, 10_000)), ...closed.data]));
    expect(cached('relatedPersons')).toEqual(byId(await demo.all(PERSONS, 10_000)));
    return refresher.current()?.resources ?? [];
  };
  await refresh();
  /** Changes the first `count` accounts in the service, and returns them. */
  const change = async (count: number, notes: string): Promise<DemoJson[]> => {
    const { data } = await demo.get(`${ACCOUNTS}?pager.limit=${count}`);
    const edited = data.map((account) => ({ ...account, notes }));
    return (await demo.requestOk<{ data: DemoJson[] }>('PUT', ACCOUNTS, edited)).data;
  };
  return { demo, writer, refresh, change };
}

describe('a refresh of a complete cache', () => {
  it('stores changes made in the service, and counts none that the app had already stored', async () => {
    const { writer, refresh, change } = await refreshedFirm();
    expect(await refresh()).toMatchObject([
      { quick: true, records: 0 },
      { quick: true, records: 0 },
    ]);
    await change(12, 'Called on Monday');
    expect(await refresh()).toMatchObject([
      { quick: true, changed: 12, added: 0 },
      { quick: true, changed: 0 },
    ]);
    const put = await change(3, 'Called on Tuesday');
    writer.putRecords(
      'accounts',
      put.map((account) => JSON.stringify(account)),
    );
    expect(await refresh()).toMatchObject([{ quick: true, changed: 0 }, { quick: true }]);
  });

  it('fetches everything after a night in which most records changed', async () => {
    const { demo, refresh } = await refreshedFirm();
    demo.service.nextDay();
    const [accounts] = await refresh();
    expect(accounts).toMatchObject({ state: 'done', uncertain: false });
    expect(accounts?.quick).toBeUndefined();
    // A quick refresh looks back 30 minutes, and would find the night's changes again: most of the list.
    const [accountsAgain] = await refresh();
    expect(accountsAgain).toMatchObject({ state: 'done', uncertain: false });
    expect(accountsAgain?.quick).toBeUndefined();
  });
});
