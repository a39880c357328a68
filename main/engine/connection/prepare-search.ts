import type { CacheReader } from '../cache/reader';
import type { Clock } from '../service/clock';

type Preparing = Pick<CacheReader, 'reads' | 'prepare'>;
/** Gets a little more ready; false: nothing is left to be done. */
type Prepare = () => boolean;

/** Nobody has asked for anything for this long. */
const CALM_MS = 500;
/** Between two steps, so that what people ask for comes in between. */
const BREATH_MS = 5;

/**
 * Gets the cache ready for searches in long lists, and then whatever `more` does, while nobody asks the cache for
 * anything, until nothing is left to be done. Returns what stops it.
 */
export function prepareSearch(reader: Preparing, clock: Clock, more: Prepare): () => void {
  let seen = reader.reads;
  let stop: () => void;
  const next = () => {
    const calm = reader.reads === seen;
    seen = reader.reads;
    if (!calm || isMoreToDo(() => reader.prepare() || more()))
      stop = clock.after(calm ? BREATH_MS : CALM_MS, next);
  };
  stop = clock.after(CALM_MS, next);
  return () => stop();
}

/** What cannot be read is told to who asks for something; here nobody waits for an answer. */
function isMoreToDo(prepare: Prepare): boolean {
  try {
    return prepare();
  } catch {
    return false;
  }
}
