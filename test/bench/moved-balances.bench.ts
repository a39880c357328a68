import { test } from '@playwright/test';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { indexedRefresh } from './bare-refresh';
import { median, note, report } from './numbers';
import { refreshedCache } from './refreshed-cache';

const ACCOUNTS = 100_000;
const ROUNDS = 5;
const API_KEY = 'a-key-for-the-bench';
const LISTS = ['latestBalances'] as const;

const dateOf = (night: number): string => `2026-11-${10 + night}`;

/** Serves a list of balances; `changeBalances(night)` changes all of them. */
async function serveBalances() {
  let texts: string[] = [];
  const changeBalances = (night: number): void => {
    texts = Array.from({ length: ACCOUNTS }, (_, index) => {
      const cents = 1_000_000 + ((index * 7919 + night * 104_729) % 90_000_000);
      const cash = Math.floor(cents / 50);
      return JSON.stringify({
        account_id: index + 1,
        account_number: `AB-${String(index).padStart(8, '0')}`,
        reported_date: dateOf(night),
        total_value: cents / 100,
        cash_value: cash / 100,
        securities_value: (cents - cash) / 100,
      });
    });
  };
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost');
    const limit = Number(searchParams.get('pager.limit') ?? 10_000);
    const page = Number(searchParams.get('pager.page') ?? 1);
    const records = texts.slice((page - 1) * limit, page * limit);
    response.setHeader('content-type', 'application/json');
    response.end(
      `{"object":"list","has_next":${page * limit < ACCOUNTS},"has_previous":${page > 1},"current_page":${page},` +
        `"total_pages":${Math.ceil(ACCOUNTS / limit)},"page_size_limit":${limit},"total_items":${ACCOUNTS},` +
        `"data":[${records.join(',')}]}`,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { changeBalances, baseUrl: `http://127.0.0.1:${port}`, close: () => server.close() };
}

test('a refresh with all balances moved', async () => {
  test.setTimeout(15 * 60_000);
  const firm = await serveBalances();
  const cache = await refreshedCache({ baseUrl: firm.baseUrl, apiKey: API_KEY });
  try {
    firm.changeBalances(0);
    await cache.refresh(LISTS);
    const [appTimes, baseline]: [number[], number[]] = [[], []];
    for (let night = 1; night <= ROUNDS; night += 1) {
      firm.changeBalances(night);
      baseline.push(await indexedRefresh(firm.baseUrl, API_KEY, LISTS));
      appTimes.push(await cache.refresh(LISTS));
    }
    const stored = cache.reader.states().find(({ resource }) => resource === 'latestBalances');
    const [lastRow] = cache.reader.rowsOf('latestBalances', [String(ACCOUNTS)], ['reported_date']);
    if (stored?.count !== ACCOUNTS || lastRow?.[2] !== dateOf(ROUNDS))
      throw new Error('Not every balance was stored');
    note('refresh with all 100,000 balances moved', median(appTimes), 'ms', {
      baseline: median(baseline),
      times: 1.5,
    });
  } finally {
    await cache.close();
    firm.close();
  }
});

test.afterAll(() => console.log(`\n${report()}\n`));
