import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Whoever drops several things in one go has them collected once, and soon: what drops them is not over yet. */
const SOON_MS = 50;

let collectNow: (() => void) | undefined;
let timer: NodeJS.Timeout | undefined;

/**
 * Has everything collected that nobody holds any more. A text that was only dropped stays in memory until the collector
 * happens to come by, which in a quiet process is hours.
 */
export function collectSoon(): void {
  timer ??= setTimeout(() => {
    timer = undefined;
    if (!collectNow) {
      setFlagsFromString('--expose-gc');
      setFlagsFromString('--clear-free-memory'); // what was collected is overwritten
      collectNow = runInNewContext('gc') as () => void;
    }
    collectNow();
    collectNow(); // what the first round only found to be dead is gone after the second
  }, SOON_MS);
  timer.unref();
}
