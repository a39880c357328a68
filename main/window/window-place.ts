import { screen, type BrowserWindow, type Rectangle } from 'electron';
import fs from 'node:fs';
import { z } from 'zod';
import { keepFile } from '../common/keep-file';

export const MINIMUM = { width: 1024, height: 680 };
const saved = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(MINIMUM.width),
  height: z.number().int().min(MINIMUM.height),
  maximized: z.boolean(),
});

/** Where the window was last; nothing when that place is on no screen any more. */
export function readPlace(file: string): Partial<Rectangle> & { maximized: boolean } {
  const fallback = { width: 1440, height: 900, maximized: false };
  try {
    const place = saved.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
    const area = screen.getDisplayMatching(place).workArea;
    const visible =
      place.x < area.x + area.width - 80 &&
      place.x + place.width > area.x + 80 &&
      place.y >= area.y - 10 &&
      place.y < area.y + area.height - 40;
    return visible ? place : { ...fallback, maximized: place.maximized };
  } catch {
    return fallback; // first start, or a file of another version: nothing is lost with it
  }
}

/** Remembers size and place whenever they settle. */
export function rememberPlace(window: BrowserWindow, file: string): void {
  let timer: NodeJS.Timeout | undefined;
  const write = () => {
    if (window.isDestroyed()) return;
    const place = { ...window.getNormalBounds(), maximized: window.isMaximized() };
    try {
      keepFile(file, JSON.stringify(place));
    } catch {
      // A full disk must not hold a window fast; it opens at its usual place the next time.
    }
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(write, 400);
  };
  window.on('resize', soon);
  window.on('move', soon);
  window.on('maximize', soon);
  window.on('unmaximize', soon);
  window.on('close', () => {
    clearTimeout(timer);
    write();
  });
}
