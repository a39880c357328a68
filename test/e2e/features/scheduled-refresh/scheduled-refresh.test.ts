import { parse } from 'csv-parse/sync';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { simulateDemoNight } from '../../demo-night';
import { launchReady } from '../../ready';
import { closeApp, expect, test } from '../../running-app';
import { emitPowerEvent } from '../../steps';
import { addAccountsExport } from '../standing-exports/add-export';

const ACCOUNTS = '/account-management/accounts?';
const SOURCE_DATA = '/status/source-data';

/** The file with the time of the app's schedule, set by a test. */
class ClockFile {
  readonly file: string;
  #now: number;

  constructor(folder: string, start: string) {
    mkdirSync(folder, { recursive: true });
    this.file = path.join(folder, 'clock');
    this.#now = Date.parse(start);
    this.#write();
  }

  set(time: string): void {
    this.#now = Date.parse(time);
    this.#write();
  }

  advance(seconds: number): void {
    this.#now += seconds * 1_000;
    this.#write();
  }

  #write(): void {
    writeFileSync(`${this.file}.new`, new Date(this.#now).toISOString());
    renameSync(`${this.file}.new`, this.file);
  }
}

const settingsOf = (page: Page) => page.getByRole('region', { name: 'Scheduled refresh' });

test('refreshes on schedule, after sleep, once the network is back and once data has arrived', async ({
  data,
  firm,
}) => {
  test.setTimeout(150_000);
  test.skip(process.env['APP_BINARY'] !== undefined, 'a packaged app does not accept a clock from a test');
  const clock = new ClockFile(`${data}-clock`, '2026-10-29T06:00:00-04:00');
  const running = await launchReady(data, firm, {
    TZ: 'America/New_York',
    FIRM_DESK_CLOCK_FILE: clock.file,
  });
  const { app, page } = running;
  await app.evaluate(({ Notification }) => {
    const shownNotices: string[] = [];
    Object.assign(globalThis, { shownNotices });
    Notification.isSupported = () => true; // even without the system's library for it
    Notification.prototype.show = function (this: Electron.Notification) {
      shownNotices.push(`${this.title}: ${this.body}`);
    };
  });
  const notices = () => app.evaluate(() => Reflect.get(globalThis, 'shownNotices') as string[]);
  /** Advances the clock until the app has shown `count` notifications. */
  const waitForNotifications = (count: number) =>
    expect
      .poll(
        async () => {
          clock.advance(2);
          return (await notices()).length;
        },
        { timeout: 60_000, intervals: [100] },
      )
      .toBe(count);
  /** Returns how many pages of accounts the refreshes have fetched. */
  const fetchedPages = () => firm.gate.requests.filter((request) => request.includes(ACCOUNTS)).length;
  const settings = settingsOf(page);
  const dialog = page.getByRole('dialog', { name: 'Schedule refreshes' });
  const folder = path.join(data, 'morning');
  const file = path.join(folder, 'all-accounts.csv');

  await test.step('turns on, with an export after each refresh', async () => {
    mkdirSync(folder);
    await addAccountsExport(app, page, folder);
    await settings.getByRole('button', { name: 'Turn on…' }).click();
    await dialog.getByLabel('Times').fill('6:30 AM');
    await dialog.getByLabel('Monday to Friday only').uncheck();
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await expect(settings).toContainText(/Next: Oct 29, 2026, 6:30\sAM \(America\/New York\)\./);
  });

  await test.step('runs at its time, and the export follows', async () => {
    const night = await simulateDemoNight(firm);
    clock.set('2026-10-29T06:30:00-04:00');
    await waitForNotifications(1);
    expect((await notices())[0]).toMatch(
      /^Your data was refreshed: [1-9][\d,]* changes, \d+ new findings?, 1 export written\.$/,
    );
    expect(parse(readFileSync(file, 'utf8'), { bom: true })).toHaveLength(
      2001 + night.added - night.vanished,
    );
    await expect(settings).toContainText(/Next: Oct 30, 2026, 6:30\sAM/);
    await expect(settings).toContainText(/Last: Oct 29, 2026, 6:3\d\sAM\. [1-9][\d,]* changes, /);
  });

  await test.step('makes up once for a refresh that was due while the computer slept', async () => {
    clock.set('2026-10-30T08:15:00-04:00');
    await emitPowerEvent(app, 'resume');
    await waitForNotifications(2);
    const pagesBefore = fetchedPages();
    clock.set('2026-10-30T20:00:00-04:00');
    await emitPowerEvent(app, 'resume'); // nothing is due
    await expect(settings).toContainText(/Next: Oct 31, 2026, 6:30\sAM/);
    expect(fetchedPages()).toBe(pagesBefore);
  });

  await test.step('retries without network, and reports it', async () => {
    await firm.gate.close();
    clock.set('2026-10-31T06:30:00-04:00');
    await expect(settings).toContainText(
      /A refresh is due\. The last attempt failed \(.+\)\. Firm Desk tries again every 5 minutes\./,
      { timeout: 60_000 },
    );
    await firm.gate.reopen();
    clock.advance(5 * 60);
    await waitForNotifications(3);
    // The clocks go back in the night.
    await expect(settings).toContainText(/Next: Nov 1, 2026, 6:30\sAM/);
  });

  await test.step('waits for the data of a custodian until it has arrived', async () => {
    await settings.getByRole('button', { name: 'Change…' }).click();
    await dialog.getByLabel('Charles Schwab').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    const sourceData = { balances: { available: true }, transactions: { available: false } };
    firm.gate.judge = ({ path: requested }) =>
      requested === SOURCE_DATA ? { status: 200, body: JSON.stringify({ SWB: sourceData }) } : 'pass';
    const pagesBefore = fetchedPages();
    expect(pagesBefore).toBeGreaterThan(0);
    clock.set('2026-11-01T06:30:00-05:00');
    await expect(settings).toContainText('A refresh is due. It waits for data from Charles Schwab.');
    clock.advance(5 * 60);
    await expect
      .poll(() => firm.gate.requests.filter((request) => request.includes(SOURCE_DATA)).length)
      .toBe(2);
    expect(fetchedPages()).toBe(pagesBefore);
    sourceData.transactions.available = true;
    clock.advance(5 * 60);
    await waitForNotifications(4);
    expect(fetchedPages()).toBeGreaterThan(pagesBefore);
    await expect(settings).toContainText(/Last: Nov 1, 2026, 6:[45]\d\sAM/);
  });
  await test.step('does nothing when the clock is set back, and then runs at the next time', async () => {
    const pagesBefore = fetchedPages();
    clock.set('2026-10-31T06:00:00-04:00');
    await expect
      .poll(
        async () => {
          clock.advance(1);
          return await settings.innerText();
        },
        { intervals: [100] },
      )
      .toMatch(/Next: Oct 31, 2026, 6:30\sAM/);
    expect(fetchedPages()).toBe(pagesBefore);
    expect(await notices()).toHaveLength(4);
    clock.set('2026-10-31T06:30:00-04:00');
    await waitForNotifications(5);
    expect(fetchedPages()).toBeGreaterThan(pagesBefore);
  });
  await closeApp(running);
});
