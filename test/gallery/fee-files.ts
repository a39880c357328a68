import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FIRST_ACCOUNT_ID } from '#main/demo/data/book';
import { LONG_FILE } from '#main/demo/data/fee-files';
import { expect } from '../e2e/running-app';
import { chooseInDialog, goTo, grid, rows } from '../e2e/steps';
import type { PictureSteps } from './pictures';

/** An account billed by tiers of the end of period balance, without a minimum or adjustments of its firm. */
const BILLED_ACCOUNT = FIRST_ACCOUNT_ID + 159;

/**
 * Fee upload files: saved, inspected, reconciled, signed off, by period, and on Today; then billing periods, refunds
 * and expected fees.
 */
export const FEE_FILE_PICTURES: PictureSteps = {
  'fee upload files saved': async ({ app, page }) => {
    await chooseInDialog(app, mkdtempSync(path.join(tmpdir(), 'firm-desk-gallery-')));
    await goTo(page, 'Fee upload files');
    await rows(page, 'Fee upload files').first().click();
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: 'Save 9 files…' }).click();
    await expect(page.getByRole('heading', { name: 'All done: 9 files' })).toBeVisible({ timeout: 30_000 });
  },
  'today with files to reconcile': ({ page }) => goTo(page, 'Today'),
  'reconcile many files': async ({ page }) => {
    await goTo(page, 'Fee upload files');
    await rows(page, 'Fee upload files').first().click();
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: 'Reconcile 9 files' }).click();
    await expect(page.getByText('9 of 9 done')).toBeVisible({ timeout: 60_000 });
  },
  'sign off many files': async ({ page }) => {
    await page.getByRole('button', { name: 'Sign off 9 files…' }).click();
    await page.getByRole('dialog').getByLabel('Note').fill('Checked against the records.');
  },
  'fees by period': async ({ page }) => {
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/from the record$/).selectOption({ label: 'Approve with exceptions' });
    await dialog.getByRole('button', { name: /^Sign off 9 files/ }).click();
    await expect(page.getByText('9 files signed off')).toBeVisible({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Back to fee upload files' }).click();
    await page.getByRole('tab', { name: 'By period' }).click();
    await expect(page.getByRole('table', { name: 'Fees by period' })).toBeVisible();
  },
  'fees by period and custodian': ({ page }) =>
    page.getByRole('radio', { name: 'By custodian' }).check({ force: true }),
  'fee upload files on this computer': async ({ page }) => {
    await goTo(page, 'Fee upload files');
    await page.getByRole('tab', { name: /^Saved/ }).click();
    await page.getByRole('button', { name: 'Verify all' }).click();
    await expect(page.getByRole('row', { name: /Verified/ })).toHaveCount(9);
  },
  'fee upload file preview': async ({ page }) => {
    await page
      .getByRole('button', { name: /id \d+\.zip$/ })
      .first()
      .click();
    await expect(page.getByRole('list', { name: 'Files in the archive' })).toBeVisible();
  },
  'reconcile one file': async ({ page }) => {
    await page.getByRole('button', { name: 'Back' }).click();
    // The archive of this file disagrees with its record, so that the page has findings.
    const name = new RegExp(`id ${LONG_FILE}\\.zip$`);
    const row = page.getByRole('row').filter({ has: page.getByRole('button', { name }) });
    await row.getByRole('button', { name: /^Reconcile/ }).click();
    await expect(grid(page, 'Lines')).toBeVisible();
  },
  'reconcile columns': async ({ page }) => {
    await page.getByRole('button', { name: 'Change columns' }).click();
    await expect(page.getByRole('region', { name: 'First lines of the file' })).toBeVisible();
  },
  'billing periods': async ({ page }) => {
    await goTo(page, 'Billing periods');
    await expect(page.getByRole('table', { name: 'Billing periods' })).toBeVisible();
  },
  'billing period': async ({ page }) => {
    await page.getByRole('button', { name: 'Q2 2026' }).click();
    await expect(page.getByRole('region', { name: 'Billing findings' }).getByRole('table')).toBeVisible();
  },
  refunds: async ({ page }) => {
    await goTo(page, 'Refunds');
    await expect(page.getByRole('heading', { name: 'Refunds' })).toBeVisible();
  },
  'today with files done': ({ page }) => goTo(page, 'Today'),
  'expected fees import': async ({ page }) => {
    await goTo(page, 'Expected fees');
    await page.getByRole('button', { name: 'Import balances…' }).click();
    await page
      .getByLabel('Paste from a spreadsheet')
      .fill(`Account ID\tBalance\tBalance date\n${BILLED_ACCOUNT}\t$1,123,456.78\t9/30/2026`);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Check lines' }).click();
    await expect(page.getByText('1 line can be imported.')).toBeVisible();
  },
  'expected fees': async ({ page }) => {
    await page.getByRole('button', { name: 'Import 1 line' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('table', { name: 'Imported balances' })).toBeVisible();
  },
  'expected fee': async ({ page }) => {
    await goTo(page, 'Accounts');
    await page.getByLabel('Search accounts').fill(String(BILLED_ACCOUNT));
    await rows(page, 'Accounts').first().getByRole('gridcell').nth(1).dblclick();
    const panel = page.getByRole('complementary', { name: 'Record' });
    await panel.getByRole('tab', { name: 'Expected fee' }).click();
    await expect(panel.getByRole('table').first()).toBeVisible();
  },
  'fee history': async ({ page }) => {
    const panel = page.getByRole('complementary', { name: 'Record' });
    await panel.getByRole('tab', { name: 'Fee history' }).click();
    await expect(panel.getByRole('table', { name: 'Fee history' })).toBeVisible();
  },
};
