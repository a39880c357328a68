import { setImmediate as nextTurn } from 'node:timers/promises';
import { pause, type Clock } from './service/clock';

/** Delay after opening: the first screen has its rows by then. */
const FIRST_SCREEN_MS = 1_000;
/** Idle time after which a requested list has been painted, and background work may continue. */
const PAINTED_MS = 500;
/** Idle time after which the user is reading rather than typing or scrolling. */
const READING_MS = 1_000;
/** Pauses between steps, in which requests are served; the short one is for steps that lists wait for. */
const YIELD_MS = 5;
const SHORT_YIELD_MS = 1;
/** Time that a step of background work, or a scan between two pauses, may take: requests wait at most this long. */
export const STEP_BUDGET_MS = 8;
/** Maximum total wait of one scan of all the firm's data, however many requests there are. */
const MAX_WAIT_MS = 10_000;

type Cancel = () => void;
/** Does one step of work; returns false when nothing is left to do. */
type Step = () => boolean;

/**
 * Schedules background work in the time between list requests, because each step in between would delay the
 * user. The timing rules of all such work are in this module. Work that waits for something else has its own: notes and
 * checkpoints wait until nothing is written, and memoized columns are released when nothing reads them.
 */
export class Idle {
  readonly #clock: Clock;
  readonly #requestCount: () => number;

  constructor(clock: Clock, requestCount: () => number) {
    this.#clock = clock;
    this.#requestCount = requestCount;
  }

  /**
   * Runs steps while no list is requested, until nothing is left to do. Ignores errors: the next request
   * reports them.
   */
  run(step: Step): Cancel {
    let lastCount = this.#requestCount();
    let cancel: Cancel;
    const next = (): void => {
      const isIdle = this.#requestCount() === lastCount;
      lastCount = this.#requestCount();
      if (!isIdle || runStep(step)) cancel = this.#clock.after(isIdle ? YIELD_MS : PAINTED_MS, next);
    };
    cancel = this.#clock.after(PAINTED_MS, next);
    return () => cancel();
  }

  /**
   * Runs the next steps of work that lists wait for, then `done`. Requests are served before each step. `step` must
   * not throw.
   */
  runUrgently(step: Step, done: () => void): Cancel {
    let cancel = this.#clock.after(SHORT_YIELD_MS, () => {
      if (step()) cancel = this.runUrgently(step, done);
      else done();
    });
    return () => cancel();
  }

  /**
   * Calls `work` after `ms` milliseconds if the last part of them was idle, else after the next idle time;
   * after `latest` (milliseconds since 1970) it does not wait for idle time.
   */
  runOnce(ms: number, latest: number, work: () => void): Cancel {
    const idleMs = Math.min(READING_MS, ms);
    let cancel = this.#clock.after(ms - idleMs, () => {
      const lastCount = this.#requestCount();
      cancel = this.#clock.after(idleMs, () => {
        if (this.#requestCount() === lastCount || this.#clock.now() >= latest) work();
        else cancel = this.runOnce(READING_MS, latest, work);
      });
    });
    return () => cancel();
  }

  /**
   * Returns the pause function of one scan of all the firm's data: yields to pending work, and waits while lists are
   * requested. Rejects once `closed` is aborted.
   */
  pauseFunction(closed: AbortSignal): () => Promise<void> {
    let lastCount = this.#requestCount();
    let waitedMs = 0;
    return async () => {
      await nextTurn();
      closed.throwIfAborted();
      while (this.#requestCount() !== lastCount && waitedMs < MAX_WAIT_MS) {
        lastCount = this.#requestCount();
        waitedMs += PAINTED_MS;
        await pause(this.#clock, PAINTED_MS, closed);
      }
    };
  }
}

/** Calls `work` once the first screen has its rows. */
export const afterFirstScreen = (clock: Clock, work: () => void): Cancel =>
  clock.after(FIRST_SCREEN_MS, work);

function runStep(step: Step): boolean {
  try {
    return step();
  } catch {
    return false;
  }
}
