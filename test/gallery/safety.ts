import { expect, rememberSecret } from '../e2e/running-app';
import { goTo } from '../e2e/steps';
import type { PictureSteps } from './pictures';

/** The recovery code that Settings showed; a later step turns on the app lock with it. */
let code = '';

/** Backups, the recovery code and the app lock. */
export const SAFETY_PICTURES: PictureSteps = {
  'back up': async ({ page }) => {
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Back up…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Back up saved work' });
    await dialog.getByLabel('Passphrase', { exact: true }).fill('short');
    await dialog.getByRole('button', { name: 'Choose file…' }).click();
    await expect(dialog.getByText('Enter at least 12 characters.')).toBeVisible();
  },
  restore: async ({ page }) => {
    await page.keyboard.press('Escape');
    const discard = page.getByRole('dialog').getByRole('button', { name: /^Discard/ });
    if (await discard.isVisible()) await discard.click();
    await page.getByRole('button', { name: 'Manage connections' }).click();
    await page.getByRole('button', { name: 'Restore from a backup…' }).click();
    await expect(page.getByRole('dialog', { name: 'Restore from a backup' })).toBeVisible();
  },
  'recovery code': async ({ page }) => {
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Create code…' }).click();
    await page.getByRole('button', { name: 'Show code' }).click();
    code = await page.getByText(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){6}$/).innerText();
    rememberSecret(code);
  },
  'app lock turned on': async ({ page }) => {
    await page.getByRole('button', { name: 'I wrote it down' }).click();
    await page.getByRole('button', { name: 'Turn on…', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Turn on the app lock' });
    await dialog.getByLabel('Recovery code').fill('0000-0000');
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await expect(dialog.getByText('That code is incorrect')).toBeVisible();
  },
  locked: async ({ page }) => {
    const dialog = page.getByRole('dialog', { name: 'Turn on the app lock' });
    await dialog.getByLabel('Recovery code').fill(code);
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await expect(dialog).toBeHidden();
    await page.keyboard.press('Control+Shift+L');
    await expect(page.getByRole('heading', { name: 'Firm Desk is locked' })).toBeVisible();
  },
};
