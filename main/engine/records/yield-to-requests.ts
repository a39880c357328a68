import { setImmediate as turn } from 'node:timers/promises';
import { pause, type Clock } from '../service/clock';

export interface YieldDeps {
  /** Number of list requests so far (cache/reader). */
  readonly asked: () => number;
  readonly clock: Clock;
  /** Aborted when the connection closes: pending waits reject. */
  readonly closed: AbortSignal;
}

/** Idle time after which the user has the painted answer. */
const IDLE_MS = 500;
/** Maximum total wait of one pass, however many requests there are. */
const MAX_WAIT_MS = 10_000;

/**
 * Returns the pause function of one pass over the firm: yields to pending work, and waits while lists are
 * requested, because each chunk in between would delay the user and the writer thread.
 */
export function yieldToRequests({ asked, clock, closed }: YieldDeps): () => Promise<void> {
  let seen = asked();
  let waited = 0;
  return async () => {
    await turn();
    closed.throwIfAborted();
    while (asked() !== seen && waited < MAX_WAIT_MS) {
      seen = asked();
      waited += IDLE_MS;
      await pause(clock, IDLE_MS, closed);
    }
  };
}
