import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inTime, MOST_MS, whileWanted } from '../../../main/engine/files/in-time';
import { failureOf } from '../../../preload/contract/failure';
import { collected } from '../../support/collected';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());
const stuck = () => new Promise<never>(() => undefined);

it('aborts work that times out, even if a drive no longer responds', async () => {
  let heard: AbortSignal | undefined;
  const waiting = inTime(undefined, (signal) => {
    heard = signal;
    return stuck();
  }).catch(failureOf);
  await vi.advanceTimersByTimeAsync(MOST_MS - 1);
  expect(heard?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await waiting).toEqual({ kind: 'took-too-long' });
  expect(() => heard?.throwIfAborted()).toThrow('took-too-long');
});

it('stops waiting when its signal aborts', async () => {
  const stop = new AbortController();
  const waiting = inTime(stop.signal, stuck).catch(failureOf);
  stop.abort();
  expect(await waiting).toEqual({ kind: 'canceled' });
  expect(await inTime(AbortSignal.abort(), stuck).catch(failureOf)).toEqual({ kind: 'canceled' });
});

it('returns the result of completed work and leaves no timer', async () => {
  expect(await inTime(new AbortController().signal, () => Promise.resolve(7))).toBe(7);
  expect(vi.getTimerCount()).toBe(0);
});

it('yields chunks until the reader stops', async () => {
  const stop = new AbortController();
  const seen: number[] = [];
  const read = async () => {
    for await (const piece of whileWanted(stop.signal, pieces())) {
      seen.push(piece);
      if (piece === 2) stop.abort(new Error('enough'));
    }
  };
  await expect(read()).rejects.toThrow('enough');
  expect(seen).toEqual([1, 2]);
  expect(await collected(whileWanted(new AbortController().signal, pieces()))).toEqual([1, 2, 3]);
});

async function* pieces(): AsyncGenerator<number, void, void> {
  yield 1;
  yield 2;
  yield await Promise.resolve(3);
}
