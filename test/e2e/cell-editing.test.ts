import { expect } from './expect';
import { test } from './ready';
import { takeScreenshotsInBothThemes } from './screenshots';
import { listCell, cutInRows, cutTexts, goTo, grid, rows } from './steps';

test('edits cells in place, collects the edits in a draft, undoes one and sends the rest', async ({
  running,
}) => {
  const { page, app } = running;
  const editor = (label: string) => page.getByRole('dialog', { name: `Edit ${label}` });
  await goTo(page, 'Accounts');
  await expect(rows(page).first()).toBeVisible();
  const method = await listCell(page, 0, 'Billing method');
  const old = await method.innerText();
  let chosen = '';

  await test.step('edits a choice with F2, and keeps it with Enter', async () => {
    await method.click();
    await page.keyboard.press('F2');
    const select = editor('billing method').getByRole('combobox');
    await expect(select).toBeFocused();
    const labels = await select.locator('option').allInnerTexts();
    chosen = labels.find((text) => text !== old && text !== 'None' && text !== 'Not set') ?? '';
    await select.selectOption({ label: chosen });
    await takeScreenshotsInBothThemes(page, 'cell-editor');
    await page.keyboard.press('Enter');
    await expect(method).toHaveText(chosen);
    await expect(method).toHaveAttribute('aria-description', `Not sent yet. Was: ${old}`);
    await expect(page.getByText('Unsent edits (1)')).toBeVisible();
    await expect(grid(page)).toBeFocused();
  });

  await test.step('edits a household by name after a double click', async () => {
    const household = await listCell(page, 1, 'Household');
    await household.dblclick();
    const box = editor('household').getByRole('combobox');
    await expect(box).toBeFocused();
    await box.fill('a');
    await expect(editor('household').getByRole('option').first()).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await takeScreenshotsInBothThemes(page, 'cell-editor-household');
    await page.keyboard.press('Enter');
    // The household is shown by name, with its ID below.
    await expect(box).toHaveValue(/\p{L}{2}/u);
    await expect(editor('household').getByText(/^ID \d+/)).toBeVisible();
    await takeScreenshotsInBothThemes(page, 'cell-editor-chosen');
    await page.keyboard.press('Enter');
    await expect(editor('household')).toHaveCount(0);
    await expect(page.getByText('Unsent edits (2)')).toBeVisible();
    await expect(household).toHaveAttribute('data-was', /./);
  });

  await test.step('says why a field cannot be edited', async () => {
    const nameCell = await listCell(page, 2, 'Name');
    await nameCell.click();
    await page.keyboard.press('F2');
    await expect(page.locator('footer').getByText(/can’t be edited. Comes from the custodian/)).toBeVisible();
    await takeScreenshotsInBothThemes(page, 'unsent-edits');
  });

  await test.step('undoes the last, keeps the other across a reload, and sends it', async () => {
    await page.keyboard.press('Control+z');
    await expect(page.getByText('Unsent edits (1)')).toBeVisible();
    await page.reload();
    await goTo(page, 'Accounts');
    await expect(page.getByText('Unsent edits (1)')).toBeVisible();
    await expect(await listCell(page, 0, 'Billing method')).toHaveText(chosen);
    await page.getByRole('button', { name: 'Review and send…' }).click();
    await expect(page.getByText(/^Checked against the service/)).toBeVisible();
    await page.getByRole('button', { name: 'Send 1 change' }).click();
    await expect(page.getByText(/^1 account changed/).first()).toBeVisible();
    await goTo(page, 'Accounts');
    await expect(await listCell(page, 0, 'Billing method')).toHaveText(chosen);
    await expect(page.getByText(/^Unsent edits/)).toHaveCount(0);
  });

  await test.step('cuts no text in important columns, in narrow and wide windows', async () => {
    for (const width of [1024, 1440, 2560]) {
      await app.evaluate(
        ({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setContentSize(to, 900),
        width,
      );
      await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
      await goTo(page, 'Accounts');
      await expect(rows(page).first()).toBeVisible();
      for (const column of ['Name', 'Household'])
        await expect.poll(() => cutTexts(page, 'Accounts', column)).toEqual([]);
      await takeScreenshotsInBothThemes(page, `accounts-${width}`);
      await goTo(page, 'Changes');
      await expect(page.getByText(/^Billing method: .* → /).first()).toBeVisible();
      await expect.poll(() => cutInRows(page, /changes$/, 'What changed')).toEqual([]);
      await takeScreenshotsInBothThemes(page, `changes-${width}`);
    }
    await goTo(page, 'Accounts');
    await expect(rows(page).first()).toBeVisible();
    await grid(page).focus();
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: 'Edit…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Field').selectOption({ label: 'Notes' });
    await dialog.getByLabel('Operation').selectOption({ label: 'Append' });
    await dialog.getByLabel('Value').fill('Reviewed in November');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await expect(rows(page, 'Rows').first()).toContainText('Reviewed in November');
    for (const column of ['Before', 'After']) expect(await cutTexts(page, 'Rows', column)).toEqual([]);
    await takeScreenshotsInBothThemes(page, 'append');
  });
});
