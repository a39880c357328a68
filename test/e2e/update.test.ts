import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { selfSigned } from '../support/self-signed';
import { launchReady } from './ready';
import { closeApp, expect, launch, test, type RunningApp } from './running-app';
import { answerDialogs, clickRefresh, connectWithKey, goTo, refreshAndWait } from './steps';

const DAY_MS = 86_400_000;
const INSTALLER = Buffer.from('the installer of version 0.2.0'.repeat(5_000));
const INSTALLER_NAME = 'firm-desk-0.2.0-update.bin';

const MANIFEST = {
  product: 'firm-desk',
  version: '0.2.0',
  sequence: 1,
  createdAt: new Date(Date.now() - DAY_MS).toISOString(),
  expiresAt: new Date(Date.now() + 30 * DAY_MS).toISOString(),
  minimumVersion: '0.0.1',
  rollout: 100,
  files: [
    {
      name: INSTALLER_NAME,
      platform: process.platform,
      arch: process.arch,
      size: INSTALLER.length,
      sha256: createHash('sha256').update(INSTALLER).digest('hex'),
    },
  ],
};

type Respond = (response: ServerResponse) => unknown;

/** Starts an https server with a signed list of one newer version, and its installer; either can be replaced. */
async function updateServer() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const listOf = (changes: { expiresAt?: string } = {}) => {
    const manifest = JSON.stringify({ ...MANIFEST, ...changes });
    const signature = sign(null, Buffer.from(manifest), privateKey).toString('base64');
    return JSON.stringify({ manifest, signatures: [{ signature }] });
  };
  const requests: string[] = [];
  const overrides: { list?: Respond | undefined; installer?: Respond | undefined } = {};
  const server = createServer(selfSigned(), ({ url = '' }, response) => {
    requests.push(url);
    const isList = url.endsWith('.json');
    const respond = isList ? overrides.list : overrides.installer;
    if (respond) respond(response);
    else response.end(isList ? listOf() : INSTALLER);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    requests,
    overrides,
    listOf,
    address: `https://localhost:${(server.address() as AddressInfo).port}/desk/`,
    key: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    close: () => void server.close(),
  };
}

/** Checks for updates in Settings, and waits until the app shows `text`. */
async function checkForUpdates({ page }: RunningApp, text: string): Promise<void> {
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Check for updates' }).click();
  await expect(page.getByText(text)).toBeVisible({ timeout: 20_000 });
}
const READY = 'Version 0.2.0 is ready. Firm Desk installs it when you quit.';

/** Writes a fake installer: a script that writes the path of the file to install into `installedFile`. */
function writeFakeInstaller(data: string): [installer: string, installedFile: string] {
  const files: [string, string] = [path.join(data, 'installer.sh'), path.join(data, 'installed.txt')];
  writeFileSync(files[0], `#!/bin/sh\nprintf %s "$1" > "${files[1]}"\n`, { mode: 0o755 });
  return files;
}

test.skip(process.env['APP_BINARY'] !== undefined, 'a packaged app takes no policies or keys from a test');

test('installs an update on quit, with a backup first, and never while work is running', async ({
  data,
  firm,
}) => {
  test.skip(process.platform === 'win32', 'the fake installer is a shell script');
  const server = await updateServer();
  const policies = { Updates: 'install', UpdateAddress: server.address };
  const policyFile = path.join(data, 'policy.json');
  writeFileSync(policyFile, JSON.stringify(policies), { mode: 0o644 });
  const [installer, installedFile] = writeFakeInstaller(data);
  const start = () =>
    launch(
      data,
      {
        FIRM_DESK_POLICY_FILE: policyFile,
        FIRM_DESK_UPDATE_KEYS: server.key,
        FIRM_DESK_UPDATE_INSTALLER: installer,
      },
      ['--ignore-certificate-errors'], // a release refuses this switch
    );
  const log = () => readFileSync(path.join(data, 'logs/firm-desk.log'), 'utf8');

  await test.step('not during a refresh', async () => {
    const running = await start();
    await connectWithKey(running.page, firm.address, firm.apiKey);
    await refreshAndWait(running.page);
    await checkForUpdates(running, READY);
    await expect(
      running.page.getByText('New versions are installed when you quit, if this computer allows it'),
    ).toBeVisible();
    await answerDialogs(running, path.join(data, 'accounts.csv'));
    await goTo(running.page, 'Accounts');
    await running.page.getByRole('button', { name: 'Export…' }).click();
    await running.page.getByRole('dialog').getByRole('button', { name: 'Export…' }).click();
    await expect.poll(() => existsSync(path.join(data, 'accounts.csv'))).toBe(true);
    firm.gate.judge = () => 'hold';
    await clickRefresh(running.page);
    await expect.poll(() => firm.gate.held).toBeGreaterThan(0);
    await closeApp(running);
    firm.gate.open();
    expect(log()).not.toContain('update.installing');
  });

  await test.step('nor while input is unsaved', async () => {
    const running = await start();
    await checkForUpdates(running, READY);
    await running.page.getByRole('button', { name: 'Back up…' }).click();
    await running.page.getByLabel('Passphrase', { exact: true }).fill('half a passphrase');
    await closeApp(running);
    expect(log()).not.toContain('update.installing');
    expect(server.requests.filter((url) => url.endsWith('.bin'))).toHaveLength(1); // the verified file was kept
  });

  await test.step('on a quit that interrupts nothing', async () => {
    const running = await start();
    await checkForUpdates(running, READY);
    await closeApp(running);
    await expect.poll(() => existsSync(installedFile)).toBe(true);
    expect(readFileSync(installedFile, 'utf8')).toBe(path.join(data, 'updates', INSTALLER_NAME));
    expect(log()).toContain('update.installing attempts=1');
  });

  const folder = path.join(data, 'connections', readdirSync(path.join(data, 'connections'))[0] ?? '');
  await test.step('says that the version was not installed, and tries again', async () => {
    const running = await start();
    await checkForUpdates(running, 'Version 0.2.0 couldn’t be installed last time.');
    await expect.poll(log).toContain('update.not-installed attempts=1'); // logged a second after the start
    rmSync(installedFile);
    await closeApp(running);
    await expect.poll(() => existsSync(installedFile)).toBe(true);
    expect(log()).toContain('update.installing attempts=2');
  });

  await test.step('the copy from before the update opens', async () => {
    const copy = path.join(folder, 'before-update');
    expect(readdirSync(copy)).toContain('workspace.db');
    for (const name of ['workspace.db', 'workspace.db.tables', 'history.db', 'history.db.tables']) {
      rmSync(path.join(folder, name), { force: true });
      if (existsSync(path.join(copy, name)))
        writeFileSync(path.join(folder, name), readFileSync(path.join(copy, name)));
    }
    const running = await start();
    await goTo(running.page, 'Activity');
    const entries = running.page.getByRole('region', { name: 'Entries' }).getByRole('option');
    await expect(entries.filter({ hasText: 'Records exported' })).toHaveCount(1, { timeout: 20_000 });
    await closeApp(running);
  });
  server.close();
});

test('installs an update if the user turned updates on, unless a policy turns them off', async ({
  data,
  firm,
}) => {
  test.skip(process.platform === 'win32', 'the fake installer is a shell script');
  const server = await updateServer();
  const [installer, installedFile] = writeFakeInstaller(data);
  const env = {
    FIRM_DESK_POLICY_FILE: path.join(data, 'policy.json'),
    FIRM_DESK_UPDATE_KEYS: server.key,
    FIRM_DESK_UPDATE_INSTALLER: installer,
  };
  const start = () => launch(data, env, ['--ignore-certificate-errors']);
  const openUpdates = async ({ page }: RunningApp) => {
    await goTo(page, 'Settings');
    const updates = page.getByRole('region', { name: 'Updates' });
    await updates.scrollIntoViewIfNeeded();
    return updates;
  };

  let running = await start();
  await connectWithKey(running.page, firm.address, firm.apiKey);
  let updates = await openUpdates(running);
  await expect(updates.getByRole('radio', { name: 'Off' })).toBeChecked();
  await updates.getByRole('radio', { name: 'Notify' }).check();
  await updates.getByLabel('Update address').fill(server.address);
  expect(server.requests).toEqual([]);
  await updates.getByRole('button', { name: 'Save address' }).click();
  await expect(updates.getByText(/^Version 0\.2\.0 is available\. Select Install/)).toBeVisible();
  await updates.getByRole('radio', { name: 'Install' }).check();
  await expect(updates.getByText(READY)).toBeVisible();
  await closeApp(running);
  await expect.poll(() => existsSync(installedFile)).toBe(true);
  expect(readFileSync(installedFile, 'utf8')).toBe(path.join(data, 'updates', INSTALLER_NAME));

  writeFileSync(env.FIRM_DESK_POLICY_FILE, '{ "Updates": "off" }', { mode: 0o644 });
  rmSync(installedFile);
  server.requests.length = 0;
  running = await start();
  updates = await openUpdates(running);
  await expect(updates.getByText('Managed by your organization.')).toBeVisible();
  await expect(updates.getByRole('radio')).toHaveCount(0);
  await closeApp(running);
  expect(server.requests).toEqual([]);
  expect(existsSync(installedFile)).toBe(false);
  server.close();
});

test('offers and installs no version newer than HoldAtVersion', async ({ data, firm }) => {
  test.skip(process.platform === 'win32', 'the fake installer is a shell script');
  const server = await updateServer();
  const [installer, installedFile] = writeFakeInstaller(data);
  const policyFile = path.join(data, 'policy.json');
  const policies = { Updates: 'install', UpdateAddress: server.address, HoldAtVersion: '0.1.9' };
  writeFileSync(policyFile, JSON.stringify(policies), { mode: 0o644 });
  const running = await launch(
    data,
    {
      FIRM_DESK_POLICY_FILE: policyFile,
      FIRM_DESK_UPDATE_KEYS: server.key,
      FIRM_DESK_UPDATE_INSTALLER: installer,
    },
    ['--ignore-certificate-errors'],
  );
  await connectWithKey(running.page, firm.address, firm.apiKey);
  await checkForUpdates(running, 'A newer version exists. Your organization does not allow it yet.');
  await closeApp(running);
  expect(server.requests.every((url) => url.endsWith('latest.json'))).toBe(true);
  expect(existsSync(installedFile)).toBe(false);
  server.close();
});

type UpdateServer = Awaited<ReturnType<typeof updateServer>>;

/**
 * Returns what the update server may answer instead of the signed list and its installer, and the text on the screen.
 * Consecutive cases have different texts, so that a text on the screen comes from its own case.
 */
function badResponses(
  server: UpdateServer,
  otherServer: UpdateServer,
): [what: string, overrides: UpdateServer['overrides'], text: string][] {
  const redirect =
    (name: string): Respond =>
    (response) =>
      response.writeHead(302, { location: otherServer.address + name }).end();
  const unreachable = 'The update server could not be reached.';
  const altered = 'The download was incomplete or changed, so it was deleted.';
  return [
    ['a redirect of the list', { list: redirect('latest.json') }, unreachable],
    [
      'a page of a proxy',
      { list: (response) => response.end('<html>Sign in</html>') },
      'The server’s response is not a list of versions. A proxy may have answered.',
    ],
    ['a redirect of the installer', { installer: redirect(INSTALLER_NAME) }, unreachable],
    [
      'a list with another signature',
      { list: (response) => response.end(otherServer.listOf()) },
      'The list of versions is not signed by the publisher of Firm Desk, so it was ignored.',
    ],
    [
      'an altered installer',
      { installer: (response) => response.end(Buffer.alloc(INSTALLER.length, 'x')) },
      altered,
    ],
    [
      'an expired list',
      { list: (response) => response.end(server.listOf({ expiresAt: new Date().toISOString() })) },
      'The list of versions has expired. It is normally renewed; try again tomorrow.',
    ],
    [
      'a truncated installer',
      { installer: (response) => response.end(INSTALLER.subarray(0, 1_000)) },
      altered,
    ],
    [
      'a broken connection',
      {
        installer: (response) => {
          response.writeHead(200, { 'content-length': INSTALLER.length });
          response.write(INSTALLER.subarray(0, 1_000), () => response.destroy());
        },
      },
      unreachable,
    ],
  ];
}

test('follows no redirect, and keeps no list or installer that is not what was signed', async ({
  data,
  firm,
}) => {
  const [server, otherServer] = [await updateServer(), await updateServer()];
  server.overrides.list = (response) => response.writeHead(404).end(); // for the check at the start
  const policyFile = path.join(data, 'policy.json');
  writeFileSync(policyFile, JSON.stringify({ Updates: 'install', UpdateAddress: server.address }), {
    mode: 0o644,
  });
  const [installer, installedFile] = writeFakeInstaller(data);
  const running = await launchReady(
    data,
    firm,
    {
      FIRM_DESK_POLICY_FILE: policyFile,
      FIRM_DESK_UPDATE_KEYS: server.key,
      FIRM_DESK_UPDATE_INSTALLER: installer,
    },
    ['--ignore-certificate-errors'],
  );
  const downloadedFiles = () => {
    const folder = path.join(data, 'updates');
    return existsSync(folder) ? readdirSync(folder) : [];
  };
  for (const [what, overrides, text] of badResponses(server, otherServer))
    await test.step(what, async () => {
      Object.assign(server.overrides, { list: undefined, installer: undefined }, overrides);
      await checkForUpdates(running, text);
      expect(downloadedFiles()).toEqual([]);
    });
  expect(otherServer.requests).toEqual([]);

  const fillDisk = async () => {
    Object.assign(server.overrides, { list: undefined, installer: undefined });
    const limit = (bytes: number | 'unlimited') =>
      execFileSync('prlimit', [`--pid=${running.app.process().pid}`, `--fsize=${bytes}:`]);
    limit(INSTALLER.length / 2);
    await checkForUpdates(running, 'There isn’t enough disk space for the download.');
    expect(downloadedFiles()).toEqual([]);
    limit('unlimited');
  };
  // Only Linux lets a test limit what another process writes.
  if (process.platform === 'linux') await test.step('a full disk', fillDisk);
  await closeApp(running);
  expect(existsSync(installedFile)).toBe(false);
  for (const updates of [server, otherServer]) updates.close();
});
