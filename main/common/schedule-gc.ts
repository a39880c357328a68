import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Delay that merges several requests into one collection and lets the caller's own work finish first. */
const DELAY_MS = 50;

let runGc: (() => void) | undefined;
let timer: NodeJS.Timeout | undefined;

/**
 * Schedules a garbage collection. In an idle process, dropped text such as a tax ID could otherwise stay in
 * memory for hours.
 */
export function scheduleGc(): void {
  timer ??= setTimeout(() => {
    timer = undefined;
    if (!runGc) {
      setFlagsFromString('--expose-gc');
      setFlagsFromString('--clear-free-memory'); // overwrites memory that was freed
      runGc = runInNewContext('gc') as () => void;
    }
    runGc();
    runGc(); // the first pass only marks some objects as dead; the second frees them
  }, DELAY_MS);
  timer.unref();
}
