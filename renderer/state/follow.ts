import { failureOf, type Failure } from '#contract/failure';

/** State of a stream. */
export type FollowState = 'starting' | 'flowing' | 'broken';

interface FollowOptions<T> {
  /** Opens the stream; called again after every break. */
  readonly open: (signal: AbortSignal) => Promise<AsyncIterable<T>>;
  readonly onValue: (value: T) => void;
  /** Called at the start, after every break, and before the first value that follows. */
  readonly onState?: (state: FollowState) => void;
  /** Called with why the stream broke, or could not be opened; not if it ended. */
  readonly onFailure?: (failure: Failure) => void;
  signal: AbortSignal;
}

/** Time before a retry; doubles with every consecutive break. */
const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 5_000;

/** Follows a stream until the signal aborts; reopens it after it ends or breaks, with growing pauses. */
export async function follow<T>({
  open,
  onValue,
  onState,
  onFailure,
  signal,
}: FollowOptions<T>): Promise<void> {
  let pause = FIRST_PAUSE_MS;
  onState?.('starting');
  while (!signal.aborted) {
    let problem: unknown;
    try {
      let isFirst = true;
      for await (const value of await open(signal)) {
        if (isAborted(signal)) return;
        if (isFirst) onState?.('flowing');
        isFirst = false;
        pause = FIRST_PAUSE_MS;
        onValue(value);
      }
    } catch (error) {
      problem = error;
    }
    if (isAborted(signal)) return;
    onState?.('broken');
    if (problem !== undefined) onFailure?.(failureOf(problem));
    await sleep(pause, signal);
    pause = Math.min(pause * 2, MAX_PAUSE_MS);
  }
}

/** Reads a value after each event of a stream; for the `open` of a follower. */
export async function readOnEvent<E, T>(
  events: Promise<AsyncIterable<E>>,
  read: (event: E) => Promise<T>,
): Promise<AsyncIterable<T>> {
  return readEach(await events, read);
}
async function* readEach<E, T>(events: AsyncIterable<E>, read: (event: E) => Promise<T>): AsyncGenerator<T> {
  for await (const event of events) yield await read(event);
}

/** A function, because TypeScript would otherwise assume an unchanged value. */
const isAborted = (signal: AbortSignal): boolean => signal.aborted;

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
}
