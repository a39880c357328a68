import type { ElectronApplication } from '@playwright/test';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test as readyTest } from './ready';
import { expect, launch, test } from './running-app';
import { connectWithKey, exploreDemo, clickRefresh } from './steps';

/** Chooses an item of the native menu, once the page has enabled it. */
async function chooseMenuItem(app: ElectronApplication, menu: string, label: string): Promise<void> {
  const choose = () =>
    app.evaluate(
      ({ Menu }, [menu, label]) => {
        const top = Menu.getApplicationMenu()?.items.find((item) => item.label.replace('&', '') === menu);
        const entry = top?.submenu?.items.find((item) => item.label === label);
        if (!entry?.enabled) return false;
        Reflect.apply(entry.click, entry, []);
        return true;
      },
      [menu, label] as const,
    );
  await expect.poll(choose, `${menu} has ${label}, and it can be chosen`).toBe(true);
}

/** Returns the labels of enabled items with a command; platform items and Show the Log File have none. */
const enabledItems = (app: ElectronApplication): Promise<string[]> =>
  app.evaluate(({ Menu }) =>
    (Menu.getApplicationMenu()?.items ?? [])
      .flatMap(({ submenu }) => submenu?.items ?? [])
      .filter(({ id, enabled }) => id && enabled)
      .map(({ label }) => label),
  );

test('disables unavailable menu items, navigates, lists shortcuts, and closes the connection', async ({
  running,
}) => {
  const { app, page } = running;
  await expect(page.getByRole('button', { name: 'Explore the demo firm' })).toBeVisible();
  const always = [
    'Lock Now',
    'Settings…',
    'Find',
    'Go To…',
    'User Guide',
    'Keyboard Shortcuts',
    'About Firm Desk',
  ];
  await expect.poll(() => enabledItems(app)).toEqual(always);
  await test.step('enables the items that apply to an open connection', async () => {
    await exploreDemo(page);
    const whileOpen = [
      'Accounts',
      'Tax IDs',
      'Connections…',
      'Sidebar',
      'Activity',
      'Close This Connection',
      'Refresh',
    ];
    await expect.poll(() => enabledItems(app)).toEqual(expect.arrayContaining(whileOpen));
    for (const item of ['Today', 'Back', 'Forward', 'Stop Refreshing', 'Record Panel'])
      expect(await enabledItems(app)).not.toContain(item);
    await chooseMenuItem(app, 'Go', 'Accounts');
    await expect.poll(() => enabledItems(app)).toEqual(expect.arrayContaining(['Back', 'Record Panel']));
    await chooseMenuItem(app, 'Go', 'Back');
    await expect.poll(() => enabledItems(app)).toContain('Forward');
    expect(await enabledItems(app)).not.toContain('Back');
    await chooseMenuItem(app, 'File', 'Close This Connection');
    await expect.poll(() => enabledItems(app)).toEqual(always);
  });

  await test.step('opens the user guide without a connection', async () => {
    // The guide needs neither a connection nor a network: its search, steps and pictures are in the app.
    await chooseMenuItem(app, 'Help', 'User Guide');
    await page.getByRole('textbox', { name: 'Search the guide' }).fill('sign off fee');
    await page.keyboard.press('Enter');
    const guide = page.getByRole('article', { name: 'Reconcile a fee file' });
    await expect(guide.getByRole('listitem').first()).toBeVisible();
    await expect
      .poll(() => guide.getByRole('img').evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(900);
    await page.keyboard.press('Alt+ArrowLeft');
    await page.keyboard.press('Alt+ArrowLeft');
  });
  await expect(page.getByRole('button', { name: 'Explore the demo firm' })).toBeVisible();

  await test.step('navigates and lists the shortcuts', async () => {
    // From the first screen again: each item does what its label says.
    await exploreDemo(page);
    await chooseMenuItem(app, 'Go', 'Activity');
    await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible();
    await chooseMenuItem(app, 'Go', 'Back');
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
    await chooseMenuItem(app, 'Help', 'Keyboard Shortcuts');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Go to…');
    await page.keyboard.press('Escape');
  });
  await chooseMenuItem(app, 'File', 'Close This Connection');
  await expect(page.getByRole('button', { name: 'Explore the demo firm' })).toBeVisible();
});

readyTest('shows the whole list of shortcuts in columns of similar height', async ({ running }) => {
  const { app, page } = running;
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1280, 800));
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(1280);
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toContainText('Previous, next record');
  const { scrollableCount, columnBottoms } = await sheet.evaluate((dialog) => {
    const bottoms = new Map<number, number>();
    for (const group of dialog.querySelectorAll('section')) {
      const { left, bottom } = group.getBoundingClientRect();
      bottoms.set(left, Math.max(bottoms.get(left) ?? 0, bottom));
    }
    const body = [...dialog.querySelectorAll('*')].filter(
      (part) => part.scrollHeight > part.clientHeight + 1,
    );
    return {
      scrollableCount: body.filter((part) => getComputedStyle(part).overflowY === 'auto').length,
      columnBottoms: [...bottoms.values()],
    };
  });
  expect(scrollableCount).toBe(0);
  expect(columnBottoms).toHaveLength(4);
  expect(
    Math.max(...columnBottoms) - Math.min(...columnBottoms),
    `the columns end at ${columnBottoms.join(', ')} px`,
  ).toBeLessThan(60);
});

test('shows the log file in its folder from the Help menu', async ({ running, data }) => {
  const { app } = running;
  await app.evaluate(({ shell }) => {
    shell.showItemInFolder = (file) => Reflect.set(globalThis, 'revealedFile', file);
  });
  await chooseMenuItem(app, 'Help', 'Show the Log File');
  const revealedFile = await app.evaluate(() => String(Reflect.get(globalThis, 'revealedFile')));
  expect(revealedFile).toBe(path.join(data, 'logs', 'firm-desk.log'));
  await expect.poll(() => readFileSync(revealedFile, 'utf8')).toContain('app.start');
});

test('shows refresh progress in the task bar until the end', async ({ running, firm }) => {
  const { app, page } = running;
  await connectWithKey(page, firm.address, firm.apiKey);
  await app.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows()[0];
    const bars: number[] = [];
    Reflect.set(globalThis, 'bars', bars);
    if (window) window.setProgressBar = (value) => void bars.push(value);
  });
  await clickRefresh(page);
  await expect(page.getByText(/^Updated \w+ \d/).first()).toBeVisible({ timeout: 60_000 });
  const bars = () => app.evaluate(() => Reflect.get(globalThis, 'bars') as number[]);
  await expect.poll(async () => (await bars()).at(-1)).toBe(-1);
  expect((await bars()).some((value) => value > 0 && value <= 1)).toBe(true);
});

test("restores the window's position and size", async ({ data }) => {
  const bounds = { x: 60, y: 40, width: 1180, height: 760 };
  const first = await launch(data);
  await first.app.evaluate(
    ({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setBounds(to),
    bounds,
  );
  const boundsOf = (app: ElectronApplication) =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds());
  await expect.poll(() => boundsOf(first.app)).toEqual(bounds);
  await first.app.close();
  const second = await launch(data);
  await expect.poll(() => boundsOf(second.app)).toEqual(bounds);
  await second.app.close();
});
