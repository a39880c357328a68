import { expect, it, vi } from 'vitest';
import { Events, Observable } from '#common/observable';
import type { EngineRequest } from '#contract/calls/control';
import type { Live, Run } from '#contract/calls/live';
import { afterEachRefresh } from '#engine/connection/after-each-refresh';

const liveWith = (state: Run['state'], id = 1) => ({ run: { id, state } as Run, version: 1 }) as Live;
const settle = () => new Promise((done) => setImmediate(done));

it('acts once after each completed refresh, even one that ran while it acted', async () => {
  const live = new Observable(liveWith('done'));
  const stop = new AbortController();
  const releases: (() => void)[] = [];
  void afterEachRefresh(
    { live, closed: stop.signal, requests: new Events() },
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

it('logs an error, and acts again after the next refresh', async () => {
  const live = new Observable(liveWith('running'));
  const stop = new AbortController();
  const requests = new Events<EngineRequest>();
  const logged = vi.spyOn(requests, 'emit');
  const act = vi.fn(() => {
    throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR' });
  });
  const work = afterEachRefresh({ live, closed: stop.signal, requests }, act);
  for (const id of [1, 2]) {
    live.set(liveWith('done', id));
    await settle();
    expect(act).toHaveBeenCalledTimes(id);
  }
  expect(logged.mock.calls).toMatchObject(
    Array(2).fill([{ event: 'refresh.follow-up-failed', data: { cause: 'SQLITE_IOERR' } }]),
  );
  stop.abort();
  await work;
});
