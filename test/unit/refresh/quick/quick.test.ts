import { beforeEach, describe, expect, it } from 'vitest';
import type { FilterBehavior } from './changing-firm';
import { QuickRefreshHarness, HOUR, MINUTE } from './harness';

let harness: QuickRefreshHarness;
beforeEach(async () => {
  harness = new QuickRefreshHarness();
  const { firm, clock } = harness;
  for (let id = 1; id <= 40; id += 1) firm.put(id, id > 30 ? 'closed' : 'funded', firm.now - id * HOUR);
  await harness.refresh();
  clock.advance(2 * HOUR);
});

const expectCacheMatchesService = () => expect(harness.texts()).toEqual(harness.firm.texts());

describe('a second refresh', () => {
  it('requests only changed records', async () => {
    harness.firm.put(7);
    harness.firm.put(35, 'closed');
    harness.firm.put(41);
    const { quick, added, changed, removed, records, total } = await harness.refresh();
    expect({ quick, added, changed, removed, records, total }).toEqual({
      quick: true,
      added: 1,
      changed: 2,
      removed: 0,
      records: 3,
      total: 3,
    });
    expect(harness.firm.hasOnlyRequestedChanges).toBe(true);
    expectCacheMatchesService();
  });

  it('requests no record if none changed', async () => {
    expect(await harness.refresh()).toMatchObject({ quick: true, records: 0, changed: 0 });
    expect(harness.firm.requests.every(({ limit }) => limit === 1)).toBe(true);
    expectCacheMatchesService();
  });

  it('finds an account that was closed, and one that was opened again', async () => {
    harness.firm.put(3, 'closed');
    harness.firm.put(33, 'funded');
    expect(await harness.refresh()).toMatchObject({ quick: true, changed: 2 });
    expectCacheMatchesService();
  });

  it('probes the filter once, and again for a new connection', async () => {
    /** Requests for changes in the future, of which there are none. */
    const probes = () =>
      harness.firm.requests.filter(({ since = '' }) => since > new Date(harness.firm.now).toISOString());
    await harness.refresh();
    expect(probes()).toHaveLength(2); // of the open and of the closed accounts
    await harness.refresh();
    expect(probes()).toEqual([]);
    harness.reconnect();
    await harness.refresh();
    expect(probes()).toHaveLength(2);
  });

  it('includes changes from half an hour before the last refresh', async () => {
    const last = harness.firm.now;
    await harness.refresh();
    harness.firm.put(1, 'funded', last - 30 * MINUTE);
    harness.clock.advance(HOUR);
    expect(await harness.refresh()).toMatchObject({ quick: true, changed: 1 });
    expectCacheMatchesService();
  });

  it('continues from a quick refresh', async () => {
    for (let round = 0; round < 5; round += 1) {
      harness.firm.put(round + 1);
      harness.clock.advance(3 * HOUR);
      expect(await harness.refresh()).toMatchObject({ quick: true, changed: 1 });
      expectCacheMatchesService();
    }
  });
});

describe('every record is fetched', () => {
  const expectComplete = async (options = {}) => {
    const progress = await harness.refresh(options);
    expect(progress).toMatchObject({ state: 'done', uncertain: false });
    expect(progress.quick).toBeUndefined();
    expect(harness.firm.hasOnlyRequestedChanges).toBe(false);
    expectCacheMatchesService();
    return progress;
  };

  it('when the user requests it', async () => {
    await expectComplete({ complete: true });
  });

  it('once a day', async () => {
    harness.clock.advance(21 * HOUR); // 23 hours after the complete refresh
    expect(await harness.refresh()).toMatchObject({ quick: true });
    harness.clock.advance(HOUR);
    await expectComplete();
  });

  it('when records were removed', async () => {
    harness.firm.remove(2);
    harness.firm.remove(32);
    expect(await expectComplete()).toMatchObject({ removed: 2 });
  });

  it('when as many were removed as created', async () => {
    harness.firm.remove(2);
    harness.firm.put(99);
    expect(await expectComplete()).toMatchObject({ removed: 1, added: 1 });
  });

  it('when a removed record was created again with another ID and an older time', async () => {
    harness.firm.remove(2);
    harness.firm.put(99, 'funded', harness.firm.now - 50 * HOUR);
    await expectComplete();
  });

  it.each<FilterBehavior>([
    'is ignored',
    'finds nothing',
    'is refused',
    'leaves some out',
    'returns partial records',
  ])('from a service whose filter %s', async (behavior) => {
    harness.firm.behavior = behavior;
    harness.firm.put(3);
    harness.firm.put(42);
    await expectComplete();
    harness.firm.put(6);
    harness.clock.advance(HOUR);
    await expectComplete();
  });

  it.each([
    ['this computer’s clock was set back', -10],
    ['this computer’s clock was set forward', 10],
  ])('when %s', async (_, minutes) => {
    harness.serviceAheadMs -= minutes * MINUTE;
    harness.clock.advance(20 * MINUTE);
    await expectComplete();
    harness.clock.advance(HOUR);
    expect(await harness.refresh()).toMatchObject({ quick: true });
  });

  it('when the service’s clock was set back', async () => {
    harness.serviceAheadMs = -HOUR;
    harness.firm.put(5);
    await expectComplete();
  });

  it('from a service that does not send its time', async () => {
    harness.firm.hasDate = false;
    await expectComplete();
  });

  it('from then on, if a record changed without a new time', async () => {
    harness.firm.put(5, 'funded', harness.firm.now - 5 * HOUR);
    expect(await harness.refresh()).toMatchObject({ quick: true, changed: 0 });
    expect(await expectComplete({ complete: true })).toMatchObject({ changed: 1 });
    harness.clock.advance(HOUR);
    await expectComplete();
  });

  it('when most of a long list changed', async () => {
    // Both times more than 1,000 records, and more than a quarter of the list.
    for (let id = 1_000; id < 2_100; id += 1) harness.firm.put(id);
    await expectComplete();
    harness.clock.advance(2 * HOUR);
    for (let id = 1_000; id < 2_030; id += 1) harness.firm.put(id);
    await expectComplete();
  });
});

it('works with a service whose clock is ten minutes off', async () => {
  harness = new QuickRefreshHarness();
  harness.serviceAheadMs = -10 * MINUTE;
  for (let id = 1; id <= 9; id += 1) harness.firm.put(id, 'funded', harness.firm.now - id * HOUR);
  await harness.refresh();
  harness.clock.advance(HOUR);
  harness.firm.put(4);
  expect(await harness.refresh()).toMatchObject({ quick: true, changed: 1 });
  expectCacheMatchesService();
});
