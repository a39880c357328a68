import type { Waiting } from '#contract/calls/live';
import type { Clock } from './clock';

/** Minimum wait that is shown; shorter ones end before the user can read them. */
const WORTH_TELLING_MS = 3_000;

/** Of several waits, the most informative one is shown, and of equal ones the first to end. */
const RANK: Readonly<Record<Waiting['reason'], number>> = { asked: 0, again: 1, silent: 2 };

/**
 * Combines the waits of all requests into one for the user: `tell` is called when it changes, with null when
 * nothing waits. Returns a function that starts a wait of `ms` milliseconds and returns a function that ends
 * it.
 */
export function createWaits(clock: Clock, tell: (waiting: Waiting | null) => void) {
  const waits = new Set<Waiting>();
  let told: Waiting | null = null;
  const look = (): void => {
    const [first = null] = [...waits].sort(
      (a, b) => RANK[a.reason] - RANK[b.reason] || a.until.localeCompare(b.until),
    );
    if (first === told) return;
    told = first;
    tell(first);
  };
  return (reason: Waiting['reason'], ms: number, attempt?: Waiting['attempt']): (() => void) => {
    if (ms < WORTH_TELLING_MS) return () => undefined;
    const until = new Date(clock.now() + ms).toISOString();
    const wait: Waiting = { reason, until, ...(attempt ? { attempt } : {}) };
    waits.add(wait);
    look();
    return () => {
      waits.delete(wait);
      look();
    };
  };
}
