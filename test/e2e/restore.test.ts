import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { unpack, writeSealed } from '#engine/backup/sealed-file';
import { openEncrypted } from '#engine/sqlite/open-database';
import { workspaceMigrations } from '#test/support/saved-work';
import { expect, rememberSecret, test } from './running-app';
import { takeScreenshot, takeScreenshotsInBothThemes } from './screenshots';
import { answerDialogs, exploreDemo, goTo } from './steps';

const PASSPHRASE = 'canary passphrase 4471';

/** Writes a copy of a backup whose workspace has one migration more than this version knows. */
async function writeNewerBackup(from: string, to: string): Promise<void> {
  const folder = mkdtempSync(`${to}-`);
  const about = await unpack(from, PASSPHRASE, folder, () => undefined);
  const db = openEncrypted(path.join(folder, 'workspace.db'), (about as { key: string }).key);
  db.pragma(`user_version = ${workspaceMigrations.length + 1}`);
  db.close();
  const databases = ['workspace.db', 'history.db']
    .map((name) => ({ name, file: path.join(folder, name) }))
    .filter(({ file }) => existsSync(file));
  await writeSealed(to, PASSPHRASE, about, databases);
}

test('restores a backup while the connection is open, and keeps the work if one is refused', async ({
  running,
  data,
}) => {
  test.slow();
  rememberSecret(PASSPHRASE);
  const goodBackup = path.join(data, 'good.fdbackup');
  const damagedBackup = path.join(data, 'damaged.fdbackup');
  const newerBackup = path.join(data, 'newer.fdbackup');
  const { page } = running;
  await answerDialogs(running, goodBackup);
  await exploreDemo(page);
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Back up…' }).click();
  const backupDialog = page.getByRole('dialog', { name: 'Back up saved work' });
  await backupDialog.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await backupDialog.getByLabel('Confirm passphrase').fill(PASSPHRASE);
  await backupDialog.getByRole('button', { name: 'Choose file…' }).click();
  await expect(page.getByText('Backup made')).toBeVisible();
  const bytes = readFileSync(goodBackup);
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  writeFileSync(damagedBackup, bytes);
  await writeNewerBackup(goodBackup, newerBackup);

  const restore = async (file: string) => {
    await answerDialogs(running, file);
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Manage connections' }).click();
    await page.getByRole('button', { name: 'Restore from a backup…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Restore from a backup' });
    await dialog.getByRole('button', { name: 'Choose backup…' }).click();
    await dialog.getByLabel('Passphrase of the backup').fill(PASSPHRASE);
    await dialog.getByRole('button', { name: 'Open backup' }).click();
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
    return dialog;
  };
  const damagedDialog = await restore(damagedBackup);
  await expect(damagedDialog.getByText('The backup could not be opened')).toBeVisible({ timeout: 30_000 });
  await damagedDialog.getByRole('button', { name: 'Cancel' }).click();
  await goTo(page, 'Activity');
  const failedEntries = page.getByRole('option', { name: /restored from a backup.*Failed/i });
  await expect(failedEntries).toHaveCount(1);

  const newerDialog = await restore(newerBackup);
  await expect(newerDialog.getByText('A newer version of Firm Desk made this backup')).toBeVisible({
    timeout: 30_000,
  });
  await takeScreenshot(page, 'newer-backup');
  await newerDialog.getByRole('button', { name: 'Cancel' }).click();
  await test.step('keeps the work after both refusals, restores the good backup, and recovers the old work', async () => {
    await goTo(page, 'Activity');
    await expect(failedEntries).toHaveCount(2);
    await goTo(page, 'Settings');
    await expect(page.getByRole('button', { name: 'Back up…' })).toBeVisible();

    await restore(goodBackup);
    const outcome = page.getByText('Saved work restored.', { exact: true });
    await expect(outcome).toBeVisible({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Dismiss: Saved work restored' }).click();
    await expect(outcome).toBeHidden();

    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Recover saved work…' }).click();
    const earlierWork = page.getByRole('dialog', { name: 'Saved work that was set aside' });
    await expect(earlierWork.getByRole('listitem')).toHaveCount(1);
    await earlierWork.getByRole('button', { name: 'Compare' }).click();
    await expect(earlierWork.getByRole('row', { name: /^Activity log entries/ })).toBeVisible();
    await takeScreenshotsInBothThemes(page, 'set-aside');
    await earlierWork.getByRole('button', { name: /^Open ?:/ }).click();
    await expect(outcome).toBeVisible({ timeout: 30_000 });
    await goTo(page, 'Activity');
  });
  // The work from before the restore has the log entries of both refusals.
  await expect(failedEntries).toHaveCount(2);
});
