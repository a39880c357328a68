import type { CacheReader } from '../cache/reader';
import type { Clock } from '../service/clock';

type Preparing = Pick<CacheReader, 'reads' | 'prepare'>;

/** Nobody has asked for anything for this long. */
const CALM_MS = 500;
/** Between two steps, so that what people ask for comes in between. */
const BREATH_MS = 5;

/**
 * Gets the cache ready for searches in long lists while nobody asks it for anything, until nothing is left to be done.
 * Returns what stops it.
 */
export function prepareSearch(reader: Preparing, clock: Clock): () => void {
  let seen = reader.reads;
  let stop: () => void;
  const next = () => {
    const calm = reader.reads === seen;
    seen = reader.reads;
    if (!calm || isMoreToDo(reader)) stop = clock.after(calm ? BREATH_MS : CALM_MS, next);
  };
  stop = clock.after(CALM_MS, next);
  return () => stop();
}

/** A cache that cannot be read is told to who asks it for something; here nobody waits for an answer. */
function isMoreToDo(reader: Preparing): boolean {
  try {
    return reader.prepare();
  } catch {
    return false;
  }
}
