import { fail } from '#contract/failure';

/**
 * Timeout for reading a file that the user waits for. The largest archives take under a minute from disk and
 * some minutes from a slow network drive; a malicious one could take hours.
 */
export const READ_TIMEOUT_MS = 300_000;

/**
 * Ends work when it is canceled (`canceled`) or takes too long (`took-too-long`). The work checks
 * `signal.throwIfAborted()` in its loops; the caller gets the failure immediately, even if a drive stopped
 * answering.
 */
export async function withTimeout<T>(
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
  timeoutMs = READ_TIMEOUT_MS,
): Promise<T> {
  const stop = new AbortController();
  const ended = new Promise<never>((_resolve, reject) =>
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason as Error)),
  );
  const cancel = (): void => stop.abort(fail('canceled'));
  const timer = setTimeout(() => stop.abort(fail('took-too-long')), timeoutMs);
  signal?.addEventListener('abort', cancel);
  if (signal?.aborted) cancel();
  try {
    return await Promise.race([ended, work(stop.signal)]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
}

/**
 * Yields chunks; fails with the signal's reason when it aborts, because a small archive can unpack to hours of lines
 * that are never shown.
 */
export async function* untilAborted<T>(
  signal: AbortSignal,
  chunks: AsyncIterable<T>,
): AsyncGenerator<T, void, void> {
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    yield chunk;
  }
}
