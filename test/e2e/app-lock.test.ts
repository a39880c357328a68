import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { desktop, expect, launch, rememberSecret, test, type RunningApp } from './running-app';
import { exploreDemo, goTo, refreshWhole, rows } from './steps';

const lockScreen = (page: Page) => page.getByRole('heading', { name: 'Firm Desk is locked' });
/** Returns what is visible of the firm while locked: window title, menu and page. */
async function seen({ app, page }: RunningApp): Promise<string> {
  const outside = await app.evaluate(({ BrowserWindow, Menu }) => [
    BrowserWindow.getAllWindows()[0]?.getTitle(),
    ...(Menu.getApplicationMenu()?.items ?? [])
      .flatMap(({ submenu }) => submenu?.items ?? [])
      .filter(({ id, enabled }) => id && enabled)
      .map(({ label }) => label),
  ]);
  return JSON.stringify([...outside, await page.locator('body').innerText()]);
}
async function unlock(page: Page, phrase: string): Promise<void> {
  await page.getByLabel('Recovery phrase').fill(phrase);
  await page.keyboard.press('Enter');
  await expect(lockScreen(page)).toBeHidden();
}

test('locks by hand, at the screen saver and at a restart, and shows nothing until the phrase', async ({
  data,
}) => {
  let running = await launch(data);
  let { page } = running;
  await exploreDemo(page);
  await page.keyboard.press('Control+Shift+L');
  await expect(page.getByText('The app lock is off')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn on…' })).toBeDisabled();
  await page.getByRole('button', { name: 'Create phrase…' }).click();
  await page.getByRole('button', { name: 'Show phrase' }).click();
  const phrase = await page.getByText(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){6}$/).innerText();
  rememberSecret(phrase);
  await page.getByRole('button', { name: 'I wrote it down' }).click();
  await page.getByRole('button', { name: 'Turn on…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn on the app lock' });
  await dialog.getByLabel('Recovery phrase').fill('0000-0000');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByText('This is not the phrase')).toBeVisible();
  await dialog.getByLabel('Recovery phrase').fill(phrase);
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog).toBeHidden();
  await refreshWhole(page);
  await goTo(page, 'Accounts');
  const name = await rows(page).first().locator('[role=gridcell]').nth(1).innerText();
  expect(name).not.toBe('');

  if (process.platform === 'linux')
    // The message that the screen saver sends.
    execFileSync(
      'dbus-send',
      [
        '--session',
        '--type=signal',
        '/org/freedesktop/ScreenSaver',
        'org.freedesktop.ScreenSaver.ActiveChanged',
        'boolean:true',
      ],
      { env: { ...process.env, ...desktop } },
    );
  else await page.keyboard.press('Control+Shift+L');
  await expect(lockScreen(page)).toBeVisible();
  expect(await seen(running)).toMatch(/^\["Firm Desk","Firm Desk is locked/);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByLabel('Recovery phrase').fill('0000-0000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This is not the phrase')).toBeVisible();
  await page.keyboard.press('Control+K');
  expect(await seen(running)).not.toContain('Demo firm');
  await unlock(page, phrase.toLowerCase().replaceAll('-', ' '));
  await expect(rows(page).first()).toContainText(name);

  await page.keyboard.press('Control+Shift+L');
  await expect(lockScreen(page)).toBeVisible();
  await running.app.close();
  running = await launch(data);
  ({ page } = running);
  await expect(lockScreen(page)).toBeVisible();
  expect(await seen(running)).not.toContain('Demo firm');
  await unlock(page, phrase);
  await expect(rows(page).first()).toContainText(name);
  await running.app.close();
});
