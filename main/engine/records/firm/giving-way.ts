import { setImmediate as turn } from 'node:timers/promises';
import { pause, type Clock } from '../../service/clock';

export interface Asked {
  /** Grows with everything that lists are asked for (cache/reader). */
  readonly asked: () => number;
  readonly clock: Clock;
  /** Aborted when the connection closes: what waits then rejects. */
  readonly closed: AbortSignal;
}

/** Whoever has asked for nothing for this long has the answer, with its rows painted. */
const CALM_MS = 500;
/** However much somebody asks for, a pass waits no longer than this in all. */
const LONGEST_MS = 10_000;

/**
 * The pause of one pass over the firm: lets what waits have its turn, and waits while lists are asked for, since each
 * stretch in between would make the one who types or scrolls wait, and the writer's thread too.
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
