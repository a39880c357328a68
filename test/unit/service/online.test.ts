import { expect, it } from 'vitest';
import { watchNetwork } from '#engine/service/online';
import { FakeClock } from '../../support/fake-clock';

it('reports an offline computer at once and changes within seconds, until unsubscribed', () => {
  const clock = new FakeClock();
  const told: boolean[] = [];
  const until = new AbortController();
  let has = false;
  watchNetwork('service.example', (now) => told.push(now), until.signal, { clock, online: () => has });
  expect(told).toEqual([false]);
  has = true;
  clock.advance(3_000);
  expect(told).toEqual([false, true]);
  clock.advance(30_000);
  expect(told).toEqual([false, true]);
  has = false;
  clock.advance(3_000);
  expect(told).toEqual([false, true, false]);
  until.abort();
  has = true;
  clock.advance(30_000);
  expect(told).toEqual([false, true, false]);
  expect(clock.timers).toBe(0);
});
