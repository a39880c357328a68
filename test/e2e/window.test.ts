import type { ElectronApplication } from '@playwright/test';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, launch, test } from './desk';
import { connectWithKey, exploreDemo, startRefresh } from './steps';

/** Chooses an entry of the native menu. */
const choose = (app: ElectronApplication, menu: string, label: string): Promise<void> =>
  app.evaluate(
    ({ Menu }, [menu, label]) => {
      const top = Menu.getApplicationMenu()?.items.find((item) => item.label.replace('&', '') === menu);
      const entry = top?.submenu?.items.find((item) => item.label === label);
      if (!entry) throw new Error(`${menu} has no ${label}`);
      Reflect.apply(entry.click, entry, []);
    },
    [menu, label] as const,
  );

test('the native menu leads to places and back, lists the shortcuts, and closes the connection', async ({
  desk,
}) => {
  const { app, page } = desk;
  await exploreDemo(page);
  await choose(app, 'Go', 'Activity');
  await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible();
  await choose(app, 'Go', 'Back');
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  await choose(app, 'Help', 'Keyboard Shortcuts');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Go to anything');
  await page.keyboard.press('Escape');
  await choose(app, 'File', 'Close This Connection');
  await expect(page.getByRole('button', { name: 'Explore the demo firm' })).toBeVisible();
});

test('the Help menu shows the log file, which is there', async ({ desk, data }) => {
  const { app } = desk;
  await app.evaluate(({ shell }) => {
    shell.showItemInFolder = (file) => Reflect.set(globalThis, 'shown', file);
  });
  await choose(app, 'Help', 'Show the Log File');
  const shown = await app.evaluate(() => String(Reflect.get(globalThis, 'shown')));
  expect(shown).toBe(path.join(data, 'logs', 'firm-desk.log'));
  await expect.poll(() => readFileSync(shown, 'utf8')).toContain('app.start');
});

test('the task bar shows how far a refresh is, until it has ended', async ({ desk, firm }) => {
  const { app, page } = desk;
  await connectWithKey(page, firm.address, firm.apiKey);
  await app.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows()[0];
    const bars: number[] = [];
    Reflect.set(globalThis, 'bars', bars);
    if (window) window.setProgressBar = (value) => void bars.push(value);
  });
  await startRefresh(page);
  await expect(page.getByText(/^as of \d/i).first()).toBeVisible({ timeout: 60_000 });
  const bars = () => app.evaluate(() => Reflect.get(globalThis, 'bars') as number[]);
  await expect.poll(async () => (await bars()).at(-1)).toBe(-1);
  expect((await bars()).some((value) => value > 0 && value <= 1)).toBe(true);
});

test('the window comes back where it was, as large as it was', async ({ data }) => {
  const place = { x: 60, y: 40, width: 1180, height: 760 };
  const first = await launch(data);
  await first.app.evaluate(
    ({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds),
    place,
  );
  const boundsOf = (app: ElectronApplication) =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds());
  await expect.poll(() => boundsOf(first.app)).toEqual(place);
  await first.app.close();
  const second = await launch(data);
  await expect.poll(() => boundsOf(second.app)).toEqual(place);
  await second.app.close();
});
