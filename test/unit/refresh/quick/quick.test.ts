import { beforeEach, describe, expect, it } from 'vitest';
import type { FilterBehavior } from './changing-firm';
import { FirmDesk, HOUR, MINUTE } from './firm-desk';

let desk: FirmDesk;
beforeEach(async () => {
  desk = new FirmDesk();
  const { firm, clock } = desk;
  for (let id = 1; id <= 40; id += 1) firm.put(id, id > 30 ? 'closed' : 'funded', firm.now - id * HOUR);
  await desk.refresh();
  clock.advance(2 * HOUR);
});

const expectEqual = () => expect(desk.texts()).toEqual(desk.firm.texts());

describe('a second refresh', () => {
  it('asks only for changed records', async () => {
    desk.firm.put(7);
    desk.firm.put(35, 'closed');
    desk.firm.put(41);
    const { quick, added, changed, removed, records, total } = await desk.refresh();
    expect({ quick, added, changed, removed, records, total }).toEqual({
      quick: true,
      added: 1,
      changed: 2,
      removed: 0,
      records: 3,
      total: 3,
    });
    expect(desk.firm.onlyChangesAsked).toBe(true);
    expectEqual();
  });

  it('asks for no record if none changed', async () => {
    expect(await desk.refresh()).toMatchObject({ quick: true, records: 0, changed: 0 });
    expect(desk.firm.asked.every(({ limit }) => limit === 1)).toBe(true);
    expectEqual();
  });

  it('finds an account that was closed, and one that was opened again', async () => {
    desk.firm.put(3, 'closed');
    desk.firm.put(33, 'funded');
    expect(await desk.refresh()).toMatchObject({ quick: true, changed: 2 });
    expectEqual();
  });

  it('proves the filter once, and again for a new connection', async () => {
    const future = () =>
      desk.firm.asked.filter(({ since = '' }) => since > new Date(desk.firm.now).toISOString());
    await desk.refresh();
    expect(future()).toHaveLength(2);
    await desk.refresh();
    expect(future()).toEqual([]);
  });

  it('looks back half an hour before the last one, to the second', async () => {
    const last = desk.firm.now;
    await desk.refresh();
    desk.firm.put(1, 'funded', last - 30 * MINUTE);
    desk.clock.advance(HOUR);
    expect(await desk.refresh()).toMatchObject({ quick: true, changed: 1 });
    expectEqual();
  });

  it('continues from a quick one', async () => {
    for (let round = 0; round < 5; round += 1) {
      desk.firm.put(round + 1);
      desk.clock.advance(3 * HOUR);
      expect(await desk.refresh()).toMatchObject({ quick: true, changed: 1 });
      expectEqual();
    }
  });
});

describe('every record is fetched', () => {
  const expectComplete = async (options = {}) => {
    const progress = await desk.refresh(options);
    expect(progress).toMatchObject({ state: 'done', uncertain: false });
    expect(progress.quick).toBeUndefined();
    expect(desk.firm.onlyChangesAsked).toBe(false);
    expectEqual();
    return progress;
  };

  it('when a user asks for it', async () => {
    await expectComplete({ complete: true });
  });

  it('once a day', async () => {
    desk.clock.advance(21 * HOUR);
    expect(await desk.refresh()).toMatchObject({ quick: true });
    desk.clock.advance(HOUR);
    await expectComplete();
  });

  it('when records were removed', async () => {
    desk.firm.remove(2);
    desk.firm.remove(32);
    expect(await expectComplete()).toMatchObject({ removed: 2 });
  });

  it('when as many were removed as created', async () => {
    desk.firm.remove(2);
    desk.firm.put(99);
    expect(await expectComplete()).toMatchObject({ removed: 1, added: 1 });
  });

  it('when a removed record was created again under another ID and an older time', async () => {
    desk.firm.remove(2);
    desk.firm.put(99, 'funded', desk.firm.now - 50 * HOUR);
    await expectComplete();
  });

  it.each<FilterBehavior>(['ignores', 'finds nothing', 'refuses', 'leaves some out', 'partial'])(
    'from a service whose filter %s',
    async (behavior) => {
      desk.firm.behavior = behavior;
      desk.firm.put(3);
      desk.firm.put(42);
      await expectComplete();
      desk.firm.put(6);
      desk.clock.advance(HOUR);
      await expectComplete();
    },
  );

  it.each([
    ['this computer’s clock was set back', -10],
    ['this computer’s clock was set forward', 10],
  ])('when %s', async (_, minutes) => {
    desk.ahead -= minutes * MINUTE;
    desk.clock.advance(20 * MINUTE);
    await expectComplete();
    desk.clock.advance(HOUR);
    expect(await desk.refresh()).toMatchObject({ quick: true });
  });

  it('when the service’s clock was set back', async () => {
    desk.ahead = -HOUR;
    desk.firm.put(5);
    await expectComplete();
  });

  it('from a service that does not say its time', async () => {
    desk.firm.hasDate = false;
    await expectComplete();
  });

  it('from then on, if a record changed without a new time', async () => {
    desk.firm.put(5, 'funded', desk.firm.now - 5 * HOUR);
    expect(await desk.refresh()).toMatchObject({ quick: true, changed: 0 });
    expect(await expectComplete({ complete: true })).toMatchObject({ changed: 1 });
    desk.clock.advance(HOUR);
    await expectComplete();
  });

  it('when most of a long list changed', async () => {
    for (let id = 1_000; id < 2_100; id += 1) desk.firm.put(id);
    await expectComplete();
    desk.clock.advance(2 * HOUR);
    for (let id = 1_000; id < 2_030; id += 1) desk.firm.put(id);
    await expectComplete();
  });
});

it('works with a service whose clock is ten minutes off', async () => {
  desk = new FirmDesk();
  desk.ahead = -10 * MINUTE;
  for (let id = 1; id <= 9; id += 1) desk.firm.put(id, 'funded', desk.firm.now - id * HOUR);
  await desk.refresh();
  desk.clock.advance(HOUR);
  desk.firm.put(4);
  expect(await desk.refresh()).toMatchObject({ quick: true, changed: 1 });
  expectEqual();
});
