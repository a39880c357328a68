import { fail, failureOf, type Failure } from '#contract/failure';
import { afterFirstScreen } from '../idle';
import type { Clock } from '../service/clock';
import {
  allCalls,
  type OpenedCache,
  type StartedWriter,
  type WriterCalls,
  type WriterThread,
} from '../cache/worker/writer';

/** Maximum number of threads lost within LOSSES_MS; then none starts until the oldest loss is that old. */
const MAX_LOSSES = 3;
const LOSS_WINDOW_MS = 60_000;

/** Calls that belong to a run of the thread that began or resumed it. */
const OF_A_RUN: ReadonlySet<keyof WriterCalls> = new Set(['beginPass', 'finishPass']);
const BEGINS_A_RUN: ReadonlySet<keyof WriterCalls> = new Set(['startRun', 'openRun']);

interface WriterDeps {
  readonly start: () => Promise<StartedWriter>;
  readonly clock: Clock;
  /** Called with the result of opening each time a thread starts. */
  readonly started: (opening: Promise<OpenedCache>) => void;
  /** An existing thread; without one, the first call starts it. */
  readonly running?: StartedWriter | undefined;
  /** There is background work: without a thread, one starts a second after opening. */
  readonly isWorkLeft: boolean;
}

/** The disk could not be read or written: the file must be opened again. */
const isOutOfReach = ({ kind }: Failure): boolean => kind === 'disk-not-read' || kind === 'disk-not-written';

/**
 * A writer that survives its thread: after a lost thread or a disk error, the next call starts another. The
 * failed call is not repeated, because it may have been stored. A run does not continue on another thread,
 * since a lost page must not be skipped; it ends and can resume.
 */
export function restartingWriter({ start, clock, started, running, isWorkLeft }: WriterDeps): WriterThread {
  let thread = running;
  let starting = running && Promise.resolve(running);
  /** The abandoned thread closes the file before the next one opens it. */
  let ending = Promise.resolve();
  let onRun: StartedWriter | undefined;
  let isClosed = false;
  const losses = new Set<() => void>();

  const lost = (): void => {
    thread = starting = undefined;
    const forget = clock.after(LOSS_WINDOW_MS, () => losses.delete(forget));
    losses.add(forget);
  };
  const begin = async (): Promise<StartedWriter> => {
    await ending;
    return (thread = await start());
  };
  const writer = (): Promise<StartedWriter> => {
    cancel();
    if (isClosed) return Promise.reject(fail('engine-lost', { cause: 'the cache writer is closed' }));
    if (thread?.isEnded()) lost();
    if (starting) return starting;
    if (losses.size >= MAX_LOSSES)
      return Promise.reject(fail('engine-lost', { cause: 'the cache writer stopped again and again' }));
    const now = begin();
    starting = now;
    now.catch((error: unknown) => {
      starting = undefined;
      if (failureOf(error).kind === 'engine-lost') lost();
    });
    started(now);
    return now;
  };
  const cancel =
    running || !isWorkLeft
      ? () => undefined
      : afterFirstScreen(clock, () => void writer().catch(() => undefined)); // `started` reports it

  /** Awaits a thread's answer; closes the thread if its disk failed. */
  const watched = async <T>(used: StartedWriter, answer: Promise<T>): Promise<T> => {
    try {
      return await answer;
    } catch (error) {
      if (used === thread && isOutOfReach(failureOf(error))) {
        lost();
        ending = used.close().catch(() => undefined);
      }
      throw error;
    }
  };
  const belongs = (used: StartedWriter): void => {
    if (onRun && used !== onRun)
      throw fail('engine-lost', { cause: 'the cache writer stopped during the refresh' });
  };
  const method =
    <M extends keyof WriterCalls>(name: M) =>
    async (...args: Parameters<WriterCalls[M]>): Promise<ReturnType<WriterCalls[M]>> => {
      const used = await writer();
      if (OF_A_RUN.has(name)) belongs(used);
      if (BEGINS_A_RUN.has(name)) onRun = used;
      const call = used[name] as (...args: unknown[]) => Promise<ReturnType<WriterCalls[M]>>;
      return watched(used, call(...args));
    };
  return {
    ...allCalls(method),
    async store(place, page) {
      const used = await writer();
      belongs(used);
      return watched(used, used.store(place, page));
    },
    async close() {
      cancel();
      isClosed = true;
      for (const forget of losses) forget();
      const last = await starting?.catch(() => undefined);
      await last?.close();
      await ending;
    },
  };
}
