import type { BrowserWindow } from 'electron';

/** Maximum number of crashes within this time; then the window stays as it is. */
const MAX_CRASHES = 3;
const WITHIN_MS = 60_000;

/**
 * Reloads the page after its process crashed; it finds its place by itself. Returns `given up` after repeated
 * crashes.
 */
export function reloadAfterCrash(
  window: Pick<BrowserWindow, 'reload' | 'isDestroyed'>,
  now: () => number = () => performance.now(),
): () => 'reloaded' | 'given up' {
  let ends: number[] = [];
  return () => {
    ends = [...ends.filter((at) => now() - at < WITHIN_MS), now()];
    if (ends.length > MAX_CRASHES || window.isDestroyed()) return 'given up';
    // Deferred: reloading while the crash is being reported would leave the page empty.
    setImmediate(() => window.reload());
    return 'reloaded';
  };
}
