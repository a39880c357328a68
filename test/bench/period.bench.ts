import { test, type Page } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { launchToFirstPaint, type Launched } from './baselines';
import { median, note, report } from './numbers';
import { startDemoProcess } from './demo-process';

const ACCOUNTS = 100_000;
const ROUNDS = 5;
const KEYCHAIN = { FIRM_DESK_KEYCHAIN: 'Firm Desk bench period' };
/** The fee upload file with the most lines, and its period. */
const LARGEST_FILE = / id 40\.zip$/;
const PERIOD = 'Q3 2026';
/** The first section of a period's page, which shows all sections at once. */
const FIRST_SECTION = '#period-setup';

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-bench-period-'));
});

const start = (): Promise<Launched> =>
  launchToFirstPaint(['.', `--user-data-dir=${path.join(folder, 'data')}`], KEYCHAIN);

const goTo = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation').getByRole('button', { name, exact: true }).click();

/** Returns milliseconds from a click to the frame that shows an element matching the CSS selector. */
async function clickToPaint(page: Page, button: string, selector: string): Promise<number> {
  const painted = page.evaluate(
    (target) =>
      new Promise<number>((resolve) => {
        document.addEventListener(
          'click',
          ({ timeStamp }) => {
            const onFrame = () => {
              if (document.querySelector(target)) requestAnimationFrame((now) => resolve(now - timeStamp));
              else requestAnimationFrame(onFrame);
            };
            onFrame();
          },
          { capture: true, once: true },
        );
      }),
    selector,
  );
  await page.locator(button).click();
  return await painted;
}

test('the page of a billing period', async () => {
  test.setTimeout(30 * 60_000);
  const service = await startDemoProcess(ACCOUNTS);
  let { app, window: page } = await start();
  await page.getByLabel('Service address').fill(service.baseUrl);
  await page.getByLabel('API key', { exact: true }).fill(service.apiKey);
  await page.getByLabel('Name of this connection').fill('Bench');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  await goTo(page, 'Refresh');
  await page.getByText('First download complete.', { exact: true }).waitFor({ timeout: 10 * 60_000 });

  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, folder);
  await page.getByRole('navigation').getByRole('button', { name: 'Fee upload files' }).click();
  await page.locator('[role=row][aria-rowindex="2"]').click();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: /^Save \d+ files…$/ }).click();
  await page.getByRole('button', { name: /^Reconcile \d+ files$/ }).click({ timeout: 5 * 60_000 });
  await page.getByText(/^(\d+) of \1 done$/).waitFor({ timeout: 10 * 60_000 });
  await app.close();

  // The baseline: opening the reconciliation of the period's largest file.
  const [appTimes, baseline]: [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round += 1) {
    // A restart: nothing of the period is in memory. Waits for the checks that run at startup.
    ({ app, window: page } = await start());
    await page.getByRole('navigation').getByRole('button', { name: 'Review queue' }).click();
    await page.getByRole('grid', { name: 'Findings' }).waitFor({ timeout: 5 * 60_000 });
    await page.getByRole('navigation').getByRole('button', { name: 'Fee upload files' }).click();
    await page.getByRole('tab', { name: /^Saved/ }).click();
    const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: LARGEST_FILE }) });
    await row.getByRole('button', { name: 'Reconcile…' }).evaluate((button) => (button.id = 'measured'));
    const fileMs = await clickToPaint(
      page,
      '#measured',
      '[role=grid][aria-label=Lines] [role=row][aria-rowindex="2"]',
    );
    await goTo(page, 'Billing periods');
    const period = page.getByRole('button', { name: PERIOD });
    await period.evaluate((button) => (button.id = 'measured'));
    const pageMs = await clickToPaint(page, '#measured', FIRST_SECTION);
    await app.close();
    if (round === 0) continue; // the first read of the files after they were written
    baseline.push(fileMs);
    appTimes.push(pageMs);
  }
  service.stop();
  note('billing period page of 100,000 accounts', median(appTimes), 'ms', {
    baseline: median(baseline),
    times: 1.5,
  });
});

test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  console.log(`\n${report()}\n`);
});
