import { screen, type BrowserWindow, type Rectangle } from 'electron';
import fs from 'node:fs';
import { writeFileAtomic } from '../common/write-file-atomic';

export const MIN_SIZE = { width: 1024, height: 680 };
const SAVE_DEBOUNCE_MS = 400;

interface WindowState extends Rectangle {
  readonly maximized: boolean;
}

/** Parses the stored size and position. Works without zod, which loads after the window. */
function parseWindowState(json: unknown): WindowState | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const { x, y, width, height, maximized } = json as Partial<Record<keyof WindowState, unknown>>;
  if (!isInt(x) || !isInt(y) || !isInt(width) || !isInt(height) || typeof maximized !== 'boolean')
    return undefined;
  if (width < MIN_SIZE.width || height < MIN_SIZE.height) return undefined;
  return { x, y, width, height, maximized };
}
const isInt = (value: unknown): value is number => Number.isSafeInteger(value);

/** Returns the window's last size and position; the default ones if it could not be dragged by its title bar there. */
export function readWindowState(file: string): Partial<Rectangle> & { maximized: boolean } {
  const fallback = { width: 1440, height: 900, maximized: false };
  try {
    const state = parseWindowState(JSON.parse(fs.readFileSync(file, 'utf8')));
    if (!state) return fallback;
    const area = screen.getDisplayMatching(state).workArea;
    // Enough of the title bar must be on the display to drag it: 80 pixels of its width, and most of its height.
    const isReachable =
      state.x < area.x + area.width - 80 &&
      state.x + state.width > area.x + 80 &&
      state.y >= area.y - 10 &&
      state.y < area.y + area.height - 40;
    return isReachable ? state : { ...fallback, maximized: state.maximized };
  } catch {
    return fallback; // first start, or a damaged file: nothing is lost
  }
}

/**
 * Saves size and position after they settle. Maximizes a window that was maximized when it is first shown, which may be
 * long after the start; until then, it stays saved as maximized.
 */
export function persistWindowState(window: BrowserWindow, file: string, wasMaximized: boolean): void {
  let isShown = false;
  window.once('show', () => {
    isShown = true;
    if (wasMaximized) window.maximize();
  });
  let timer: NodeJS.Timeout | undefined;
  const write = () => {
    if (window.isDestroyed()) return;
    const state = { ...window.getNormalBounds(), maximized: isShown ? window.isMaximized() : wasMaximized };
    try {
      writeFileAtomic(file, JSON.stringify(state));
    } catch {
      // A full disk must not block the window; next time it opens with an earlier or the default size.
    }
  };
  const scheduleWrite = () => {
    clearTimeout(timer);
    timer = setTimeout(write, SAVE_DEBOUNCE_MS);
  };
  window.on('resize', scheduleWrite);
  window.on('move', scheduleWrite);
  window.on('maximize', scheduleWrite);
  window.on('unmaximize', scheduleWrite);
  window.on('close', () => {
    clearTimeout(timer);
    write();
  });
}
