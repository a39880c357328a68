import type { Locator, Page } from '@playwright/test';
import { expect } from '../e2e/running-app';
import { goTo, previewAll, rows } from '../e2e/steps';
import type { PictureSteps } from './pictures';

const form = (page: Page): Locator => page.getByRole('dialog').first();
const send = (page: Page): Locator => form(page).getByRole('button', { name: /^Send \d changes?$/ });

/** One edited record, a bulk edit, an import, and their outcomes. */
export const DRAFT_PICTURES: PictureSteps = {
  'account form': async ({ page }) => {
    await goTo(page, 'Accounts');
    await rows(page).nth(1).getByRole('gridcell').nth(1).dblclick();
    await page
      .getByRole('complementary', { name: 'Record' })
      .getByRole('button', { name: 'Edit…', exact: true })
      .click();
    await form(page).getByLabel('Required cash', { exact: true }).fill('12abc');
    await form(page).getByLabel('Nickname', { exact: true }).fill('Rainy day');
  },
  'account form reviewed': async ({ page }) => {
    await form(page).getByLabel('Required cash', { exact: true }).fill('$12,345.60');
    await form(page).getByRole('button', { name: 'Review and send…' }).click();
    await expect(send(page)).toBeVisible();
  },
  'account form sent': async ({ page }) => {
    await send(page).click();
    await expect(form(page).getByText('Changes saved')).toBeVisible();
  },
  'new billing group': async ({ page }) => {
    await form(page).getByRole('button', { name: 'Done' }).click();
    await goTo(page, 'Billing groups');
    await page.getByRole('button', { name: /^New / }).first().click();
    await expect(form(page)).toBeVisible();
  },
  'bulk edit': async ({ page }) => {
    await page.keyboard.press('Escape');
    await goTo(page, 'Accounts');
    await rows(page).first().click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByLabel('Status', { exact: true }).getByRole('button', { name: 'Edit…' }).click();
    await expect(form(page).getByLabel('Field')).toBeVisible();
  },
  'bulk draft': async ({ page }) => {
    await page.keyboard.press('Escape');
    await page.getByLabel('Search accounts').fill('trust');
    await previewAll(page, 'Notes', 'Reviewed in the annual sweep');
  },
  'bulk draft sent': async ({ page }) => {
    const button = page.getByRole('button', { name: /^Send [\d,]+ changes$/ });
    const number = /[\d,]+/.exec((await button.textContent()) ?? '')?.[0] ?? '';
    await page.getByLabel(/^Type [\d,]+ to confirm$/).fill(number);
    await button.click();
    await expect(page.getByText(/^[\d,]+ accounts changed$/)).toBeVisible({ timeout: 60_000 });
  },
  import: async ({ page }) => {
    await goTo(page, 'Accounts');
    await page.getByRole('button', { name: 'Import…' }).click();
    await expect(page.getByLabel('Paste from a spreadsheet')).toBeVisible();
  },
  'import columns': async ({ page }) => {
    const text =
      'Number,Custodian,Required cash\n19445861,Charles Schwab,1100.50\n78257097,Charles Schwab,twelve\n4JK51145571,Pershing,2500\n00012345,Charles Schwab,1100.50\nno such number,Pershing,12';
    await page.getByLabel('Paste from a spreadsheet').fill(text);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('button', { name: 'Check lines' })).toBeVisible();
  },
  'import checked': async ({ page }) => {
    await page.getByRole('button', { name: 'Check lines' }).click();
    await expect(page.getByRole('button', { name: 'Discard…' })).toBeVisible();
    await expect(page.getByRole('grid', { name: 'Rows' })).toBeVisible();
  },
  'edits with sets': ({ page }) => goTo(page, 'Edits'),
};
