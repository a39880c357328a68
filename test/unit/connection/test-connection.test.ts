import { afterEach, expect, it, vi } from 'vitest';
import { testConnection } from '#engine/connection/test-connection';
import type { Fetch } from '#engine/service/transport';
import { failureOf, type Failure } from '#contract/failure';

const request = {
  baseUrl: 'https://service.example/v2',
  authUrl: 'https://service.example/auth/v2',
  credential: { kind: 'api-key', key: 'the-secret-key' },
} as const;

const failureOfTest = async (fetch: Fetch): Promise<Failure> =>
  failureOf(
    await testConnection(fetch, request).then(
      () => expect.unreachable(),
      (error: unknown) => error,
    ),
  );
const respondWith =
  (status: number): Fetch =>
  () =>
    Promise.resolve(new Response('', { status }));

afterEach(() => vi.useRealTimers());

it('waits 15 seconds for a service that does not answer, and says so', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const onFailure = vi.fn<(failure: Failure) => void>();
  void failureOfTest(
    (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('ended', 'AbortError')));
      }),
  ).then(onFailure);
  await vi.advanceTimersByTimeAsync(14_999);
  expect(onFailure).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await vi.waitFor(() => expect(onFailure).toHaveBeenCalledOnce());
  expect(onFailure.mock.lastCall?.[0]).toMatchObject({
    kind: 'timeout',
    detail: { code: 'connection-test', facts: { seconds: 15 } },
  });
});

it('reports no waiting time if the service itself reports a timeout', async () => {
  const failure = await failureOfTest(respondWith(504));
  expect(failure).toMatchObject({ kind: 'timeout', status: 504 });
  expect(failure.detail).toEqual({ code: 'connection-test' });
});

it('passes every other failure on as it is', async () => {
  const failure = await failureOfTest(respondWith(403));
  expect(failure.kind).toBe('not-allowed');
  expect(failure.detail).toBeUndefined();
});
