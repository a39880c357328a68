import type { CacheReader } from '../cache/query/reader';
import type { Clock } from '../service/clock';

type Preparing = Pick<CacheReader, 'reads' | 'prepare'>;
/** Does one step of preparation; returns false when nothing is left to do. */
type Prepare = () => boolean;

/** Idle time before preparation continues. */
const IDLE_MS = 500;
/** Pause between steps, so that requests are served in between. */
const YIELD_MS = 5;

/**
 * Prepares the cache for searches in long lists, then runs `more`, while the cache is idle, until nothing is
 * left to do. Returns a function that stops it.
 */
export function prepareSearch(reader: Preparing, clock: Clock, more: Prepare): () => void {
  let seen = reader.reads;
  let stop: () => void;
  const next = () => {
    const calm = reader.reads === seen;
    seen = reader.reads;
    if (!calm || isMoreToDo(() => reader.prepare() || more()))
      stop = clock.after(calm ? YIELD_MS : IDLE_MS, next);
  };
  stop = clock.after(IDLE_MS, next);
  return () => stop();
}

/** Ignores read errors here; the next request reports them. */
function isMoreToDo(prepare: Prepare): boolean {
  try {
    return prepare();
  } catch {
    return false;
  }
}
