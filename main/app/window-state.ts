import { screen, type BrowserWindow, type Rectangle } from 'electron';
import fs from 'node:fs';
import { writeFileAtomic } from '../common/write-file-atomic';

export const MIN_SIZE = { width: 1024, height: 680 };

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

/** Returns the window's last size and position; the default ones if the position is not on any screen now. */
export function readWindowState(file: string): Partial<Rectangle> & { maximized: boolean } {
  const fallback = { width: 1440, height: 900, maximized: false };
  try {
    const place = parseWindowState(JSON.parse(fs.readFileSync(file, 'utf8')));
    if (!place) return fallback;
    const area = screen.getDisplayMatching(place).workArea;
    const visible =
      place.x < area.x + area.width - 80 &&
      place.x + place.width > area.x + 80 &&
      place.y >= area.y - 10 &&
      place.y < area.y + area.height - 40;
    return visible ? place : { ...fallback, maximized: place.maximized };
  } catch {
    return fallback; // first start, or a damaged file: nothing is lost
  }
}

/** Saves size and position after they settle. */
export function persistWindowState(window: BrowserWindow, file: string): void {
  let timer: NodeJS.Timeout | undefined;
  const write = () => {
    if (window.isDestroyed()) return;
    const place = { ...window.getNormalBounds(), maximized: window.isMaximized() };
    try {
      writeFileAtomic(file, JSON.stringify(place));
    } catch {
      // A full disk must not block the window; next time it opens with an earlier or the default size.
    }
  };
  const scheduleWrite = () => {
    clearTimeout(timer);
    timer = setTimeout(write, 400);
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
