import { test } from '@playwright/test';
import type { ResourceName } from '#contract/resources';
import { indexedRefresh } from './bare-refresh';
import { median, note, report } from './numbers';
import { refreshedCache } from './refreshed-cache';
import { startDemoProcess } from './demo-process';

const ACCOUNTS = 1_000_000;
const CHANGED = ACCOUNTS / 100;
const ROUNDS = 3;
/** The lists that the service can filter by the time of change. */
const LISTS: readonly ResourceName[] = ['accounts', 'relatedPersons'];

test('quick refresh of accounts and related persons', async () => {
  test.setTimeout(30 * 60_000);
  const service = await startDemoProcess(ACCOUNTS);
  const cache = await refreshedCache(service);
  try {
    await cache.refresh(LISTS);
    const complete = await cache.refresh(LISTS, { complete: true });
    const times = { unchanged: [] as number[], changed: [] as number[], again: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) times.unchanged.push(await cache.refresh(LISTS));
    for (let round = 0; round < ROUNDS; round += 1) {
      await service.change(CHANGED, `Changed in round ${round}`);
      times.changed.push(await cache.refresh(LISTS));
      const { resources = [] } = cache.lastRun() ?? {};
      const changeCount = resources.reduce((sum, resource) => sum + resource.changed, 0);
      if (resources.some(({ quick }) => quick !== true)) throw new Error('It fetched a complete list');
      if (changeCount !== CHANGED) throw new Error(`It stored ${changeCount} changes of ${CHANGED}`);
      times.again.push(await cache.refresh(LISTS));
    }
    const lists = `${ACCOUNTS.toLocaleString('en-US')} accounts and their persons: quick refresh`;
    const target = { baseline: complete, times: 0.03 };
    note(`${lists}, nothing changed; baseline: complete`, median(times.unchanged), 'ms', target);
    note(`${lists}, 1% changed; baseline: complete`, median(times.changed), 'ms', target);
    const asManyAccounts = await startDemoProcess(CHANGED);
    const stored = await indexedRefresh(asManyAccounts.baseUrl, asManyAccounts.apiKey, ['accounts']);
    asManyAccounts.stop();
    note(
      `${lists}, 1% changed; baseline: as many accounts into encrypted tables with their words and indexes`,
      median(times.changed),
      'ms',
      { baseline: stored },
    );
    const again = `${lists} again, which reads the changes of the last minutes once more; baseline: complete`;
    note(again, median(times.again), 'ms', { baseline: complete });
  } finally {
    service.stop();
    await cache.close();
  }
});

test.afterAll(() => console.log(`\n${report()}\n`));
