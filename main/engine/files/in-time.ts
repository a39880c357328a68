import { fail } from '../../../preload/contract/failure';

/**
 * Reading a file that somebody waits for ends after this. The largest archives take well under a minute from a disk and
 * some minutes from a slow network drive; one that is made to harm would take hours.
 */
export const MOST_MS = 300_000;

/**
 * Work that ends when nobody waits for it any more (`canceled`), or when it takes too long (`took-too-long`). The work is
 * given a signal to look at in its loops, `signal.throwIfAborted()`; who waits is answered at once, also where a drive
 * has stopped answering and the work cannot look.
 */
export async function inTime<T>(
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
  most = MOST_MS,
): Promise<T> {
  const stop = new AbortController();
  const ended = new Promise<never>((_resolve, reject) =>
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason as Error)),
  );
  const cancel = (): void => stop.abort(fail('canceled'));
  const timer = setTimeout(() => stop.abort(fail('took-too-long')), most);
  signal?.addEventListener('abort', cancel);
  if (signal?.aborted) cancel();
  try {
    return await Promise.race([ended, work(stop.signal)]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
}

/** Some pieces, as long as they are wanted: a small archive can unpack to hours of lines that nobody ever sees. */
export async function* whileWanted<T>(
  signal: AbortSignal,
  pieces: AsyncIterable<T>,
): AsyncGenerator<T, void, void> {
  for await (const piece of pieces) {
    signal.throwIfAborted();
    yield piece;
  }
}
