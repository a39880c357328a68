import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import {
  closeApp,
  expect,
  KEYCHAINS,
  keychainOf,
  launch,
  rememberSecret,
  RUN_FOLDER,
  test,
} from './running-app';
import { answerDialogs, connectWithKey, goTo, grid, refreshAndWait, clickRefresh, rows } from './steps';

test('connects with an API key and never shows it again', async ({ running, firm }) => {
  const { page } = running;
  await page.getByLabel('Service address').fill(firm.address);
  await page.getByLabel('API key', { exact: true }).fill(firm.apiKey);
  await page.getByLabel('Name of this connection').fill('Harbor Wealth');
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  // The service's list leaves out closed accounts; the app's list below has all 2,000.
  await expect(page.getByText(/1,922 accounts can be read/)).toBeVisible();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Harbor Wealth, connection' })).toBeVisible();
  await expect(page.getByText('PRODUCTION', { exact: true })).toBeVisible();
  await refreshAndWait(page);
  await goTo(page, 'Accounts');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2001');
  expect(await page.content()).not.toContain(firm.apiKey);
});

test('creates an API key for the app after the owner signs in', async ({ running, firm }) => {
  const { page } = running;
  await page.getByRole('radio', { name: 'Let the app create a key' }).check();
  await page.getByLabel('Service address').fill(firm.address);
  await page.getByLabel(/User name of the firm/).fill(firm.username);
  await page.getByLabel('Password', { exact: true }).fill(firm.password);
  await page.getByLabel('Name of the new key').fill('Firm Desk on the test machine');
  await page.getByLabel('Name of this connection').fill('Owner firm');
  await page.getByRole('button', { name: 'Create key and connect' }).click();
  await expect(page.getByRole('button', { name: 'Owner firm, connection' })).toBeVisible();
  expect(firm.gate.requests).toContain('POST /v2/auth-management/api-keys');
  await refreshAndWait(page);
  expect(await page.content()).not.toContain(firm.password);

  // After signing in as the owner, the firm's keys can be listed and deleted; key values are not displayed.
  await page.keyboard.press('Control+Shift+o');
  await page.getByRole('button', { name: /API keys/ }).click();
  const dialog = page.getByRole('dialog', { name: 'API keys' });
  await dialog.getByLabel('Service address').fill(firm.address);
  await dialog.getByLabel(/User name/).fill(firm.username);
  await dialog.getByLabel('Password', { exact: true }).fill(firm.password);
  await dialog.getByRole('button', { name: 'Show the keys' }).click();
  await expect(dialog.getByText('Firm Desk on the test machine')).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete Firm Desk on the test machine' }).click();
  await page
    .getByRole('dialog', { name: /Delete the key/ })
    .getByRole('button', { name: 'Delete key' })
    .click();
  await expect(dialog.getByText('Firm Desk on the test machine')).toBeHidden();
  expect(
    firm.gate.requests.some((request) => request.startsWith('DELETE /v2/auth-management/api-keys/')),
  ).toBe(true);

  // The activity log has both actions, with the key's name.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Owner firm PRODUCTION/ }).click();
  await goTo(page, 'Activity');
  const entries = page.getByRole('region', { name: 'Entries' }).getByRole('option');
  await expect(entries).toHaveCount(2);
  await expect(entries.nth(0)).toContainText('API key deleted');
  await expect(entries.nth(0)).toContainText('Key: Firm Desk on the test machine');
  await expect(entries.nth(0)).toContainText(`Signed in as: ${firm.username}`);
  await expect(entries.nth(1)).toContainText('API key created');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText(/^Log verified/)).toBeVisible();
});

test('connects with user name and password; the page never receives the token', async ({ running, firm }) => {
  const { page } = running;
  await page.getByRole('radio', { name: 'User name and password' }).check();
  await page.getByLabel('Service address').fill(firm.address);
  await page.getByLabel('User name', { exact: true }).fill(firm.username);
  await page.getByLabel('Password', { exact: true }).fill(firm.password);
  await page.getByLabel('Name of this connection').fill('Signed in');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Signed in, connection' })).toBeVisible();
  await refreshAndWait(page);
  expect(firm.gate.requests.filter((request) => request === 'POST /v2/oauth2/token').length).toBeGreaterThan(
    0,
  );

  // The connection's details show the user from the token's claims; the page never receives the token.
  await page.keyboard.press('Control+Shift+o');
  await page.getByRole('button', { name: 'More for Signed in' }).click();
  await page.getByRole('menuitem', { name: 'Details…' }).click();
  const details = page.getByRole('dialog', { name: 'Connection details' });
  await expect(details.getByText('5001', { exact: true })).toBeVisible();
  await expect(details).toContainText('Juniper Harbor Wealth (39)');
  await expect(details).toContainText(/Firm user\s*Yes\s*End client\s*No/);
  expect(await page.content()).not.toMatch(/eyJ[\w-]+\./);
});

test('connects read-only, says so on every form, and needs the key again for another host', async ({
  running,
  firm,
}) => {
  const { page } = running;
  await page.getByRole('checkbox', { name: /^Read-only/ }).check();
  await connectWithKey(page, firm.address, firm.apiKey);
  await refreshAndWait(page);
  const edit = async () => {
    await page.keyboard.press('Control+Shift+o');
    await page
      .getByRole('button', { name: /^More for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Edit…' }).click();
    return page.getByRole('dialog', { name: 'Edit connection' });
  };
  let dialog = await edit();
  await dialog.getByLabel('Name', { exact: true }).fill('Harbor Wealth');
  await expect(dialog.getByRole('checkbox', { name: /^Read-only/ })).toBeChecked();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: /^Harbor Wealth PRODUCTION/ }).click();
  await expect(page.getByText('Read-only', { exact: true })).toBeVisible();

  await test.step('says so in forms, and sends no change', async () => {
    // A form says so before anything is entered, and cannot be sent: the edit stays a draft.
    const requestsBefore = firm.gate.requests.length;
    await goTo(page, 'Accounts');
    await rows(page).first().getByRole('gridcell').nth(1).dblclick();
    await page
      .getByRole('complementary', { name: 'Record' })
      .getByRole('button', { name: 'Edit…', exact: true })
      .click();
    const form = page.getByRole('dialog');
    await expect(form.getByText('This connection is read-only.')).toBeVisible();
    await form.getByLabel('Nickname').fill('Read-only');
    await form.getByRole('button', { name: 'Review…' }).click();
    await expect(form.getByRole('button', { name: 'Send 1 change' })).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
    await goTo(page, 'Accounts');
    await rows(page).nth(2).click();
    await page.getByLabel('Status', { exact: true }).getByRole('button', { name: 'Edit…' }).click();
    await expect(form.getByText('This connection is read-only.')).toBeVisible();
    await form.getByLabel('Field').selectOption({ label: 'Notes' });
    await form.getByLabel('Value').fill('Read-only');
    await form.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByText('This connection is read-only.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send 1 change' })).toBeDisabled();
    await goTo(page, 'Edits');
    await expect(page.getByRole('heading', { name: 'Drafts' })).toBeVisible();
    for (const screen of ['Edits', 'Today']) {
      await goTo(page, screen);
      await expect(page.getByText(/Draft/).first()).toBeVisible();
      await expect(page.getByText(/Interrupted|interrupted|accounts? changed/)).toHaveCount(0);
    }
    await goTo(page, 'Advisor codes');
    await page.getByRole('button', { name: 'New code…' }).click();
    const code = page.getByRole('dialog', { name: 'New advisor code' });
    await code.getByLabel('Custodian').selectOption('PER');
    await code.getByLabel('IP Number').fill('NEW-1');
    await code.getByLabel('Firm').selectOption('39');
    await expect(code.getByText('This connection is read-only.')).toBeVisible();
    await expect(code.getByRole('button', { name: 'Create' })).toBeDisabled();
    expect(
      firm.gate.requests
        .slice(requestsBefore)
        .filter((request) => /^(PUT|DELETE|POST \/v2\/org)/.test(request)),
    ).toEqual([]);
    await page.keyboard.press('Escape');
    await code.getByRole('button', { name: 'Discard' }).click();
    await expect(code).toBeHidden();
  });

  await test.step('asks for the key again for another host', async () => {
    // The key is never sent to a host that it was not entered for.
    dialog = await edit();
    await dialog.getByLabel('Service address').fill('https://elsewhere.invalid/v2');
    await expect(dialog.getByText(/^You changed the host/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Enter the API key.')).toBeVisible();
  });
});

test('reports key, address, service, redirect and plain http errors separately', async ({
  running: { page },
  firm,
}) => {
  const enterAndPress = async (address: string, key: string, press: 'Test' | 'Connect') => {
    await page.getByLabel('Service address').fill(address);
    await page.getByLabel('API key', { exact: true }).fill(key);
    await page.getByLabel('Name of this connection').fill('Wrong');
    await page.getByRole('button', { name: press, exact: true }).click();
  };
  const cases = [
    ['a refused key', 'Incorrect API key or password', firm.address, 'wrong-key-000000', 'pass'],
    ['a wrong address', 'No response from this address', 'http://127.0.0.1:65499/v2', firm.apiKey, 'pass'],
    [
      'another web server',
      'The response is not from the wealth data service',
      firm.address,
      firm.apiKey,
      { status: 200, body: '<html>Sign in</html>', type: 'text/html' },
    ],
    [
      'a redirect',
      'The service redirected the request',
      firm.address,
      firm.apiKey,
      { status: 302, body: '' },
    ],
  ] as const;
  for (const [title, message, address, key, verdict] of cases)
    await test.step(title, async () => {
      firm.gate.judge = () => verdict;
      await enterAndPress(address, key, 'Test');
      await expect.soft(page.getByText(message), title).toBeVisible({ timeout: 30_000 });
    });
  await test.step('an address without https', async () => {
    await enterAndPress('http://service.example/v2', firm.apiKey, 'Connect');
    await expect.soft(page.getByText(/begins with https/).first(), 'without https').toBeVisible();
  });
});

test('renames and removes a connection, and leaves nothing in the keychain', async ({ data, firm }) => {
  rememberSecret(firm.apiKey);
  const running = await launch(data);
  const { page } = running;
  await connectWithKey(page, firm.address, firm.apiKey, 'First name');
  await page.keyboard.press('Control+Shift+o');
  await page.getByRole('button', { name: 'More for First name' }).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Second name');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'More for Second name' }).click();
  await page.getByRole('menuitem', { name: /Remove/ }).click();
  const removeDialog = page.getByRole('dialog', { name: /^Remove/ });
  await removeDialog.getByLabel('Type Second name to remove it').fill('Second name');
  await removeDialog.getByRole('button', { name: 'Remove connection' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome to Firm Desk' })).toBeVisible();
  await expect(page.getByText('Second name')).toBeHidden();
  // `removals.json` lists removed connections until the keychain has deleted their entries.
  await expect.poll(() => existsSync(path.join(data, 'removals.json'))).toBe(false);
  await expect(page.getByText(/^The keychain still has/)).toHaveCount(0);
  await running.app.close();
});

test('sends a key only to the host it was entered for, whatever files or a backup contain', async ({
  data,
  firm,
}) => {
  test.slow();
  rememberSecret(firm.apiKey);
  const requests: string[] = [];
  const otherServer = createServer(({ headers, method, url }, response) => {
    requests.push(`${method} ${url} ${headers.authorization}`);
    response.end('{}');
  });
  await new Promise<void>((done) => otherServer.listen(0, '127.0.0.1', done));
  const { port } = otherServer.address() as AddressInfo;
  const first = await launch(data);
  await connectWithKey(first.page, firm.address, firm.apiKey);
  await refreshAndWait(first.page);
  const passphrase = 'canary passphrase 7320';
  rememberSecret(passphrase);
  const backup = path.join(data, 'mine.fdbackup');
  await answerDialogs(first, backup);
  await goTo(first.page, 'Settings');
  await first.page.getByRole('button', { name: 'Back up…' }).click();
  const backupDialog = first.page.getByRole('dialog', { name: 'Back up saved work' });
  await backupDialog.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await backupDialog.getByLabel('Confirm passphrase').fill(passphrase);
  await backupDialog.getByRole('button', { name: 'Choose file…' }).click();
  await expect(first.page.getByText('Backup made')).toBeVisible();
  await closeApp(first);

  await test.step('a list of connections that was edited by hand', async () => {
    const folder = path.join(data, 'connections', readdirSync(path.join(data, 'connections'))[0] ?? '');
    for (const file of [path.join(data, 'connections.json'), path.join(folder, 'connection.json')]) {
      const text = readFileSync(file, 'utf8').replaceAll(new URL(firm.address).host, `127.0.0.1:${port}`);
      // Without its checksum, a file is not recognized as edited.
      writeFileSync(file, text.replace(/,\s*"check": "[0-9a-f]+"/, ''));
    }
    const edited = await launch(data);
    const { page } = edited;
    await expect(page.getByText(`This connection now points to 127.0.0.1:${port}`)).toBeVisible();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    const originalHost = new URL(firm.address).host;
    await expect(page.getByText(`The saved key or password was entered for ${originalHost}.`)).toBeVisible();
    await page.getByRole('button', { name: `Enter the key for 127.0.0.1:${port}…` }).click();
    await expect(page.getByRole('dialog')).toContainText(`at 127.0.0.1:${port}`);
    await closeApp(edited);
    expect(requests).toEqual([]);
  });

  await test.step('a backup restored after a reinstall, with the key still in the keychain', async () => {
    const reinstalled = mkdtempSync(path.join(RUN_FOLDER, 'reinstalled-'));
    KEYCHAINS.set(reinstalled, keychainOf(data));
    const reopened = await launch(reinstalled);
    const { page } = reopened;
    await answerDialogs(reopened, backup);
    await page.getByRole('button', { name: 'Restore from a backup…' }).click();
    const restoreDialog = page.getByRole('dialog', { name: 'Restore from a backup' });
    await restoreDialog.getByRole('button', { name: 'Choose backup…' }).click();
    await restoreDialog.getByLabel('Passphrase of the backup').fill(passphrase);
    await restoreDialog.getByRole('button', { name: 'Open backup' }).click();
    await expect(restoreDialog.getByText(firm.address, { exact: true })).toHaveCount(2);
    const requestsBefore = firm.gate.requests.length;
    await restoreDialog.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(page.getByText('Saved work restored.', { exact: true })).toBeVisible({ timeout: 30_000 });
    await clickRefresh(page);
    const dialog = page.getByRole('dialog', { name: 'Enter the API key or password' });
    await expect(dialog).toContainText(`The key is sent to ${new URL(firm.address).host}.`);
    expect(firm.gate.requests.slice(requestsBefore)).toEqual([]);
    await dialog.getByLabel('API key').fill(firm.apiKey);
    await dialog.getByRole('button', { name: 'Use this key' }).click();
    await expect(dialog).toBeHidden();
    await goTo(page, 'Accounts');
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '2001', { timeout: 30_000 });
    await closeApp(reopened);
  });
  otherServer.close();
});
