import { expect, it } from 'vitest';
import { Observable } from '#common/observable';
import type { Live, Run } from '#contract/calls/live';
import { afterEachRefresh } from '#engine/connection/after-each-refresh';

const liveWith = (state: Run['state'], id = 1) => ({ run: { id, state } as Run, version: 1 }) as Live;
const settle = () => new Promise((done) => setImmediate(done));

it('acts once after each completed refresh, even one that ran while it acted', async () => {
  const live = new Observable(liveWith('done'));
  const stop = new AbortController();
  const releases: (() => void)[] = [];
  void afterEachRefresh(
    { live, closed: stop.signal },
    () => new Promise<void>((resolve) => releases.push(resolve)),
  );
  const set = async (value: Live) => {
    live.set(value);
    await settle();
  };
  await settle();
  expect(releases).toHaveLength(0); // that refresh had completed before
  await set(liveWith('running', 2));
  await set(liveWith('failed', 2));
  expect(releases).toHaveLength(0);
  await set(liveWith('running', 3));
  await set(liveWith('done', 3));
  expect(releases).toHaveLength(1);
  await set(liveWith('running', 4));
  await set(liveWith('done', 4));
  releases[0]?.();
  await settle();
  expect(releases).toHaveLength(2);
  releases[1]?.();
  live.update((value) => ({ ...value, version: 2 }));
  await settle();
  expect(releases).toHaveLength(2);
  stop.abort();
});
