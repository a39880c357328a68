import { expect, onTestFinished, test, vi } from 'vitest';
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

test('yields the latest value after a pause, not each change during it', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const observable = new Observable(1);
  const follower = observable.follow(undefined, 100);
  expect((await follower.next()).value).toBe(1);
  const onNext = vi.fn<(result: IteratorResult<number, void>) => void>();
  void follower.next().then(onNext);
  observable.set(2);
  observable.set(3);
  await vi.advanceTimersByTimeAsync(99);
  expect(onNext).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onNext).toHaveBeenCalledExactlyOnceWith({ value: 3, done: false });
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
