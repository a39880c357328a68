import type { Page } from '@playwright/test';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, type RunningApp } from '../e2e/running-app';

/** Where the pictures are written. */
export const FOLDER = process.env['GALLERY'] ?? 'gallery';

const LOOKS = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  contrast: { colorScheme: 'dark', forcedColors: 'active' },
} as const;
const SIZES = [
  [1024, 680],
  [2560, 1440],
  [1440, 900], // last: what comes next is done in a window of this size
] as const;

/** One state of the app in every look and size; what people would see after a moment. */
export async function pictures({ app, page }: RunningApp, state: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  await page.mouse.move(600, 1); // nothing is pointed at
  const name = state.toLowerCase().replace(/\W+/g, '-');
  for (const [width, height] of SIZES) {
    await app.evaluate(
      ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(...size),
      [width, height] as [number, number],
    );
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
    for (const [look, media] of Object.entries(LOOKS)) {
      await page.emulateMedia({ ...media, reducedMotion: 'reduce' });
      await settled(page);
      await page.screenshot({ path: path.join(FOLDER, `${name}-${look}-${width}.png`) });
    }
  }
  await page.emulateMedia({ ...LOOKS.light, reducedMotion: 'reduce' });
}

/** Two frames after the last change of size or look: lists have measured themselves and drawn their rows. */
const settled = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 120))),
      ),
  );

/** Ways to states, each by its name. */
export type Ways = Readonly<Record<string, (running: RunningApp) => Promise<unknown>>>;

/** Goes every way and takes its pictures. One that leads nowhere is told at the end: the others have their pictures. */
export async function each(running: RunningApp, ways: Ways): Promise<void> {
  running.page.setDefaultTimeout(15_000);
  const missed: string[] = [];
  for (const [state, go] of Object.entries(ways))
    try {
      await go(running);
      await pictures(running, state);
    } catch (error) {
      missed.push(`${state}: ${String(error)}`);
      await running.page.screenshot({ path: `test-results/gallery/${state.replace(/\W+/g, '-')}.png` });
      for (let times = 0; times < 3; times += 1) await running.page.keyboard.press('Escape');
    }
  expect(missed).toEqual([]);
}
