import type { BrowserWindow } from 'electron';

/** After more crashes than this within the period, the window is not reloaded. */
const MAX_CRASHES = 3;
const PERIOD_MS = 60_000;

/**
 * Returns a function that reloads the page after its process crashed, or returns `given up` after repeated
 * crashes.
 */
export function reloadAfterCrash(
  window: Pick<BrowserWindow, 'reload' | 'isDestroyed'>,
  now: () => number = () => performance.now(),
): () => 'reloaded' | 'given up' {
  let crashTimes: number[] = [];
  return () => {
    crashTimes = [...crashTimes.filter((at) => now() - at < PERIOD_MS), now()];
    if (crashTimes.length > MAX_CRASHES || window.isDestroyed()) return 'given up';
    // Deferred: reloading while the crash is being reported would leave the page empty.
    setImmediate(() => window.reload());
    return 'reloaded';
  };
}
