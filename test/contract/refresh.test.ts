import { afterEach, describe, expect, it } from 'vitest';
import type { Run } from '#contract/calls/live';
import { RESOURCE_NAMES } from '#contract/resources';
import { startDemo } from '#main/demo/index';
import { Service } from '#engine/service/client';
import { CacheRefresher } from '#engine/refresh/refresh';
import {
  closeDelimited,
  json,
  listBody,
  gatewayPage,
  startMisbehaving,
  type Behavior,
  type MisbehavingService,
  type ReceivedRequest,
} from '../support/misbehaving-service';
import { MemoryWriter } from '../unit/refresh/memory-writer';

const servers: MisbehavingService[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const allAccounts = Array.from({ length: 25_000 }, (_, index) => ({
  id: index + 1,
  name: `Account ${index + 1}`,
}));
const isAccountsRequest = ({ method, path }: ReceivedRequest): boolean =>
  method === 'GET' && path.endsWith('/accounts');
/** Lists `allAccounts`; the other lists are empty. */
const servesAccounts: Behavior = (response, request, count) =>
  json(listBody(isAccountsRequest(request) ? allAccounts : [], request))(response, request, count);

/** Prepares a refresh over real HTTP, into memory. */
async function prepareRefresh(behave: Behavior, key = 'the-first-key') {
  const server = await startMisbehaving(behave);
  servers.push(server);
  const service = new Service({
    ...server,
    fetch: globalThis.fetch,
    credential: { kind: 'api-key', key },
  });
  const writer = new MemoryWriter();
  const watchers = new Set<(run: Run) => void>();
  const refresher = new CacheRefresher({
    service,
    writer,
    report: (run) => watchers.forEach((watch) => watch(run)),
  });
  const runMatching = (matches: (run: Run) => boolean): Promise<Run> =>
    new Promise((resolve) => {
      const watch = (run: Run): void => {
        if (!matches(run)) return;
        watchers.delete(watch);
        resolve(run);
      };
      watchers.add(watch);
    });
  return { server, service, writer, refresher, runMatching };
}

const accountsOf = (run: Run | null) => run?.resources.find(({ resource }) => resource === 'accounts');

describe('a refresh over HTTP', () => {
  it('fetches the demo firm completely', async () => {
    const demo = await startDemo({ accounts: 3_000, seed: 11 });
    try {
      const { baseUrl, authUrl, username, password } = demo;
      const service = new Service({
        fetch: globalThis.fetch,
        baseUrl,
        authUrl,
        credential: { kind: 'password', username, password },
      });
      const writer = new MemoryWriter();
      const refresher = new CacheRefresher({ service, writer, report: () => undefined });
      await refresher.start();
      await refresher.settled();
      expect(refresher.current()?.resources.map(({ state, uncertain }) => [state, uncertain])).toEqual(
        RESOURCE_NAMES.map(() => ['done', false]),
      );
      expect(writer.keys('accounts')).toHaveLength(3_000);
      // Fetched by a filter: the list of accounts omits closed ones.
      const closed = [...(writer.rows.get('accounts')?.values() ?? [])].filter(({ raw }) =>
        raw.includes('"status":"closed"'),
      );
      expect(closed.length).toBeGreaterThan(10);
    } finally {
      await demo.close();
    }
  });

  it('pauses on a 401, and continues with the new key', async () => {
    let valid = 'the-first-key';
    const { refresher, service, server, writer, runMatching } = await prepareRefresh(
      (response, request, count) => {
        if (
          isAccountsRequest(request) &&
          request.query.get('pager.page') === '2' &&
          valid === 'the-first-key'
        )
          valid = 'a-new-key';
        if (request.headers.authorization === `Bearer ${valid}`) servesAccounts(response, request, count);
        else json({ message: 'Unauthorized' }, 401)(response, request, count);
      },
    );
    const paused = runMatching((run) => run.state === 'paused');
    await refresher.start();
    expect((await paused).failure).toMatchObject({ kind: 'credential-refused', status: 401 });
    service.setCredential({ kind: 'api-key', key: 'a-new-key' });
    refresher.resume();
    await refresher.settled();
    expect(accountsOf(refresher.current())).toMatchObject({
      state: 'done',
      records: 25_000,
      uncertain: false,
    });
    expect(writer.keys('accounts')).toHaveLength(25_000);
    const firstPages = server.requests.filter(
      (request) => isAccountsRequest(request) && request.query.get('pager.page') === '1',
    );
    expect(firstPages).toHaveLength(1); // pages that had arrived were not fetched again
  });

  it('halves the page size when the gateway times out', async () => {
    const { refresher, server } = await prepareRefresh((response, request, count) =>
      Number(request.query.get('pager.limit')) > 5_000
        ? gatewayPage(504)(response, request, count)
        : servesAccounts(response, request, count),
    );
    await refresher.start(['accounts']);
    await refresher.settled();
    expect(accountsOf(refresher.current())).toMatchObject({
      state: 'done',
      records: 25_000,
      uncertain: false,
    });
    const limits = server.requests.filter(isAccountsRequest).map(({ query }) => query.get('pager.limit'));
    expect(limits).toEqual(['10000', ...Array<string>(5).fill('5000')]);
  });

  it('notices a page that is truncated without an error', async () => {
    let cuts = 0;
    const { refresher, writer } = await prepareRefresh((response, request, count) => {
      if (!isAccountsRequest(request) || request.query.get('pager.page') !== '2' || cuts > 0)
        return servesAccounts(response, request, count);
      cuts++;
      // Truncated after a complete record: the end looks like complete JSON.
      const text = JSON.stringify(listBody(allAccounts, request));
      return closeDelimited(text.slice(0, text.indexOf('}', text.length / 2) + 1))(response, request, count);
    });
    await refresher.start(['accounts']);
    await refresher.settled();
    expect(cuts).toBe(1);
    expect(accountsOf(refresher.current())).toMatchObject({
      state: 'done',
      records: 25_000,
      uncertain: false,
    });
    expect(writer.keys('accounts')).toHaveLength(25_000);
  });

  it('keeps its data when the service disappears, and resumes when it returns', async () => {
    const { refresher, server, writer, service } = await prepareRefresh(servesAccounts);
    server.behave((response, request, count) => {
      if (!isAccountsRequest(request) || request.query.get('pager.page') !== '3')
        return servesAccounts(response, request, count);
      return gatewayPage(404, '<html>We are moving</html>')(response, request, count);
    });
    await refresher.start(['accounts']);
    await refresher.settled();
    expect(refresher.current()).toMatchObject({ state: 'failed', failure: { kind: 'not-the-service' } });
    expect(writer.keys('accounts')).toHaveLength(20_000);
    expect(writer.passes).toEqual([]);

    server.behave(servesAccounts);
    const nextRefresher = new CacheRefresher({ service, writer, report: () => undefined });
    await nextRefresher.start(['accounts'], { resume: true });
    await nextRefresher.settled();
    expect(nextRefresher.current()).toMatchObject({ state: 'done', id: refresher.current()?.id });
    expect(writer.keys('accounts')).toHaveLength(25_000);
    const pages = server.requests
      .filter(isAccountsRequest)
      .map(({ query }) => Number(query.get('pager.page')));
    expect(pages.toSorted((a, b) => a - b)).toEqual([1, 2, 2, 3, 3]); // the last stored page is read again
  });
});
