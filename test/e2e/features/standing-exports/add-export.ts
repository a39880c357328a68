import type { ElectronApplication, Page } from '@playwright/test';
import { expect } from '../../expect';
import { chooseInDialog, goTo } from '../../steps';

/** Saves a view of all accounts and adds its standing export, as CSV after each refresh; ends in the settings. */
export async function addAccountsExport(app: ElectronApplication, page: Page, folder: string): Promise<void> {
  await chooseInDialog(app, folder);
  await goTo(page, 'Accounts');
  await page.getByRole('button', { name: 'Saved views' }).click();
  const views = page.getByRole('dialog', { name: 'Saved views' });
  await views.getByRole('textbox').fill('All accounts');
  await page.keyboard.press('Enter');
  await expect(views).toBeHidden();
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Add export…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a standing export' });
  await dialog.getByLabel('What to export').selectOption({ label: 'Accounts: All accounts' });
  await dialog.getByRole('radio', { name: 'CSV' }).check();
  await dialog.getByRole('button', { name: 'Choose folder…' }).click();
  await expect(dialog).toBeHidden();
}
