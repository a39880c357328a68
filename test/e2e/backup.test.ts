import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { countSendRequests, prepareRequest, sendButton } from './features/roi/roi-steps';
import { closeApp, expect, launch, RUN_FOLDER, rememberSecret, test, type RunningApp } from './running-app';
import { answerDialogs, connectWithKey, exploreDemo, goTo } from './steps';

const PASSPHRASE = 'canary passphrase 7319';

test('restores saved work from a backup on another computer', async ({ running, data }) => {
  test.slow();
  rememberSecret(PASSPHRASE);
  const file = path.join(data, 'mine.fdbackup');
  const { page } = running;
  await answerDialogs(running, file);
  await exploreDemo(page);
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Back up…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Back up saved work' });
  await dialog.getByLabel('Passphrase', { exact: true }).fill('short');
  await dialog.getByRole('button', { name: 'Choose file…' }).click();
  await expect(dialog.getByText('Enter at least 12 characters.')).toBeVisible();
  for (const field of ['Passphrase', 'Confirm passphrase'])
    await dialog.getByLabel(field, { exact: true }).fill('password1234');
  await dialog.getByRole('button', { name: 'Choose file…' }).click();
  await expect(dialog.getByText('This passphrase is easy to guess.')).toBeVisible();
  await dialog.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await dialog.getByLabel('Confirm passphrase').fill(PASSPHRASE);
  await running.app.evaluate(({ dialog: system }, filePath) => {
    system.showSaveDialog = (...args: unknown[]) => {
      Reflect.set(globalThis, 'suggested', JSON.stringify(args.at(-1)));
      return Promise.resolve({ canceled: false, filePath });
    };
  }, file);
  await dialog.getByRole('button', { name: 'Choose file…' }).click();
  await expect(page.getByText('Backup made')).toBeVisible();
  expect(await running.app.evaluate(() => String(Reflect.get(globalThis, 'suggested')))).toMatch(
    /Demo firm backup \d{4}-\d{2}-\d{2}\.fdbackup"/,
  );

  const other = await launch(mkdtempSync(path.join(RUN_FOLDER, 'another-computer-')));
  await answerDialogs(other, file);
  await other.page.getByRole('button', { name: 'Restore from a backup…' }).click();
  const restoreDialog = other.page.getByRole('dialog', { name: 'Restore from a backup' });
  await restoreDialog.getByRole('button', { name: 'Choose backup…' }).click();
  await restoreDialog.getByLabel('Passphrase of the backup').fill('another passphrase');
  await restoreDialog.getByRole('button', { name: 'Open backup' }).click();
  await expect(restoreDialog.getByText('The backup could not be opened')).toBeVisible();
  await restoreDialog.getByLabel('Passphrase of the backup').fill(PASSPHRASE);
  await restoreDialog.getByRole('button', { name: 'Open backup' }).click();
  await expect(restoreDialog.getByText('Demo firm', { exact: true })).toBeVisible();
  await restoreDialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(other.page.getByText('Saved work restored.', { exact: true })).toBeVisible({
    timeout: 30_000,
  });
  await expect(other.page.getByRole('heading', { name: 'Today' })).toBeVisible();
  await goTo(other.page, 'Activity');
  await expect(other.page.getByRole('option', { name: /restored from a backup Backup of/ })).toBeVisible();
  await other.page.getByRole('button', { name: 'Verify' }).click();
  await expect(other.page.getByText(/^Log verified/)).toBeVisible();
  await other.app.close();
});

test('warns that a restored ROI draft may have been sent since, and does not resend it', async ({
  running,
  data,
  firm,
}) => {
  test.slow();
  rememberSecret(PASSPHRASE);
  const file = path.join(data, 'mine.fdbackup');
  const { page } = running;
  await answerDialogs(running, file);
  await connectWithKey(page, firm.address, firm.apiKey);
  await prepareRequest(page);
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Back up…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Back up saved work' });
  await dialog.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await dialog.getByLabel('Confirm passphrase').fill(PASSPHRASE);
  await dialog.getByRole('button', { name: 'Choose file…' }).click();
  await expect(page.getByText('Backup made')).toBeVisible();
  await goTo(page, 'ROI requests');
  await page.getByRole('button', { name: /^Resume / }).click();
  await sendButton(page).click();
  await expect.poll(() => countSendRequests(firm.gate)).toBe(1);

  const restoreIn = async (app: RunningApp) => {
    await app.page.getByRole('button', { name: 'Restore from a backup…' }).click();
    const restoreDialog = app.page.getByRole('dialog', { name: 'Restore from a backup' });
    await restoreDialog.getByRole('button', { name: 'Choose backup…' }).click();
    await restoreDialog.getByLabel('Passphrase of the backup').fill(PASSPHRASE);
    await restoreDialog.getByRole('button', { name: 'Open backup' }).click();
    await restoreDialog.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(app.page.getByText('Saved work restored.', { exact: true })).toBeVisible({
      timeout: 30_000,
    });
    await expect(app.page.getByRole('heading', { name: 'Today' })).toBeVisible();
    await goTo(app.page, 'ROI requests');
  };
  await test.step('removes the draft from work that had sent it', async () => {
    await page.keyboard.press('Control+Shift+o');
    await restoreIn(running);
    await expect(page.getByText('Pershing').first()).toBeVisible();
    await expect(page.getByRole('button', { name: /^Resume / })).toHaveCount(0);
  });
  await test.step('warns on a computer without that work', async () => {
    const other = await launch(mkdtempSync(path.join(RUN_FOLDER, 'another-computer-')));
    await answerDialogs(other, file);
    await restoreIn(other);
    await expect(other.page.getByText(/^Restored from a backup of/).first()).toBeVisible();
    await other.page.getByRole('button', { name: /^Resume / }).click();
    await expect(other.page.getByText(/this request may have been sent since then/)).toBeVisible();
    await expect(sendButton(other.page)).toBeDisabled();
    await closeApp(other);
  });
  expect(countSendRequests(firm.gate)).toBe(1);
});
