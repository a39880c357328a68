import { fail, failureOf, type Failure } from '#contract/failure';
import { afterFirstScreen } from '../idle';
import type { Clock } from '../service/clock';
import {
  callsThrough,
  type OpenedCache,
  type StartedWriter,
  type WriterCalls,
  type WriterThread,
} from '../cache/worker/writer';

/** Maximum number of threads lost within LOSS_WINDOW_MS; then none starts until the oldest loss is that old. */
const MAX_LOSSES = 3;
const LOSS_WINDOW_MS = 60_000;

/** Calls that only the thread on which the run began or resumed may answer. */
const RUN_CALLS: ReadonlySet<keyof WriterCalls> = new Set(['beginPass', 'finishPass', 'finishQuickPass']);
const RUN_STARTING_CALLS: ReadonlySet<keyof WriterCalls> = new Set(['startRun', 'interruptedRun']);

interface WriterDeps {
  readonly start: () => Promise<StartedWriter>;
  readonly clock: Clock;
  /** Called with the result of opening each time a thread starts. */
  readonly onStart: (opening: Promise<OpenedCache>) => void;
  /** An existing thread; without one, the first call starts it. */
  readonly running?: StartedWriter | undefined;
  /** True if background work is left: a thread then starts a second after opening, even without a call. */
  readonly isWorkLeft: boolean;
}

/** The disk could not be read or written: the file must be opened again. */
const isDiskFailure = ({ kind }: Failure): boolean => kind === 'disk-not-read' || kind === 'disk-not-written';

/**
 * Returns a writer that survives its thread: after a lost thread or a disk error, the next call starts another. The
 * failed call is not repeated, because it may have been stored. A run does not continue on another thread, since a
 * lost page must not be skipped; it ends and can resume.
 */
export function restartingWriter(deps: WriterDeps): WriterThread {
  const threads = new WriterThreads(deps);
  return {
    ...callsThrough(
      (name) =>
        (...args) =>
          threads.use(async (thread) => {
            if (RUN_CALLS.has(name)) threads.expectSameRun(thread);
            if (RUN_STARTING_CALLS.has(name)) threads.beginRun(thread);
            const call = thread[name] as (
              ...args: unknown[]
            ) => Promise<ReturnType<WriterCalls[typeof name]>>;
            return call(...args);
          }),
    ),
    store: (target, page) =>
      threads.use((thread) => {
        threads.expectSameRun(thread);
        return thread.store(target, page);
      }),
    close: () => threads.close(),
  };
}

/** The thread in use, its start and its losses. */
class WriterThreads {
  readonly #deps: WriterDeps;
  #thread: StartedWriter | undefined;
  #starting: Promise<StartedWriter> | undefined;
  /** Resolves when the abandoned thread has closed the file, so that the next one can open it. */
  #ending = Promise.resolve();
  #runThread: StartedWriter | undefined;
  #isClosed = false;
  /** For each loss within LOSS_WINDOW_MS: a function that cancels the timer after which it no longer counts. */
  readonly #losses = new Set<() => void>();
  readonly #cancelStart: () => void;

  constructor(deps: WriterDeps) {
    this.#deps = deps;
    this.#thread = deps.running;
    this.#starting = deps.running && Promise.resolve(deps.running);
    this.#cancelStart =
      deps.running || !deps.isWorkLeft
        ? () => undefined
        : afterFirstScreen(deps.clock, () => void this.#current().catch(() => undefined)); // `onStart` reports it
  }

  /** Calls a thread and awaits its response; closes the thread if its disk failed. */
  async use<T>(call: (thread: StartedWriter) => Promise<T>): Promise<T> {
    const thread = await this.#current();
    try {
      return await call(thread);
    } catch (error) {
      if (thread === this.#thread && isDiskFailure(failureOf(error))) {
        this.#recordLoss();
        this.#ending = thread.close().catch(() => undefined);
      }
      throw error;
    }
  }

  beginRun(thread: StartedWriter): void {
    this.#runThread = thread;
  }

  expectSameRun(thread: StartedWriter): void {
    if (this.#runThread && thread !== this.#runThread)
      throw fail('engine-lost', { cause: 'the cache writer stopped during the refresh' });
  }

  async close(): Promise<void> {
    this.#cancelStart();
    this.#isClosed = true;
    for (const cancel of this.#losses) cancel();
    const last = await this.#starting?.catch(() => undefined);
    await last?.close();
    await this.#ending;
  }

  async #current(): Promise<StartedWriter> {
    this.#cancelStart();
    if (this.#isClosed) throw fail('engine-lost', { cause: 'the cache writer is closed' });
    if (this.#thread?.isEnded()) this.#recordLoss();
    if (this.#starting) return this.#starting;
    if (this.#losses.size >= MAX_LOSSES)
      throw fail('engine-lost', { cause: 'the cache writer stopped repeatedly' });
    const starting = this.#start();
    this.#starting = starting;
    starting.catch((error: unknown) => {
      this.#starting = undefined;
      if (failureOf(error).kind === 'engine-lost') this.#recordLoss();
    });
    this.#deps.onStart(starting);
    return starting;
  }

  async #start(): Promise<StartedWriter> {
    await this.#ending;
    this.#thread = await this.#deps.start();
    return this.#thread;
  }

  #recordLoss(): void {
    this.#thread = this.#starting = undefined;
    const cancel = this.#deps.clock.after(LOSS_WINDOW_MS, () => this.#losses.delete(cancel));
    this.#losses.add(cancel);
  }
}
