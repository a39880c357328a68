import type { Waiting } from '../../../preload/contract/calls/live';
import type { Clock } from './clock';

/** Shorter waits are over before anybody has read of them. */
const WORTH_TELLING_MS = 3_000;

/** Of several waits the one that says most is told, and of these the one that ends first. */
const RANK: Readonly<Record<Waiting['reason'], number>> = { asked: 0, again: 1, silent: 2 };

/**
 * The waits of all requests that are under way, as one for people: `tell` hears of it whenever it is another one, and
 * null when nothing is waited for. Gives a function that begins a wait of `ms` milliseconds and gives what ends it.
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
