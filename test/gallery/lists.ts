import path from 'node:path';
import { expect } from '../e2e/running-app';
import { listCell, chooseMore, goTo, grid, rows } from '../e2e/steps';
import { FOLDER, type PictureSteps } from './pictures';

/** Lists and records. */
export const LIST_PICTURES: PictureSteps = {
  'accounts with a record': async ({ page }) => {
    await goTo(page, 'Accounts');
    await rows(page).nth(2).getByRole('gridcell').nth(1).dblclick();
    await expect(page.getByRole('complementary', { name: 'Record' })).toBeVisible();
  },
  'account saved as PDF': async ({ app, page }) => {
    await app.evaluate(
      ({ dialog }, filePath) => {
        dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
      },
      path.resolve(FOLDER, 'account.pdf'),
    );
    const record = page.getByRole('complementary', { name: 'Record' });
    await record.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Save as PDF…' }).click();
    await expect(page.getByText('PDF saved')).toBeVisible();
  },
  'account links': ({ page }) => page.getByRole('tab', { name: /^Linked/ }).click(),
  'account history': ({ page }) => page.getByRole('tab', { name: 'History', exact: true }).click(),
  'accounts compared': async ({ page }) => {
    const record = page.getByRole('complementary', { name: 'Record', exact: true });
    await record.getByRole('tab', { name: 'Details' }).click();
    await record.getByRole('button', { name: /^Pin this record/ }).click();
    await record.getByRole('button', { name: 'Next record' }).click();
    await expect(page.getByRole('complementary', { name: 'Pinned record' })).toBeVisible();
  },
  household: async ({ page }) => {
    await page
      .getByRole('complementary', { name: 'Pinned record' })
      .getByRole('button', { name: 'Unpin' })
      .click();
    const record = page.getByRole('complementary', { name: 'Record', exact: true });
    await record.getByLabel('At a glance').getByRole('button').first().click();
    await expect(page.getByRole('region', { name: 'Fee history' })).toBeVisible();
  },
  'accounts filter': async ({ page }) => {
    await goTo(page, 'Accounts');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Filter accounts' })).toBeVisible();
  },
  'accounts grouped': async ({ page }) => {
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: /^Custodian/ }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Group by custodian' }).click();
    await expect(page.getByRole('treegrid', { name: 'Accounts' })).toBeVisible();
  },
  'accounts grouped and collapsed': async ({ page }) => {
    await page.getByRole('button', { name: 'Grouped by custodian' }).click();
    await page.getByRole('menuitem', { name: 'Collapse all groups' }).click();
  },
  'accounts selected': async ({ page }) => {
    await page.getByRole('button', { name: 'Remove grouping by custodian' }).click();
    await rows(page).first().click();
    for (let times = 0; times < 4; times += 1) await page.keyboard.press('Shift+ArrowDown');
    await page.getByRole('button', { name: 'More actions for selection' }).click();
  },
  'add to a billing group': async ({ page }) => {
    await page.keyboard.press('Escape');
    await chooseMore(page, 'Add to billing group…');
    const dialog = page.getByRole('dialog', { name: /to a billing group/ });
    await dialog.getByRole('radio', { name: 'New group' }).check({ force: true });
    await dialog.getByLabel('Name').fill('Harbor Trusts');
  },
  palette: async ({ page }) => {
    await page.keyboard.press('Escape');
    const discard = page.getByRole('dialog').getByRole('button', { name: /^Discard/ });
    if (await discard.isVisible()) await discard.click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('smith');
  },
  'accounts without results': async ({ page }) => {
    await page.keyboard.press('Escape');
    await page.getByLabel(/^Search accounts/).fill('nobody is called that');
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '1');
  },
  'saved views': async ({ page }) => {
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await expect(rows(page).first()).toBeVisible();
    await page.getByRole('button', { name: 'Saved views' }).click();
    await expect(page.getByRole('dialog', { name: 'Saved views' })).toBeVisible();
  },
  'unsent edits': async ({ page }) => {
    await page.keyboard.press('Escape');
    for (const row of [0, 1]) {
      const method = await listCell(page, row, 'Billing method');
      const earlier = await method.innerText();
      await method.click();
      await page.keyboard.press('F2');
      const select = page.getByRole('dialog', { name: 'Edit billing method' }).getByRole('combobox');
      await select.waitFor();
      const labels = await select.locator('option').allInnerTexts();
      const chosen = labels.find((text) => text !== earlier && text !== 'None' && text !== 'Not set') ?? '';
      await select.selectOption({ label: chosen });
      await page.keyboard.press('Enter');
    }
    await expect(page.getByText('Unsent edits (2)')).toBeVisible();
  },
};
