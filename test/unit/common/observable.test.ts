import { expect, test } from 'vitest';
import { Events, Observable } from '#common/observable';

test('yields the current value, then only the latest of several changes', async () => {
  const observable = new Observable(1);
  const follower = observable.follow();
  expect((await follower.next()).value).toBe(1);
  observable.set(2);
  observable.set(3);
  expect((await follower.next()).value).toBe(3);
  const waiting = follower.next();
  observable.update((value) => value + 1);
  expect((await waiting).value).toBe(4);
});

test('ends an aborted follower, even while it waits', async () => {
  const abort = new AbortController();
  const follower = new Observable('a').follow(abort.signal);
  await follower.next();
  const waiting = follower.next();
  abort.abort();
  expect((await waiting).done).toBe(true);
});

test('yields every event to a follower in order, and ends with its signal', async () => {
  const events = new Events<number>();
  const abort = new AbortController();
  const follower = events.follow(abort.signal);
  const first = follower.next();
  events.emit(1);
  events.emit(2);
  expect((await first).value).toBe(1);
  expect((await follower.next()).value).toBe(2);
  const waiting = follower.next();
  abort.abort();
  expect((await waiting).done).toBe(true);
});
