import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { desktop, expect, launch, rememberSecret, test, type RunningApp } from './running-app';
import { startSecondInstance } from './second-start';
import { exploreDemo, goTo, refreshAndWait, rows } from './steps';

const lockScreen = (page: Page) => page.getByRole('heading', { name: 'Firm Desk is locked' });
/** Returns all visible texts: window title, page, and the app's enabled menu items, which have IDs. */
async function visibleTexts({ app, page }: RunningApp): Promise<string> {
  const outside = await app.evaluate(({ BrowserWindow, Menu }) => [
    BrowserWindow.getAllWindows()[0]?.getTitle(),
    ...(Menu.getApplicationMenu()?.items ?? [])
      .flatMap(({ submenu }) => submenu?.items ?? [])
      .filter(({ id, enabled }) => id && enabled)
      .map(({ label }) => label),
  ]);
  return JSON.stringify([...outside, await page.locator('body').innerText()]);
}
async function unlock(page: Page, code: string): Promise<void> {
  await page.getByLabel('Recovery code').fill(code);
  await page.keyboard.press('Enter');
  await expect(lockScreen(page)).toBeHidden();
}

test('locks manually, at the screen saver and at restart, and shows nothing until unlocked', async ({
  data,
}) => {
  let running = await launch(data);
  let { page } = running;
  await exploreDemo(page);
  await page.keyboard.press('Control+Shift+L');
  await expect(page.getByText('The app lock is off')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn on…', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Create code…' }).click();
  await page.getByRole('button', { name: 'Show code' }).click();
  const code = await page.getByText(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){6}$/).innerText();
  rememberSecret(code);
  await page.getByRole('button', { name: 'I wrote it down' }).click();
  await page.getByRole('button', { name: 'Turn on…', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn on the app lock' });
  await dialog.getByLabel('Recovery code').fill('0000-0000');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByText('That code is incorrect')).toBeVisible();
  await dialog.getByLabel('Recovery code').fill(code);
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog).toBeHidden();
  await refreshAndWait(page);
  await goTo(page, 'Accounts');
  const name = await rows(page).first().locator('[role=gridcell]').nth(1).innerText();
  expect(name).not.toBe('');

  await test.step('locks at the screen saver, hides all data, and unlocks with the recovery code', async () => {
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
    expect(await visibleTexts(running)).toMatch(/^\["Firm Desk","Firm Desk is locked/);
    await page.getByLabel('Recovery code').fill('0000-0000');
    await page.keyboard.press('Enter');
    await expect(page.getByText('That code is incorrect')).toBeVisible();
    await page.keyboard.press('Control+K');
    expect(await visibleTexts(running)).not.toContain('Demo firm');
    await unlock(page, code.toLowerCase().replaceAll('-', ' '));
    await expect(rows(page).first()).toContainText(name);
  });

  await test.step('sets a PIN', async () => {
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Set PIN…' }).click();
    const pinDialog = page.getByRole('dialog', { name: 'Set a PIN' });
    await pinDialog.getByLabel('PIN', { exact: true }).fill('482913');
    await pinDialog.getByLabel('Confirm PIN').fill('482913');
    await pinDialog.getByRole('button', { name: 'Set PIN' }).click();
    await expect(page.getByRole('button', { name: 'Remove PIN' })).toBeVisible();
  });
  await goTo(page, 'Accounts');
  const enterPin = async (pin: string) => {
    await page.getByLabel('PIN', { exact: true }).fill(pin);
    await page.keyboard.press('Enter');
  };
  await page.keyboard.press('Control+Shift+L');
  await expect(lockScreen(page)).toBeVisible();
  await enterPin('482913');
  await expect(lockScreen(page)).toBeHidden();

  await page.keyboard.press('Control+Shift+L');
  await expect(lockScreen(page)).toBeVisible();
  await test.step('asks for the recovery code after five wrong PINs', async () => {
    for (const remaining of ['4 tries are', '3 tries are', '2 tries are', '1 try is']) {
      await enterPin('000000');
      await expect(page.getByText(`${remaining} left`)).toBeVisible();
    }
    await enterPin('000000');
    await expect(page.getByText('The PIN was wrong five times')).toBeVisible();
    await unlock(page, code);
  });
  await page.keyboard.press('Control+Shift+L');
  await expect(page.getByLabel('PIN', { exact: true })).toBeVisible();
  await running.app.close();
  const linkTo = (screen: string) => `firmdesk://open?connection=demo-production&place=${screen}`;
  await test.step('after unlocking, opens the link that started the app, and later the last link received', async () => {
    running = await launch(data, {}, [linkTo('changes')]);
    ({ page } = running);
    await expect(lockScreen(page)).toBeVisible();
    expect(await visibleTexts(running)).not.toContain('Demo firm');
    await page.getByRole('button', { name: 'Use the recovery code' }).click();
    await unlock(page, code);
    await expect(page.getByRole('heading', { name: 'Changes', exact: true })).toBeVisible();

    await page.keyboard.press('Control+Shift+L');
    await expect(lockScreen(page)).toBeVisible();
    expect(await startSecondInstance(running, data, [linkTo('changes')])).toBe(0);
    expect(await startSecondInstance(running, data, [linkTo('review')])).toBe(0);
    expect(await visibleTexts(running)).not.toContain('Demo firm');
    await enterPin('482913');
    await expect(page.getByRole('heading', { name: 'Review queue' })).toBeVisible();
  });
  await goTo(page, 'Accounts');
  await expect(rows(page).first()).toContainText(name);

  await test.step('warns about the lock before the connection that holds the code is removed', async () => {
    await page.keyboard.press('Control+Shift+o');
    await page.getByRole('button', { name: 'More for Demo firm' }).click();
    await page.getByRole('menuitem', { name: /Remove/ }).click();
    const removeDialog = page.getByRole('dialog', { name: /^Remove/ });
    await expect(removeDialog).toContainText(
      'Its recovery code is the only one on this computer. Without it, the app lock turns off, and a PIN is no longer used.',
    );
    await removeDialog.getByRole('button', { name: 'Remove connection' }).click();
    await expect(page.getByRole('heading', { name: 'Welcome to Firm Desk' })).toBeVisible();
    await page.keyboard.press('Control+,');
    await expect(
      page.getByText(/^\s*Off\. When it is on, a locked Firm Desk shows no records/),
    ).toBeVisible();
  });
  await running.app.close();
});
