import { expect, it } from 'vitest';
import { watchNetwork } from '#engine/service/online';
import { FakeClock } from '../../support/fake-clock';

it('reports an offline computer at once and changes within seconds, until unsubscribed', () => {
  const clock = new FakeClock();
  const reported: boolean[] = [];
  const subscription = new AbortController();
  let isOnline = false;
  watchNetwork('service.example', (online) => reported.push(online), subscription.signal, {
    clock,
    checkOnline: () => isOnline,
  });
  expect(reported).toEqual([false]);
  isOnline = true;
  clock.advance(3_000);
  expect(reported).toEqual([false, true]);
  clock.advance(30_000);
  expect(reported).toEqual([false, true]);
  isOnline = false;
  clock.advance(3_000);
  expect(reported).toEqual([false, true, false]);
  subscription.abort();
  isOnline = true;
  clock.advance(30_000);
  expect(reported).toEqual([false, true, false]);
  expect(clock.timers).toBe(0);
});
