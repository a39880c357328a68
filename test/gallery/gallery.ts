import type { Page } from '@playwright/test';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { PLACES } from '../../preload/contract/places';
import { expect, test, type RunningApp } from '../e2e/running-app';
import { exploreDemo, goTo, grid, refreshWhole, rows, sidebar } from '../e2e/steps';

const FOLDER = process.env['GALLERY'] ?? 'gallery';

const LOOKS = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  contrast: { colorScheme: 'dark', forcedColors: 'active' },
} as const;
const SIZES = [
  [1024, 680],
  [1440, 900],
  [2560, 1440],
] as const;

/** One state of the app in every look and size; what people would see after a moment. */
async function pictures({ app, page }: RunningApp, state: string): Promise<void> {
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
}

/** Two frames after the last change of size or look: lists have measured themselves and drawn their rows. */
const settled = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 120))),
      ),
  );

/** The places that the sidebar offers now, without its other buttons. */
async function placesOf(page: Page): Promise<string[]> {
  const offered = await sidebar(page).locator('.link .title').allTextContents();
  return PLACES.map(({ title }) => title).filter((title) => offered.includes(title));
}

test('every place in every look and size', async ({ running }) => {
  mkdirSync(FOLDER, { recursive: true });
  const { page } = running;
  await expect(page.getByRole('button', { name: 'Explore the demo firm' })).toBeVisible();
  await pictures(running, 'connect');
  await exploreDemo(page);
  await pictures(running, 'today without data');
  await goTo(page, 'Accounts');
  await pictures(running, 'accounts without data');
  await refreshWhole(page);
  for (const place of await placesOf(page)) {
    await goTo(page, place);
    await page.getByRole('heading', { name: place }).first().waitFor();
    await pictures(running, place);
  }

  await goTo(page, 'Accounts');
  await rows(page).first().click();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'Record' });
  await expect(panel).toBeVisible();
  await pictures(running, 'accounts record');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('smith');
  await pictures(running, 'palette');
  await page.keyboard.press('Escape');
  await page.getByLabel(/^Search accounts/).fill('nobody is called that');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '1');
  await pictures(running, 'accounts without results');
});
