import { expect, it } from 'vitest';
import { MARGIN_MS } from '#engine/wire/changed-since';
import { FirmDesk, HOUR, MINUTE } from './firm-desk';

const INTERLEAVINGS = 10_000;
const REFRESHES = 4;
const IDS = 14;

/** A generator of random numbers, so that a failure names the seed that shows it again. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Refreshes while records change between any two requests; returns how many refreshes were quick. */
async function interleave(seed: number): Promise<number> {
  const random = randomFrom(seed);
  const desk = new FirmDesk();
  const { firm, clock } = desk;
  firm.maxPageSize = 1 + random(6);
  firm.isOrderedByChange = random(2) === 0;
  for (let id = 1; id <= IDS; id += 1)
    if (random(5) > 0) firm.put(id, random(4) === 0 ? 'closed' : 'funded', firm.now - random(90) * HOUR);

  const isBusy = random(3) > 0;
  /** A change shows later than its moment, up to the margin. */
  const late = (): number => [0, MARGIN_MS, random(MARGIN_MS)][random(3)] ?? 0;
  const change = (): void => {
    const id = 1 + random(IDS + 4);
    const what = random(6);
    if (what === 0) firm.remove(id);
    else if (what === 1) {
      firm.remove(id);
      firm.put(id, 'funded', firm.now - late());
    } else firm.put(id, what === 2 ? 'closed' : 'funded', firm.now - late());
  };
  firm.onRequest = () => {
    clock.advance(random(20_000));
    if (isBusy && random(4) === 0) change();
  };

  let quick = 0;
  for (let turn = 0; turn < REFRESHES; turn += 1) {
    const before = desk.texts();
    const inService = firm.texts();
    const progress = await desk.refresh();
    if (progress.quick) quick += 1;
    expect(progress.state).toBe('done');
    if (!progress.uncertain) expectAsOfStart(before, inService, desk.texts(), firm.texts());
    clock.advance(random(3 * HOUR));
    for (let count = random(4); count > 0; count -= 1) {
      change();
      clock.advance(random(20 * MINUTE));
    }
    const step = random(12);
    if (step === 0) desk.ahead += (random(2) === 0 ? 1 : -1) * (6 * MINUTE + random(2 * HOUR));
  }
  firm.onRequest = () => undefined;
  await desk.refresh();
  expect(desk.texts()).toEqual(firm.texts());
  return quick;
}

/** What did not change during a refresh is in the cache as it was in the service, and nothing else is. */
function expectAsOfStart(
  _: ReadonlyMap<string, string>,
  start: ReadonlyMap<string, string>,
  cached: ReadonlyMap<string, string>,
  end: ReadonlyMap<string, string>,
): void {
  for (const id of new Set([...start.keys(), ...cached.keys()]))
    if (start.get(id) === end.get(id)) expect([id, cached.get(id)]).toEqual([id, start.get(id)]);
}

it('misses nothing in ten thousand interleavings of changes and requests', async () => {
  let quick = 0;
  for (let seed = 1; seed * REFRESHES <= INTERLEAVINGS; seed += 1)
    try {
      quick += await interleave(seed);
    } catch (error) {
      throw new Error(`Interleaving ${seed}`, { cause: error });
    }
  expect(quick).toBeGreaterThan(INTERLEAVINGS / 4); // or this would test something else
});
