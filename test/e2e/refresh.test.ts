import type { ElectronApplication } from '@playwright/test';
import type { ServerResponse } from 'node:http';
import { simulateDemoNight } from './demo-night';
import { test as readyTest, testWithOwnApp } from './ready';
import { expect, killApp, launch, test } from './running-app';
import { startSecondInstance } from './second-start';
import { connectWithKey, emitPowerEvent, goTo, grid, refreshAndWait, sidebar, clickRefresh } from './steps';

const RELATED_PERSONS = '/account-management/related-persons';
const ACCOUNTS = '/account-management/accounts';

test('shows progress by resource, can be stopped, and keeps stored records', async ({ running, firm }) => {
  const { page } = running;
  await page.emulateMedia({ reducedMotion: 'no-preference' }); // the ring and the bars are animated, as for most users
  await connectWithKey(page, firm.address, firm.apiKey);
  firm.gate.judge = ({ path }) => (path === RELATED_PERSONS ? 'hold' : 'pass');
  await clickRefresh(page);
  const panel = page.getByRole('region', { name: 'Refresh' }).first();
  await expect(panel.getByRole('row', { name: /^Accounts Done.*2,000/ })).toBeVisible();
  await panel.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText(/stopped/i).first()).toBeVisible();
  firm.gate.open();
  await page.keyboard.press('Escape');
  await goTo(page, 'Accounts');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2001');
});

test('ends and stops refreshes whose pages announce 70 MB, and then refreshes everything', async ({
  running,
  firm,
}) => {
  const { page } = running;
  await connectWithKey(page, firm.address, firm.apiKey);
  const announce = (response: ServerResponse): Promise<void> => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 70 * 1024 * 1024 });
    response.write('{"data":[');
    return Promise.resolve();
  };
  firm.gate.judge = ({ path }) => (path === ACCOUNTS ? announce : 'pass');
  const listRequests = (): number =>
    firm.gate.requests.filter((request) => request.includes(`${ACCOUNTS}?`)).length;
  const requestsBefore = listRequests();
  const startOver = page.getByRole('button', { name: 'Start over' });
  await clickRefresh(page);
  // Each refresh requests a page and halves it seven times. Chromium opens at most six connections per host, so a
  // connection that is not closed with its response would block later requests.
  for (let refreshes = 1; refreshes <= 3; refreshes++) {
    await expect.poll(listRequests).toBe(requestsBefore + 8 * refreshes);
    await expect(sidebar(page).getByRole('button', { name: 'Resume refresh' })).toBeVisible();
    if (refreshes < 3) await startOver.click();
  }

  firm.gate.judge = ({ path }) => (path === ACCOUNTS ? announce : 'hold');
  await startOver.click();
  await expect.poll(() => firm.gate.held).toBeGreaterThan(0);
  const panel = page.getByRole('region', { name: 'Refresh' }).first();
  await panel.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText(/stopped/i).first()).toBeVisible();

  firm.gate.open();
  await startOver.click();
  await expect(sidebar(page).getByRole('button', { name: 'Refresh', exact: true })).toBeVisible({
    timeout: 30_000,
  });
  await goTo(page, 'Accounts');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2001');
});

test('loses nothing when killed during a refresh, and resumes it at the next start', async ({
  data,
  firm,
}) => {
  let running = await launch(data);
  await connectWithKey(running.page, firm.address, firm.apiKey);
  firm.gate.judge = ({ path }) => (path === RELATED_PERSONS ? 'hold' : 'pass');
  await clickRefresh(running.page);
  await goTo(running.page, 'Accounts');
  await expect(grid(running.page)).toHaveAttribute('aria-rowcount', '2001');
  await killApp(running);
  firm.gate.open();
  const requestsBefore = firm.gate.requests.length;

  running = await launch(data);
  const { page } = running;
  await goTo(page, 'Accounts');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2001');
  await sidebar(page).getByRole('button', { name: 'Resume refresh' }).click();
  await expect(sidebar(page).getByRole('button', { name: 'Refresh', exact: true })).toBeVisible({
    timeout: 30_000,
  });
  const requestsAfterRestart = firm.gate.requests.slice(requestsBefore);
  expect(requestsAfterRestart.some((request) => request.includes(RELATED_PERSONS))).toBe(true);
  // Lists that were fetched completely before the process was killed are not fetched again.
  expect(
    requestsAfterRestart.filter((request) => request.startsWith('GET /v2/account-management/accounts?')),
  ).toEqual([]);
  await running.app.close();
});

test('pauses on a 401, asks once, and resumes the refresh with the new key', async ({ running, firm }) => {
  const { page } = running;
  await connectWithKey(page, firm.address, firm.apiKey);
  firm.gate.judge = ({ path }) =>
    path.startsWith('/billing') ? { status: 401, body: '{"message":"Unauthorized"}' } : 'pass';
  // On screens other than Today the progress panel is open, and would cover the question.
  await goTo(page, 'Accounts');
  await clickRefresh(page);
  const dialog = page.getByRole('dialog', { name: 'Incorrect API key or password' });
  await expect(dialog).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  firm.gate.open();
  await dialog.getByLabel('API key', { exact: true }).fill(firm.apiKey);
  await dialog.getByRole('button', { name: 'Use this key' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Updated \w+ \d/).first()).toBeVisible({ timeout: 30_000 });
});

readyTest(
  'lists each change of the last refresh once, and filters by list, kind, word and days',
  async ({ running, firm }) => {
    const { page } = running;
    const night = await simulateDemoNight(firm);
    await clickRefresh(page);
    await goTo(page, 'Changes');
    // Exactly the nightly changes: no other account, although the data dates of nearly all of them changed.
    const totalChanges = night.changed + night.added + night.closed + night.vanished;
    await page
      .getByRole('combobox', { name: 'List', exact: true })
      .selectOption({ label: `Accounts (${totalChanges})` }, { timeout: 60_000 });
    const options = page.getByRole('listbox', { name: /changes?$/ }).getByRole('option');
    await page.getByRole('radio', { name: /^Changed/ }).check();
    const changed = night.changed + night.closed;
    await expect(options.first()).toHaveAttribute('aria-setsize', String(changed));
    await expect(options.filter({ hasText: '→' })).toHaveCount(changed);

    await options.first().click();
    const detail = page.getByRole('complementary', { name: /^Change of / });
    const [oldText, newText] = await detail.locator('dd').first().locator('.text').allTextContents();
    expect(newText).not.toBe(oldText);
    const number = (await detail.getByText(/ · /).last().textContent())?.trim().split(' · ')[0] ?? '';
    expect(number).toMatch(/\d/);
    await page.getByLabel('Search changes').fill(number);
    await expect(options).toHaveCount(1);
    await expect(options.first()).toContainText(number);
    await page.getByLabel('From', { exact: true }).last().fill('2999-01-01');
    await expect(page.getByText('No results')).toBeVisible();
  },
);

/** Returns the ID of the engine process, which has the databases open. */
async function engineOf(app: ElectronApplication): Promise<number> {
  const engine = await app.evaluate(
    ({ app: electronApp }) =>
      electronApp
        .getAppMetrics()
        .find((process) => process.name === 'Firm Desk engine' || process.serviceName === 'Firm Desk engine')
        ?.pid,
  );
  expect(engine).toBeGreaterThan(0);
  return engine ?? 0;
}

testWithOwnApp('shows no blank list if the engine crashes before its first answer', async ({ running }) => {
  test.skip(process.platform === 'win32', 'Windows has no SIGSTOP');
  const { app, page } = running;
  await goTo(page, 'Accounts');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2001');
  const engine = await engineOf(app);
  process.kill(engine, 'SIGSTOP');
  await page.reload(); // requests its list as at a start, and gets no response
  await page.waitForTimeout(1_000);
  await expect(grid(page)).toHaveCount(0);
  process.kill(engine, 'SIGKILL');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2001');
  await expect(grid(page).getByRole('row').nth(1)).toContainText(/\w/);
});

testWithOwnApp(
  'restarts a crashed engine, notifies the user, and reopens the connection',
  async ({ running }) => {
    const { app, page } = running;
    await goTo(page, 'Accounts');
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '2001');
    process.kill(await engineOf(app), 'SIGKILL');
    await expect(page.getByText(/restarted/i).first()).toBeVisible();
    await page
      .getByRole('searchbox', { name: 'Search accounts' })
      .or(page.getByLabel('Search accounts'))
      .first()
      .fill('a');
    await expect(grid(page)).not.toHaveAttribute('aria-rowcount', '2001');
  },
);

readyTest('closes the progress panel when the user opens another screen', async ({ running }) => {
  const { page } = running;
  await goTo(page, 'ROI requests');
  await refreshAndWait(page);
  const panel = page.getByRole('dialog', { name: 'Refresh' });
  await expect(panel).toBeVisible();
  await page.getByRole('button', { name: 'New request' }).first().click();
  await expect(page.getByRole('heading', { name: 'New ROI request' })).toBeVisible();
  await expect(panel).toBeHidden();
});

testWithOwnApp(
  'refreshes on waking while in the tray, and notifies once without names',
  async ({ running, firm, data }) => {
    const { app, page } = running;
    await app.evaluate(({ Notification }) => {
      Notification.isSupported = () => true; // even without the system's library for it
      Notification.prototype.show = function (this: Electron.Notification) {
        Object.assign(globalThis, { shownNotices: [...notices(), `${this.title}: ${this.body}`] });
      };
      const notices = (): string[] => (Reflect.get(globalThis, 'shownNotices') as string[] | undefined) ?? [];
    });
    const notices = () =>
      app.evaluate(() => (Reflect.get(globalThis, 'shownNotices') as string[] | undefined) ?? []);
    const wake = () => emitPowerEvent(app, 'resume');
    await goTo(page, 'Settings');
    const settings = page.getByRole('region', { name: 'Scheduled refresh' });
    await expect(settings.getByText('Off.')).toBeVisible();
    await wake(); // off until it is switched on
    await settings.getByRole('button', { name: 'Turn on…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Schedule refreshes' });
    await dialog.getByLabel('Also when the computer wakes up').check();
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await expect(settings.getByText(/^Next: /)).toBeVisible();
    const listRequests = () =>
      firm.gate.requests.filter((request) => request.includes(`${ACCOUNTS}?`)).length;
    const requestsBefore = listRequests();

    await test.step('waits and shows why when the service refuses', async () => {
      firm.gate.judge = () => ({ status: 403, body: '{}' });
      await wake();
      await expect(settings.getByText(/^A refresh is due\. The last attempt failed/)).toBeVisible({
        timeout: 60_000,
      });
      firm.gate.judge = () => 'pass';
      // Switched off and on again, nothing is due.
      await settings.getByRole('button', { name: 'Turn off' }).click();
      await expect(settings.getByText('Off.')).toBeVisible();
      await settings.getByRole('button', { name: 'Turn on…' }).click();
      await dialog.getByRole('button', { name: 'Turn on' }).click();
      await expect(settings.getByText(/^Next: /)).toBeVisible();
      expect(await notices()).toEqual([]);
    });

    await page.getByLabel('Keep running when the window is closed').check();
    const startsAtLogin = page.getByLabel('Start with the computer, without a window');
    await expect(startsAtLogin).toBeEnabled({ enabled: process.env['APP_BINARY'] !== undefined }); // only a packaged app
    await page.getByRole('heading', { name: 'In the background' }).scrollIntoViewIfNeeded();
    const isVisible = () =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isVisible()));
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    await expect.poll(isVisible).toEqual([false]);
    await wake();
    await expect.poll(notices, { timeout: 60_000 }).toHaveLength(1);
    expect((await notices())[0]).toMatch(/^Your data was refreshed: \d+ changes?, \d+ new findings?\.$/);
    expect(listRequests()).toBeGreaterThan(requestsBefore);
    expect(await startSecondInstance(running, data)).toBe(0);
    await expect.poll(isVisible).toEqual([true]);
    await expect(settings.getByText(/^Last: /)).toBeVisible();

    await test.step('shows the hidden window at a click on the Dock icon', async () => {
      await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
      await expect.poll(isVisible).toEqual([false]);
      await app.evaluate(({ app: itself }) => void itself.emit('activate'));
      await expect.poll(isVisible).toEqual([true]);
    });
  },
);
