import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { backUp } from '#engine/backup/back-up';
import { openEncrypted } from '#engine/sqlite/open-database';
import { openTestWorkspace } from '#test/support/saved-work';
import { connectionOf } from '../support/connection';
import {
  closeApp,
  expect,
  KEYCHAINS,
  keychainOf,
  launch,
  rememberSecret,
  RUN_FOLDER,
  test,
  type RunningApp,
} from './running-app';
import { answerDialogs, connectWithKey, goTo, refreshAndWait, clickRefresh } from './steps';

const PASSPHRASE = 'canary passphrase 7321';
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Files of the user who restores the backup, by path; the backup names all of them. */
const VICTIM_FILES: Readonly<Record<string, string>> = {
  payload: 'payload',
  'diary.txt': 'mine',
  'fees-1.zip': 'final',
  'fees-1.zip.0123456789ab.part': 'part',
  'fees-3.zip': 'saved',
};

/** Returns every file below a folder, with its content. */
const contentOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(folder, file), readFileSync(file, 'utf8')]),
  );

/** Creates the files of the user in a new folder; returns its path. */
function makeVictimFolder(): string {
  const victim = mkdtempSync(path.join(RUN_FOLDER, 'victim-'));
  for (const name of ['autostart', 'share']) mkdirSync(path.join(victim, name));
  for (const [name, text] of Object.entries(VICTIM_FILES)) writeFileSync(path.join(victim, name), text);
  return victim;
}

interface HostileContent {
  readonly id: string;
  readonly address: string;
  /** The folder with the files that the rows name. */
  readonly victim: string;
}

/** Makes a backup whose rows name `victim`'s files, with another server's address and a trigger in its schema. */
async function makeHostileBackup(to: string, { id, address, victim }: HostileContent): Promise<void> {
  const folder = mkdtempSync(`${to}-`);
  const databaseKey = '5a'.repeat(32);
  const file = path.join(folder, 'workspace.db');
  const connection = connectionOf({ id, name: 'Test firm', baseUrl: address, authUrl: address });
  const workspace = openTestWorkspace(file, databaseKey, { connection: () => connection.name });
  workspace.activity.note({ kind: 'roi-send', count: 1, facts: { custodian: 'PER' } });
  workspace.close();
  const inVictim = (name: string) => path.join(victim, name);
  const db = openEncrypted(file, databaseKey);
  const pending = db.prepare(
    'INSERT INTO fee_file_pending (part, final, file_id, sha256, bytes, files) VALUES (?, ?, ?, ?, ?, ?)',
  );
  pending.run(inVictim('payload'), inVictim('autostart/x.desktop'), '1', hashOf('payload'), 7, 1);
  pending.run(inVictim('diary.txt'), inVictim('gone.zip'), '2', null, null, null);
  pending.run(inVictim('fees-1.zip.0123456789ab.part'), inVictim('fees-1.zip'), '4', hashOf('part'), 4, 1);
  db.prepare('INSERT INTO fee_file_folder (one, path) VALUES (1, ?)').run(inVictim('share'));
  db.exec('INSERT INTO fee_file_auto VALUES (1)');
  db.prepare(
    `INSERT INTO fee_file_saved (file_id, path, bytes, sha256, files, saved_at, saved_by, checked_at, state)
     VALUES ('3', ?, 5, ?, 1, '2026-11-01', 'ann', '2026-11-01', 'whole')`,
  ).run(inVictim('fees-3.zip'), hashOf('saved'));
  db.exec(`
    CREATE TRIGGER planted AFTER INSERT ON activity BEGIN
      INSERT OR IGNORE INTO fee_file_auto VALUES (1);
      INSERT OR IGNORE INTO fee_file_folder (one, path) VALUES (1, '${inVictim('share')}');
    END;
  `);
  db.close();
  await backUp({ folder, databaseKey, connection }, PASSPHRASE, to);
}

/** Records the links and files that the app would open with the system, and opens none. */
const recordOpened = ({ app }: RunningApp): Promise<void> =>
  app.evaluate(({ shell }) => {
    const openedItems: string[] = [];
    Object.assign(globalThis, { openedItems });
    shell.openPath = (file) => Promise.resolve(void openedItems.push(file)).then(() => '');
    shell.openExternal = (url) => Promise.resolve(void openedItems.push(url));
    shell.showItemInFolder = (file) => void openedItems.push(file);
  });
const openedBy = ({ app }: RunningApp): Promise<string[]> =>
  app.evaluate(() => Reflect.get(globalThis, 'openedItems') as string[]);

/** Restores the backup that the system's dialog returns; waits until the app confirms it. */
async function restore({ page }: RunningApp, address: string): Promise<void> {
  await page.getByRole('button', { name: 'Restore from a backup…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore from a backup' });
  await dialog.getByRole('button', { name: 'Choose backup…' }).click();
  await dialog.getByLabel('Passphrase of the backup').fill(PASSPHRASE);
  await dialog.getByRole('button', { name: 'Open backup' }).click();
  await expect(dialog.getByText(address, { exact: true }).first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByText('Saved work restored.', { exact: true })).toBeVisible({ timeout: 30_000 });
}

/** Checks that the saved file counts as missing, that no folder is set, and that automatic saving cannot be on. */
async function checkSavedFiles({ page }: RunningApp): Promise<void> {
  await goTo(page, 'Fee upload files');
  await page.getByRole('tab', { name: /^Saved/ }).click();
  await expect(page.getByRole('row', { name: /fees-3\.zip.*Missing/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Set a folder…' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /after each refresh/ })).toHaveCount(0);
}

async function checkLog({ page }: RunningApp): Promise<void> {
  await goTo(page, 'Activity');
  await expect(page.getByRole('option', { name: /restored from a backup Backup of/ })).toBeVisible();
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText(/^Log verified/)).toBeVisible();
}

test('a hostile backup touches no outside file, sends no key, and opens and saves nothing', async ({
  data,
  firm,
}) => {
  test.slow();
  rememberSecret(PASSPHRASE);
  const otherServerRequests: string[] = [];
  const otherServer = createServer(({ headers, method, url }, response) => {
    otherServerRequests.push(`${method} ${url} ${headers.authorization}`);
    response.end('{}');
  });
  await new Promise<void>((done) => otherServer.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(otherServer.address() as AddressInfo).port}`;
  const victim = makeVictimFolder();

  const first = await launch(data);
  await recordOpened(first);
  const { page } = first;
  await connectWithKey(page, firm.address, firm.apiKey);
  await refreshAndWait(page);
  // The backup has the ID of this connection, whose key is in this computer's keychain.
  const [id = ''] = readdirSync(path.join(data, 'connections'));
  const backup = path.join(RUN_FOLDER, `hostile-${id}.fdbackup`);
  const address = `http://${host}/v2`;
  await makeHostileBackup(backup, { id, address, victim });

  const checkUntouched = async (running: RunningApp) => {
    expect(contentOf(victim)).toEqual(VICTIM_FILES);
    expect(otherServerRequests).toEqual([]);
    expect(await openedBy(running)).toEqual([]);
  };

  await test.step('restores over the open connection, which keeps its own address', async () => {
    await page.keyboard.press('Control+Shift+o');
    await answerDialogs(first, backup);
    const requestsBefore = firm.gate.requests.length;
    await restore(first, address);
    await checkSavedFiles(first);
    expect(firm.gate.requests.slice(requestsBefore)).toEqual([]);
    await refreshAndWait(page); // automatic saving would follow
    await checkSavedFiles(first);
    await checkLog(first);
    await checkUntouched(first);
    const sent = firm.gate.requests.slice(requestsBefore);
    expect(sent.length).toBeGreaterThan(0);
    expect(
      sent.filter((request) => /^(PUT|PATCH|DELETE)|create|fee-upload-files\/download/.test(request)),
    ).toEqual([]);
    await closeApp(first);
  });

  await test.step('leaves the files alone at the next start, which settles pending downloads', async () => {
    const next = await launch(data);
    await recordOpened(next);
    await checkSavedFiles(next);
    await checkUntouched(next);
    await closeApp(next);
  });

  await test.step('sends no key after a reinstall, with the key still in the keychain', async () => {
    const reinstalled = mkdtempSync(path.join(RUN_FOLDER, 'reinstalled-'));
    KEYCHAINS.set(reinstalled, keychainOf(data));
    const other = await launch(reinstalled);
    await recordOpened(other);
    await answerDialogs(other, backup);
    const requestsBefore = firm.gate.requests.length;
    await restore(other, address);
    await checkSavedFiles(other);
    await clickRefresh(other.page);
    const dialog = other.page.getByRole('dialog', { name: 'Enter the API key or password' });
    await expect(dialog).toContainText(`The key is sent to ${host}.`);
    await checkUntouched(other);
    expect(firm.gate.requests.slice(requestsBefore)).toEqual([]);
    await closeApp(other);
  });
  otherServer.close();
});
