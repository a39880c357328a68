import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';

/** Folder for screenshots that a designer reviews; without it, the tests take none. */
export const SCREENSHOT_FOLDER = process.env['SCREENSHOT_FOLDER'];

/** Takes a screenshot for design reviews if `SCREENSHOT_FOLDER` names a folder. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (!SCREENSHOT_FOLDER) return;
  mkdirSync(SCREENSHOT_FOLDER, { recursive: true });
  await page.screenshot({ path: path.join(SCREENSHOT_FOLDER, `${name}.png`) });
}

/** Takes the screenshot in light and in dark; afterwards the page follows the system again. */
export async function takeScreenshotsInBothThemes(page: Page, name: string): Promise<void> {
  if (!SCREENSHOT_FOLDER) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await takeScreenshot(page, `${name}-${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: null });
}
