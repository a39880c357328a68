import { beginRequest, prepareRequest } from '../e2e/features/roi/roi-steps';
import { expect } from '../e2e/running-app';
import { FIRST_ACCOUNT_ID } from '#main/demo/data/book';
import { goTo, grid, rows } from '../e2e/steps';
import type { PictureSteps } from './pictures';

/** Terms of the demo firm's first accounts, and two lines that cannot be imported. */
const AGREED_TERMS = [
  'Account ID\tAgreement date\tRate\tTiers\tFrequency\tReference',
  ...Array.from({ length: 12 }, (_, index) => {
    const terms = index % 3 === 0 ? '\t250,000: 1.25%; 1,000,000: 1%; above: 0.8%' : '0.85%\t';
    return `${FIRST_ACCOUNT_ID + index}\t1/${index + 3}/2025\t${terms}\tQuarterly\tIMA-${100 + index}`;
  }),
  '999999999\t1/3/2025\t0.85%\t\t\t',
  `${FIRST_ACCOUNT_ID + 20}\t1/3/2025\t100%\t\t\t`,
].join('\n');

/** The review queue, fee structures, groups, codes, requests, tax IDs and their results. */
export const TASK_PICTURES: PictureSteps = {
  'review finding': async ({ page }) => {
    await goTo(page, 'Review queue');
    await page
      .getByRole('navigation', { name: 'Rules' })
      .getByRole('button', { name: 'No household' })
      .click();
    await expect(page.getByRole('complementary', { name: 'Finding' })).toContainText(
      'does not belong to a household',
    );
  },
  'review waive': async ({ page }) => {
    await grid(page, 'Findings').focus();
    await page.keyboard.press('w');
    await page.getByLabel('Reason').fill('Stands alone on purpose');
  },
  'review after': async ({ page }) => {
    await page.getByRole('dialog').getByRole('button', { name: 'Waive', exact: true }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('combobox', { name: 'State' }).selectOption('Waived');
  },
  'fee structure': async ({ page }) => {
    await goTo(page, 'Fee structures');
    const list = rows(page, 'Fee structures');
    await list.filter({ hasText: 'Wealth Tiered' }).first().getByRole('gridcell').nth(1).dblclick();
    const panel = page.getByRole('complementary', { name: 'Record' });
    await panel.getByRole('tab', { name: 'Fee', exact: true }).click();
    await panel.getByLabel('Example balance', { exact: true }).fill('1,234,567.89');
  },
  'fee structure form': async ({ page }) => {
    const panel = page.getByRole('complementary', { name: 'Record' });
    await panel.getByRole('button', { name: 'Edit…', exact: true }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Tier 1, rate', exact: true }).fill('100');
  },
  'groups from households chosen': async ({ page }) => {
    await page.keyboard.press('Escape');
    await goTo(page, 'Create groups by household');
    await rows(page, 'Households').first().click();
    await page.keyboard.press('Shift+ArrowDown');
    await expect(page.getByRole('button', { name: 'Prepare 2 new groups' })).toBeVisible();
  },
  'groups from households prepared': async ({ page }) => {
    await page.getByRole('button', { name: 'Prepare 2 new groups' }).click();
    await expect(page.getByText('2 billing groups will be created.')).toBeVisible();
  },
  'groups recreated': async ({ page }) => {
    await goTo(page, 'Create groups by household');
    await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete and recreate all groups…' }).click();
    await expect(page.getByRole('heading', { name: /^This deletes all/ })).toBeVisible();
  },
  'agreed terms import': async ({ page }) => {
    await goTo(page, 'Agreed terms');
    await page.getByRole('button', { name: 'Import…', exact: true }).click();
    await page.getByLabel('Paste from a spreadsheet').fill(AGREED_TERMS);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Check lines' }).click();
    await expect(page.getByRole('table', { name: 'Excluded lines' })).toBeVisible();
  },
  'agreed terms': async ({ page }) => {
    await page.getByRole('button', { name: /^Import \d+ lines$/ }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('radio', { name: /^Differs/ }).check({ force: true });
    await page.getByRole('region', { name: 'Accounts' }).getByRole('option').first().click();
    await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('Reference: IMA-');
  },
  'roi custodian': ({ page }) => beginRequest(page, /Pershing/),
  'roi preview': async ({ page }) => {
    await goTo(page, 'Today');
    await prepareRequest(page);
  },
  'roi sent': async ({ page }) => {
    await page.getByRole('button', { name: 'Send to Pershing' }).click();
    await expect(page.getByRole('heading', { name: 'Email sent to Pershing' })).toBeVisible();
  },
  'roi tracker': ({ page }) => goTo(page, 'ROI requests'),
  'advisor codes selected': async ({ page }) => {
    await goTo(page, 'Advisor codes');
    await expect(rows(page, 'Advisor codes').first()).toBeVisible();
    await grid(page, 'Advisor codes').focus();
    await page.keyboard.press('Control+a');
  },
  'advisor codes grouped': async ({ page }) => {
    await page.getByRole('columnheader', { name: /^Custodian(?!’)/ }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Group by custodian' }).click();
    await expect(page.getByRole('treegrid', { name: 'Advisor codes' })).toBeVisible();
  },
  'roi batch': async ({ page }) => {
    await page.getByRole('button', { name: 'Remove grouping by custodian' }).click();
    await grid(page, 'Advisor codes').focus();
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: 'New ROI request…' }).click();
    await expect(
      page.getByRole('heading', { level: 1, name: /^ROI requests to \d custodians$/ }),
    ).toBeVisible();
  },
  'tax id of a person': async ({ page }) => {
    await goTo(page, 'Related people');
    await rows(page, 'Related people').first().dblclick();
    await page.getByRole('button', { name: 'Show tax ID…' }).click();
    await expect(page.getByRole('dialog', { name: 'Tax ID' })).toContainText('•••');
  },
  'changes after a night': async ({ page }) => {
    await page.keyboard.press('Escape');
    await goTo(page, 'Today');
    await page.getByRole('button', { name: 'Simulate overnight update' }).click();
    await expect(page.getByText(/\d+ changed/).first()).toBeVisible({ timeout: 60_000 });
    await goTo(page, 'Changes');
    await page.getByRole('radio', { name: /^Changed/ }).check();
    await page
      .getByRole('listbox', { name: /changes$/ })
      .getByRole('option')
      .first()
      .click();
  },
  'activity entry': async ({ page }) => {
    await goTo(page, 'Activity');
    await page.getByRole('region', { name: 'Entries' }).getByRole('option').first().click();
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page.getByText(/^Log verified/)).toBeVisible();
  },
  'today with news': ({ page }) => goTo(page, 'Today'),
};
