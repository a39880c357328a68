import { test } from '@playwright/test';
import type { ResourceName } from '#contract/resources';
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
    const [unchanged, changed]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      unchanged.push(await cache.refresh(LISTS));
      await service.change(CHANGED, `Changed in round ${round}`);
      changed.push(await cache.refresh(LISTS));
      const { resources = [] } = cache.lastRun() ?? {};
      const changeCount = resources.reduce((sum, resource) => sum + resource.changed, 0);
      if (resources.some(({ quick }) => quick !== true)) throw new Error('It fetched a complete list');
      if (changeCount !== CHANGED) throw new Error(`It stored ${changeCount} changes of ${CHANGED}`);
    }
    const lists = `${ACCOUNTS.toLocaleString('en-US')} accounts and their persons`;
    note(`${lists}: quick refresh, nothing changed; baseline: complete`, median(unchanged), 'ms', {
      baseline: complete,
      times: 0.03,
    });
    note(`${lists}: quick refresh, 1% changed; baseline: complete`, median(changed), 'ms', {
      baseline: complete,
      times: 0.03,
    });
  } finally {
    service.stop();
    await cache.close();
  }
});

test.afterAll(() => console.log(`\n${report()}\n`));
