import { unzipSync, zipSync } from 'fflate';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ElectronApplication, Locator, Page } from '@playwright/test';
import type { ChangedResponse } from '#test/support/gate';
import { readPdf } from '#test/support/pdf-text';
import { accessibilityFindings } from '../../accessibility-findings';
import { simulateDemoNight } from '../../demo-night';
import { test } from '../../ready';
import { expect } from '../../running-app';
import { SCREENSHOT_FOLDER } from '../../screenshots';
import { answerDialogs, chooseInDialog, goTo, grid, refreshAndWait, replacePrinter, rows } from '../../steps';

const FEE_FILES = '/billing/fee-upload-files';
const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const remainingTasks = (page: Page): Locator => section(page, 'What is left to do').getByRole('listitem');

/** Verifies a pack with a script that uses no code of the app. */
const verify = (pack: string) =>
  spawnSync('/usr/bin/python3', [path.resolve('test/support/verify-period-pack.py'), pack], {
    encoding: 'utf8',
  });

/** Removes the fee upload files of Q2 2026 from a list. */
function withoutPeriod(response: ChangedResponse): void {
  const page = JSON.parse(response.body) as { data: { end_date: string }[]; total_items: number };
  const data = page.data.filter(({ end_date: end }) => !end.startsWith('2026-06-30'));
  const removed = page.data.length - data.length;
  response.body = JSON.stringify({ ...page, data, total_items: page.total_items - removed });
}

/** Takes screenshots for design reviews if `SCREENSHOT_FOLDER` names a folder. */
async function takeScreenshotsInSizes(app: ElectronApplication, page: Page, name: string): Promise<void> {
  if (!SCREENSHOT_FOLDER) return;
  for (const [width, height] of [
    [1024, 800],
    [2560, 1400],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await app.evaluate(
        ({ BrowserWindow }, [toWidth, toHeight]) =>
          BrowserWindow.getAllWindows()[0]?.setContentSize(toWidth, toHeight),
        [width, height] as const,
      );
      await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
      await page.screenshot({ path: path.join(SCREENSHOT_FOLDER, `${name} ${width} ${colorScheme}.png`) });
    }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
  await page.screenshot({ path: path.join(SCREENSHOT_FOLDER, `${name} forced.png`) });
  await page.emulateMedia({ forcedColors: 'none' });
}

test('closes a billing period offline: files, steps, sample, signature and evidence pack', async ({
  running: { app, page },
  data,
  firm,
}) => {
  test.setTimeout(150_000);
  await test.step('saves and signs off the fee file of the period', async () => {
    await chooseInDialog(app, data);
    await goTo(page, 'Fee upload files');
    await rows(page, 'Fee upload files').first().click();
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: 'Save 9 files…' }).click();
    await expect(page.getByRole('region', { name: 'All done' })).toBeVisible({ timeout: 30_000 });
    firm.gate.judge = () => 'drop'; // offline from here

    await goTo(page, 'Billing periods');
    await expect(page.getByRole('table', { name: 'Billing periods' }).getByRole('row')).toHaveCount(9);
    await page.getByRole('button', { name: 'Q1 2026' }).click();
    await expect(page.getByText('Not signed', { exact: true })).toBeVisible();
    await expect(remainingTasks(page).first()).toContainText('Setup changes');
    await section(page, 'Fee files').getByRole('button', { name: 'Reconcile 1 file' }).click();
    await expect(page.getByText('1 of 1 done')).toBeVisible({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Sign off 1 file…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign off 1 file' });
    await dialog.getByLabel('Note').fill('Matches its record.');
    await dialog.getByRole('button', { name: /^Sign off 1 file/ }).click();
    await expect(page.getByText('1 file signed off')).toBeVisible();
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(section(page, 'Fee files')).toContainText('Signed off');
    await expect(section(page, 'Fee files')).toContainText(/\d+ open findings?|No open findings/);
  });

  await test.step('works through the sections', async () => {
    await section(page, 'Your firm’s steps').getByRole('button', { name: 'Edit steps…' }).click();
    await page.getByRole('dialog').getByLabel('Steps').fill('Ask the custodian\nFile the report');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('checkbox', { name: 'Ask the custodian' }).check();
    await page.getByRole('checkbox', { name: 'File the report' }).check();
    await expect(section(page, 'Your firm’s steps')).toContainText('2 of 2 steps done.');

    const sample = section(page, 'Sample for the reviewer');
    await sample.getByRole('button', { name: 'Draw a sample…' }).click();
    await page.getByRole('dialog').getByLabel('Number of accounts').fill('2');
    await page.getByRole('dialog').getByLabel('Seed').fill('june');
    await page.getByRole('dialog').getByRole('button', { name: 'Draw' }).click();
    await expect(sample.getByText(/^Drawn from [\d,]+ billed accounts with seed june by /)).toBeVisible();
    const accounts = sample.getByRole('table', { name: 'Sample' }).getByRole('button');
    await expect(accounts).toHaveCount(2);
    await accounts.first().click();
    await expect(page.getByRole('dialog')).toContainText('Not calculated: ');
    expect(await accessibilityFindings(page, { within: '[role=dialog]' })).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Differs' }).click();
    await expect(page.getByRole('dialog')).toContainText('Enter what differs, and why.');
    await page.getByRole('dialog').getByLabel('Reason').fill('Terms of 2024');
    await page.getByRole('dialog').getByRole('button', { name: 'Differs' }).click();
    await expect(sample).toContainText('Terms of 2024');
    await accounts.nth(1).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Agrees' }).click();
    await expect(sample).toContainText('1 of 2 accounts differs.');

    const terms = section(page, 'Agreed terms');
    await terms.getByRole('button', { name: 'Check off…' }).click();
    await page.getByRole('dialog').getByLabel('Note').fill('None on file yet.');
    await page.getByRole('dialog').getByRole('button', { name: 'Check off' }).click();
    await expect(terms).toContainText('None on file yet.');
    expect(await accessibilityFindings(page, { within: 'main' })).toEqual([]);
  });

  const pack = path.join(data, 'period.zip');
  await test.step('signs with open sections, and packs the evidence', async () => {
    // Waits for the rule check: its end changes the data to be signed.
    const findings = section(page, 'Billing findings').getByRole('table');
    await expect(findings).toBeVisible({ timeout: 30_000 });
    await expect(remainingTasks(page)).toHaveCount(4);
    await page.getByRole('button', { name: 'Sign…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign the period' });
    await expect(dialog).toContainText(
      /4 sections are not done: Setup changes, Billing findings, .+ The signature names them\./,
    );
    await dialog.getByLabel('Note').fill('First signed period.');
    await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
    await expect(section(page, 'Signature')).toContainText('First signed period.');
    await expect(section(page, 'Signature')).toContainText('Open when it was signed: Setup changes');

    await answerDialogs({ app }, pack);
    await page.getByRole('button', { name: 'Evidence pack…' }).click();
    await expect(page.getByText('Evidence pack saved')).toBeVisible({ timeout: 20_000 });
    expect(verify(pack)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+ files verified/) });
    const files = unzipSync(readFileSync(pack));
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(['findings.xlsx', 'sample.csv', 'fee files/Q1 2026 (file 38)/signature.json']),
    );
    const text = (name: string) => Buffer.from(files[name] ?? []).toString('utf8');
    expect(text('sample.csv')).toContain('Terms of 2024');
    expect(text('steps.csv')).toContain('Ask the custodian');
    const summary = readPdf(Buffer.from(files['summary.pdf'] ?? []));
    expect(summary).toMatchObject({ tagged: true, title: 'Billing period Q1 2026' });
    expect(summary.text).toContain('Terms of 2024');

    // A changed file is reported.
    files['sample.csv'] = Buffer.from('nothing differs');
    writeFileSync(pack, zipSync(files));
    expect(verify(pack)).toMatchObject({ status: 1, stdout: 'changed: sample.csv\n' });
  });

  await test.step('shows what changed after the signature, and what the next period compares with', async () => {
    await page.getByRole('checkbox', { name: 'File the report' }).uncheck();
    await expect(page.getByText('Changed since signed')).toBeVisible();
    await expect(section(page, 'Signature')).toContainText('Changed since it was signed: Your firm’s steps.');
    await page.getByRole('button', { name: 'Back to billing periods' }).click();
    await page.getByRole('button', { name: 'Q2 2026' }).click();
    await expect(section(page, 'Setup changes')).toContainText('No changes since');
    await expect(section(page, 'Your firm’s steps')).toContainText('0 of 2 steps done.');
  });

  await test.step('copies a link to the period, which opens it', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
    await expect(page.getByText('Link copied')).toBeVisible();
    const link = await app.evaluate(({ clipboard }) => clipboard.readText());
    expect(link).toMatch(/&place=period&id=2026-06-30/);
    await goTo(page, 'Today');
    await app.evaluate(({ app: itself }, text) => itself.emit('second-instance', {}, [text], ''), link);
    await expect(page.getByRole('heading', { name: /^Q2 2026/ })).toBeVisible();
  });

  await test.step('prints the period, with its state and what is known', async () => {
    const file = path.join(data, 'period.pdf');
    await answerDialogs({ app }, file);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Save as PDF…' }).click();
    await expect(page.getByText('PDF saved')).toBeVisible();
    const pdf = readPdf(readFileSync(file));
    expect(pdf).toMatchObject({ tagged: true, title: expect.stringMatching(/^Billing period Q2 2026/) });
    for (const text of ['Not signed.', 'Your firm’s steps', '0 of 2 steps done.', 'Fee files'])
      expect(pdf.text).toContain(text);
    const printed = await replacePrinter({ app });
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Print…' }).click();
    await expect.poll(printed).toMatch(/^Billing period Q2 2026.* · Test firm$/);
  });

  await test.step('draws the changes and the effective rates, with unusual accounts', async () => {
    await section(page, 'Fee files').getByRole('button', { name: 'Reconcile 1 file' }).click();
    await expect(page.getByText('1 of 1 done')).toBeVisible({ timeout: 30_000 });
    firm.gate.open();
    await goTo(page, 'Expected fees');
    await page.getByRole('button', { name: 'Get balances from the service' }).click();
    await expect(page.getByRole('status', { name: 'Balances received' })).toContainText('Jun 30, 2026');
    await goTo(page, 'Billing periods');
    await page.getByRole('button', { name: 'Q2 2026' }).click();

    const changes = section(page, 'Change from Q1 2026');
    // The headings, 11 sizes of a change, and accounts billed in only one of the periods.
    await expect(changes.getByRole('table', { name: 'Accounts by change' }).getByRole('row')).toHaveCount(14);
    await expect(changes).toContainText(
      /[\d,]+ accounts? changes? by more than both 15\.00% and \$100\.00\./,
    );
    const rates = section(page, 'Effective rate by balance');
    await expect(rates).toContainText('the balance on Jun 30, 2026');
    await changes.scrollIntoViewIfNeeded();
    await takeScreenshotsInSizes(app, page, 'period changes');
    await rates.scrollIntoViewIfNeeded();
    await takeScreenshotsInSizes(app, page, 'period rates');
    expect(await accessibilityFindings(page, { within: 'main' })).toEqual([]);
    const [unusual] = await rates.getByRole('table', { name: 'Unusual rates' }).getByRole('button').all();
    if (!unusual) throw new Error('No account has an unusual rate.');
    const name = await unusual.innerText();
    await unusual.press('Enter');
    await expect(page.getByRole('complementary', { name: 'Record' })).toContainText(name);
    await page.keyboard.press('Alt+ArrowLeft');
    // Accounts close together share a dot, which lists them.
    const dot = rates.getByRole('button', { name: /^\d+ accounts, / }).first();
    const joined = Number.parseInt((await dot.getAttribute('aria-label')) ?? '', 10);
    await dot.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Accounts' })).toBeVisible();
    await expect(grid(page)).toHaveAttribute('aria-rowcount', String(joined + 1)); // with the headings
  });

  await test.step('lists setup changes since the signature, and a file that the service deleted', async () => {
    await simulateDemoNight(firm);
    firm.gate.judge = ({ path: requested }) => (requested === FEE_FILES ? { change: withoutPeriod } : 'pass');
    await refreshAndWait(page);
    await goTo(page, 'Billing periods');
    await page.getByRole('button', { name: 'Q2 2026' }).click();
    const setup = section(page, 'Setup changes');
    await expect(setup).toContainText(/[1-9]\d* changes? since the period ending Mar 31, 2026 was signed\./);
    await expect(setup.getByRole('table', { name: 'Setup changes' })).toContainText(/Added|Removed/);
    await expect(section(page, 'Fee files')).toContainText('No longer in the service');
    await expect(section(page, 'Fee files')).toContainText('1 file needs work, of 1 file.');
  });

  await test.step('signs and packs the setup changes offline, by name, with IDs in separate columns', async () => {
    firm.gate.judge = () => 'drop';
    await expect(section(page, 'Billing findings').getByRole('table')).toBeVisible({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Sign…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign the period' });
    await dialog.getByLabel('Note').fill('Second signed period.');
    await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
    await expect(section(page, 'Signature')).toContainText('Second signed period.');
    const second = path.join(data, 'second.zip');
    await answerDialogs({ app }, second);
    await page.getByRole('button', { name: 'Evidence pack…' }).click();
    await expect(page.getByText(/files in second\.zip/)).toBeVisible({ timeout: 20_000 });
    expect(verify(second)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+ files verified/) });
    const changes = Buffer.from(unzipSync(readFileSync(second))['setup changes.csv'] ?? []).toString('utf8');
    expect(changes).toMatch(/^\uFEFF?Record,ID,Name,What changed,Before,After,IDs before,IDs after\r?\n/);
    expect(changes).toMatch(/\nAccount,\d+,[^,\n]* · [^,\n]+,(Added|Removed|Billing method)/);
  });
});
