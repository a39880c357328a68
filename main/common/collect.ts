import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Delay that merges several requests into one collection and lets the caller's own work finish first. */
const SOON_MS = 50;

let collectNow: (() => void) | undefined;
let timer: NodeJS.Timeout | undefined;

/**
 * Schedules a garbage collection. In an idle process, dropped text such as a tax ID could otherwise stay in
 * memory for hours.
 */
export function collectSoon(): void {
  timer ??= setTimeout(() => {
    timer = undefined;
    if (!collectNow) {
      setFlagsFromString('--expose-gc');
      setFlagsFromString('--clear-free-memory'); // overwrites memory that was freed
      collectNow = runInNewContext('gc') as () => void;
    }
    collectNow();
    collectNow(); // the first pass only marks some objects as dead; the second frees them
  }, SOON_MS);
  timer.unref();
}
