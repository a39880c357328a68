import { setImmediate as turn } from 'node:timers/promises';
import { pause, type Clock } from '../../service/clock';

export interface Asked {
  /** Number of list requests so far (cache/reader). */
  readonly asked: () => number;
  readonly clock: Clock;
  /** Aborted when the connection closes: pending waits reject. */
  readonly closed: AbortSignal;
}

/** Idle time after which the user has the painted answer. */
const CALM_MS = 500;
/** Maximum total wait of one pass, however many requests there are. */
const LONGEST_MS = 10_000;

/**
 * Returns the pause function of one pass over the firm: yields to pending work, and waits while lists are
 * requested, because each chunk in between would delay the user and the writer thread.
 */
export function givingWay({ asked, clock, closed }: Asked): () => Promise<void> {
  let seen = asked();
  let waited = 0;
  return async () => {
    await turn();
    closed.throwIfAborted();
    while (asked() !== seen && waited < LONGEST_MS) {
      seen = asked();
      waited += CALM_MS;
      await pause(clock, CALM_MS, closed);
    }
  };
}
