import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withTimeout, READ_TIMEOUT_MS, untilAborted } from '#engine/files/with-timeout';
import { failureOf } from '#contract/failure';
import { collectAll } from '../../support/collect-all';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());
const neverResolves = () => new Promise<never>(() => undefined);

it('aborts work that times out, even if a drive no longer responds', async () => {
  let receivedSignal: AbortSignal | undefined;
  const waiting = withTimeout(undefined, (signal) => {
    receivedSignal = signal;
    return neverResolves();
  }).catch(failureOf);
  await vi.advanceTimersByTimeAsync(READ_TIMEOUT_MS - 1);
  expect(receivedSignal?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await waiting).toEqual({ kind: 'took-too-long' });
  expect(() => receivedSignal?.throwIfAborted()).toThrow('took-too-long');
});

it('stops waiting when its signal aborts', async () => {
  const stop = new AbortController();
  const waiting = withTimeout(stop.signal, neverResolves).catch(failureOf);
  stop.abort();
  expect(await waiting).toEqual({ kind: 'canceled' });
  expect(await withTimeout(AbortSignal.abort(), neverResolves).catch(failureOf)).toEqual({
    kind: 'canceled',
  });
});

it('returns the result of completed work and leaves no timer', async () => {
  expect(await withTimeout(new AbortController().signal, () => Promise.resolve(7))).toBe(7);
  expect(vi.getTimerCount()).toBe(0);
});

it('yields chunks until its signal aborts, and then fails with the reason', async () => {
  const stop = new AbortController();
  const chunks: number[] = [];
  const read = async () => {
    for await (const chunk of untilAborted(stop.signal, threeChunks())) {
      chunks.push(chunk);
      if (chunk === 2) stop.abort(new Error('enough'));
    }
  };
  await expect(read()).rejects.toThrow('enough');
  expect(chunks).toEqual([1, 2]);
  expect(await collectAll(untilAborted(new AbortController().signal, threeChunks()))).toEqual([1, 2, 3]);
});

async function* threeChunks(): AsyncGenerator<number, void, void> {
  yield 1;
  yield 2;
  yield await Promise.resolve(3);
}
