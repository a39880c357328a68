import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { readPdf } from '#test/support/pdf-text';
import { expect, launch, rememberSecret, test } from '../../running-app';
import { detachDebugger, valuesIn } from '../../shown-values';
import { answerDialogs, connectWithKey, exploreDemo, goTo } from '../../steps';

const SSN = '219-09-9999';
const entries = (page: Page) => page.getByRole('region', { name: 'Entries' }).getByRole('option');
const results = (page: Page) =>
  page.getByRole('region', { name: 'Results' }).getByRole('listbox').getByRole('option');

async function makeToken(page: Page): Promise<string> {
  rememberSecret(SSN);
  await goTo(page, 'Tax IDs');
  await page.getByRole('tab', { name: 'Tax IDs to tokens' }).click();
  await page.getByRole('textbox', { name: 'Tax IDs' }).fill(SSN);
  await page.getByRole('button', { name: 'Create tokens' }).click();
  await expect(results(page)).toContainText('tok_');
  return /tok_\w+/.exec(await results(page).innerText())?.[0] ?? '';
}

async function showTaxId(page: Page, token: string): Promise<void> {
  await page.getByRole('tab', { name: 'Tokens to tax IDs' }).click();
  await page.getByLabel('Tokens', { exact: true }).fill(token);
  await page.getByRole('button', { name: 'Look up tax IDs' }).click();
  await page.getByRole('combobox', { name: 'Reason (saved in the activity log)' }).selectOption('other');
  await page.getByLabel('Your reason').fill(`for ${SSN}`);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(
    page.getByText('The reason is saved in the activity log, so it can’t contain a tax ID.'),
  ).toBeVisible();
  await page.getByLabel('Your reason').fill('W-9 check for 2026');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(valuesIn(page).getByText(SSN)).toBeVisible();
}

test('logs tax ID actions without values; searches, filters, verifies and exports the log', async ({
  running,
}) => {
  const { app, page } = running;
  await exploreDemo(page);
  await goTo(page, 'Activity');
  await expect(page.getByText('No activity yet')).toBeVisible();
  await detachDebugger(running);
  await showTaxId(page, await makeToken(page));

  await goTo(page, 'Activity');
  // Created, looked up, looked up again to be shown, and shown.
  await expect(entries(page)).toHaveCount(4);
  await expect(entries(page).first()).toContainText('Reason: W-9 check for 2026');
  await page.getByLabel('Search the log').fill('w-9');
  await expect(entries(page)).toHaveCount(1);
  await page.getByLabel('Search the log').fill('');
  await page.getByRole('combobox', { name: 'Type', exact: true }).selectOption('Tax ID tokens created');
  await expect(entries(page)).toHaveCount(1);
  await entries(page).first().click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details).toContainText('Demo firm');
  await expect(details).toContainText('Done');
  await page.getByLabel('From', { exact: true }).fill('2001-01-01');
  await page.getByLabel('To', { exact: true }).fill('2001-12-31');
  await expect(page.getByText('No results')).toBeVisible();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(entries(page)).toHaveCount(4);

  const folder = mkdtempSync(path.join(tmpdir(), 'exports-'));
  const file = path.join(folder, 'activity.csv');
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, file);
  await page.getByRole('button', { name: 'Export…' }).click();
  await expect(entries(page)).toHaveCount(5); // the export is logged, too
  const lines = readFileSync(file, 'utf8').trim().split('\r\n');
  rmSync(folder, { recursive: true });
  expect(lines).toHaveLength(5);
  // The log identifies the value by its token, never by the value.
  expect(lines[1]).toMatch(/tax-reveal.*W-9 check for 2026.*tok_[0-9a-f]+.*[0-9a-f]{64}/);
  expect(lines.join().replaceAll('-', '')).not.toContain(SSN.replaceAll('-', ''));

  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText(/^Log verified/)).toBeVisible();

  await test.step('makes an incident report by state, as CSV and PDF', async () => {
    const reports = mkdtempSync(path.join(tmpdir(), 'incident-'));
    await page.getByRole('button', { name: 'Incident report…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Incident report' });
    await dialog.getByRole('button', { name: 'Show report' }).click();
    const states = dialog.getByRole('table', { name: 'By state' });
    await expect(states.getByRole('row').nth(1)).toBeVisible();
    // The token was typed, so its account is unknown; it was looked up twice and shown once.
    await expect(dialog.getByText('1 tax ID in the log belongs to no account')).toBeVisible();
    await expect(dialog.getByText('For 2 looked-up tax IDs, the log does not say whose')).toBeVisible();
    const csv = path.join(reports, 'incident.csv');
    await answerDialogs(running, csv);
    await dialog.getByRole('button', { name: 'Save as CSV…' }).click();
    await expect(page.getByText('Incident report saved')).toBeVisible();
    const text = readFileSync(csv, 'utf8');
    expect(text).toContain('Log entry');
    expect(text).toContain('Firm Desk does not record which records were looked at.');
    expect(text.replaceAll('-', '')).not.toContain(SSN.replaceAll('-', ''));
    const pdf = path.join(reports, 'incident.pdf');
    await answerDialogs(running, pdf);
    await dialog.getByRole('button', { name: 'Save as PDF…' }).click();
    await expect.poll(() => existsSync(pdf)).toBe(true);
    const printed = readPdf(readFileSync(pdf));
    expect(printed.title).toMatch(/^Incident report: /);
    expect(printed.text).toContain('What this report cannot know');
    rmSync(reports, { recursive: true });
  });
});

test('keeps the log intact across a restart', async ({ data, firm }) => {
  const first = await launch(data);
  await connectWithKey(first.page, firm.address, firm.apiKey);
  await makeToken(first.page);
  await first.app.close();
  const second = await launch(data);
  await second.page.getByText('Test firm').first().click();
  await goTo(second.page, 'Activity');
  await expect(entries(second.page)).toHaveCount(1);
  await second.page.getByRole('button', { name: 'Verify' }).click();
  await expect(second.page.getByText('1 entry intact')).toBeVisible();
  await second.app.close();
});
