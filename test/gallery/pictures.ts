import type { Page } from '@playwright/test';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { findingsInBothThemes } from '../e2e/accessibility-findings';
import { expect, type RunningApp } from '../e2e/running-app';

/** The folder of the pictures. */
export const FOLDER = process.env['GALLERY'] ?? 'gallery';
/** Checks the accessibility of every state and takes no pictures. */
const ONLY_FINDINGS = process.env['ONLY_FINDINGS'] === '1';

const THEMES = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  contrast: { colorScheme: 'dark', forcedColors: 'active' },
} as const;
const SIZES = [
  [1024, 680],
  [2560, 1440],
  [1440, 900], // last: later steps use a window of this size
] as const;

/** Takes pictures of one state of the app in every color scheme and size, once the page has settled. */
export async function takePictures({ app, page }: RunningApp, state: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  await page.mouse.move(600, 1); // nothing is hovered
  const name = state.toLowerCase().replace(/\W+/g, '-');
  for (const [width, height] of SIZES) {
    await app.evaluate(
      ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(...size),
      [width, height] as [number, number],
    );
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
    for (const [theme, media] of Object.entries(THEMES)) {
      await page.emulateMedia({ ...media, reducedMotion: 'reduce' });
      await waitForRendering(page);
      await page.screenshot({ path: path.join(FOLDER, `${name}-${theme}-${width}.png`) });
    }
  }
  await page.emulateMedia({ ...THEMES.light, reducedMotion: 'reduce' });
}

/**
 * Waits two frames and 120 ms after the last change of size or color scheme: lists have measured themselves and
 * drawn their rows.
 */
const waitForRendering = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 120))),
      ),
  );

/** Functions that bring the app into a state, by name. */
export type PictureSteps = Readonly<Record<string, (running: RunningApp) => Promise<unknown>>>;

/**
 * Runs every function, checks the accessibility of its state and takes its pictures. Failures are reported at
 * the end, so that the others have their pictures.
 */
export async function captureStates(running: RunningApp, steps: PictureSteps): Promise<void> {
  running.page.setDefaultTimeout(15_000);
  const failures: string[] = [];
  for (const [state, go] of Object.entries(steps))
    try {
      await go(running);
      failures.push(...(await findingsInBothThemes(running.page, state, 'body', {})));
      await running.page.emulateMedia({ ...THEMES.light, reducedMotion: 'reduce' });
      if (!ONLY_FINDINGS) await takePictures(running, state);
    } catch (error) {
      failures.push(`${state}: ${String(error)}`);
      await running.page.screenshot({ path: `test-results/gallery/${state.replace(/\W+/g, '-')}.png` });
      for (let times = 0; times < 3; times += 1) await running.page.keyboard.press('Escape');
    }
  expect(failures).toEqual([]);
}
