import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { alone as test } from '../../ready';
import { expect, launch } from '../../running-app';
import { answerDialogs, goTo, grid } from '../../steps';

const panel = (page: Page) => page.getByRole('complementary', { name: 'Finding' });
const rules = (page: Page) => page.getByRole('navigation', { name: 'Rules' });
const toDo = async (page: Page, rule: string): Promise<number> =>
  Number((await rules(page).getByRole('button', { name: rule }).innerText()).replace(/\D/g, ''));

/** Takes a screenshot for design reviews if `SCREENSHOT_FOLDER` names a folder. */
async function screenshot(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOT_FOLDER'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png` });
}

test('reviews, flags, waives, notes and undoes findings by keyboard, and keeps them', async ({
  running,
  data,
}) => {
  const { app, page } = running;
  const today = page.getByRole('region', { name: 'Review queue' });
  await expect(today.getByRole('button', { name: /Medium/ })).toContainText(/[1-9]\d*/, { timeout: 20_000 });
  await screenshot(page, 'today');
  await today.getByRole('button', { name: /Medium/ }).click();
  await rules(page).getByRole('button', { name: 'No household' }).click();
  await expect(panel(page)).toContainText('This account does not belong to a household.');
  const before = await toDo(page, 'No household');
  const first = await panel(page).getByRole('heading', { level: 2 }).innerText();
  await screenshot(page, 'queue');

  await test.step("opens the record's form over the queue, and returns the focus to the queue", async () => {
    await grid(page, 'Findings').focus();
    await page.keyboard.press('e');
    await expect(page.getByRole('dialog', { name: 'Edit account' }).getByLabel('Notes')).toBeVisible();
    await expect(page.locator('[data-field="household_id"] input')).toBeFocused();
    await screenshot(page, 'edit');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(grid(page, 'Findings')).toBeFocused();
    await page.keyboard.press('r');
    await expect(panel(page).getByRole('heading', { level: 2 })).not.toHaveText(first);
    await expect.poll(() => toDo(page, 'No household')).toBe(before - 1);
    await page.keyboard.press('f');
    await expect(page.getByText('1 finding flagged')).toBeVisible();
    const second = await panel(page).getByRole('heading', { level: 2 }).innerText();
    await page.keyboard.press('w');
    await page.getByLabel('Reason').fill('Stands alone on purpose');
    await screenshot(page, 'waive');
    await page.getByRole('dialog').getByRole('button', { name: 'Waive', exact: true }).click();
    await expect.poll(() => toDo(page, 'No household')).toBe(before - 2);
    await expect(panel(page).getByRole('heading', { level: 2 })).not.toHaveText(second);
    await page.keyboard.press('n');
    await page.getByRole('textbox', { name: 'Note' }).fill('Asked the advisor');
    await page.keyboard.press('Control+Enter');
    await expect(panel(page)).toContainText('Asked the advisor');

    await page.getByRole('combobox', { name: 'State' }).selectOption('Reviewed');
    await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText(first);
    await expect(panel(page)).toContainText(/Reviewed by \S+/);
    await page.getByRole('combobox', { name: 'State' }).selectOption('To do');
  });

  await test.step('assigns an owner from the menu of a row, filters by it, and knows what is new', async () => {
    await grid(page, 'Findings').getByRole('row').nth(2).click({ button: 'right' });
    await screenshot(page, 'menu');
    await expect(page.getByRole('menuitem', { name: 'Add to billing group…' })).toBeVisible();
    await page.getByRole('menuitem', { name: 'Assign…' }).click();
    await page.getByRole('dialog').getByLabel('Owner').fill('Dana');
    await screenshot(page, 'owner');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Owner' }).selectOption('Dana');
    await expect(panel(page)).toContainText('Dana');
    await expect(page.getByText('1 finding', { exact: true })).toBeVisible();
    await page.getByRole('combobox', { name: 'Owner' }).selectOption('All owners');
    await page
      .getByRole('combobox', { name: 'Found', exact: true })
      .selectOption('New since the last refresh');
    await expect(page.getByText('No results')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(panel(page)).toBeVisible();
  });

  await test.step('exports the filtered findings with the reasons, as a table and on paper', async () => {
    await page.getByRole('combobox', { name: 'State' }).selectOption('Waived');
    await expect(panel(page)).toContainText('Stands alone on purpose');
    for (const [item, ending] of [
      ['CSV…', 'csv'],
      ['PDF…', 'pdf'],
    ] as const) {
      const file = path.join(data, `findings.${ending}`);
      await answerDialogs(running, file);
      await page.getByRole('button', { name: 'Export…' }).click();
      await page.getByRole('menuitem', { name: item }).click();
      await expect.poll(() => existsSync(file), { timeout: 15_000 }).toBe(true);
      const bytes = readFileSync(file);
      if (ending === 'pdf') expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
      else expect(bytes.toString()).toMatch(/No household.*Waived.*Stands alone on purpose/);
    }
    await page.getByRole('combobox', { name: 'State' }).selectOption('To do');
  });

  await test.step('reviews all findings of a rule at once, and undoes that from the toast', async () => {
    await grid(page, 'Findings').focus();
    await page.keyboard.press('Control+a');
    await expect(page.getByRole('group', { name: 'Selected findings' })).toContainText(
      `${before - 2} findings selected`,
    );
    await screenshot(page, 'selected');
    await page.keyboard.press('r');
    await expect.poll(() => toDo(page, 'No household')).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await expect.poll(() => toDo(page, 'No household')).toBe(before - 2);

    await goTo(page, 'Activity');
    await expect(page.getByRole('region', { name: 'Entries' })).toContainText('Findings waived');
    await app.close();
    const again = await launch(data);
    await goTo(again.page, 'Review queue');
    await expect.poll(() => toDo(again.page, 'No household'), { timeout: 20_000 }).toBe(before - 2);
    await again.page.getByRole('combobox', { name: 'State' }).selectOption('Waived');
    await expect(panel(again.page)).toContainText('Stands alone on purpose');
    await again.app.close();
  });
});
