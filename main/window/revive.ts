import type { BrowserWindow } from 'electron';

/** So many ends of the page's process within this time are more than bad luck: then the window stays as it is. */
const MOST = 3;
const WITHIN_MS = 60_000;

/** The page's process died: a fresh page, which finds its place by itself; `given up` where it dies again and again. */
export function revive(
  window: Pick<BrowserWindow, 'reload' | 'isDestroyed'>,
  now: () => number = () => performance.now(),
): () => 'reloaded' | 'given up' {
  let ends: number[] = [];
  return () => {
    ends = [...ends.filter((at) => now() - at < WITHIN_MS), now()];
    if (ends.length > MOST || window.isDestroyed()) return 'given up';
    // Not while its end is still being told: such a page would stay empty.
    setImmediate(() => window.reload());
    return 'reloaded';
  };
}
