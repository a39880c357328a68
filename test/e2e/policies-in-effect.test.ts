import { readdirSync, readFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { selfSigned } from '../support/self-signed';
import { writePolicyFile, startHttpsProxy } from './policy-steps';
import { launchReady } from './ready';
import { closeApp, expect, launch, rememberSecret, test, type RunningApp } from './running-app';
import { clickRefresh, connectWithKey, goTo, refreshAndWait } from './steps';

const PASSPHRASE = 'canary passphrase 2086';

test.skip(process.env['APP_BINARY'] !== undefined, 'a packaged app takes no policies or keys from a test');

/** Makes the system report that the computer was idle for these minutes, and counts how often the app asks. */
const setIdleTime = ({ app }: RunningApp, minutes: number): Promise<void> =>
  app.evaluate(({ powerMonitor }, seconds) => {
    const idleChecks = { count: 0 };
    Object.assign(globalThis, { idleChecks });
    powerMonitor.getSystemIdleState = (threshold) => {
      idleChecks.count += 1;
      return threshold <= seconds ? 'idle' : 'active';
    };
  }, minutes * 60);

/** Waits until the app, which asks every two seconds, has asked for the idle time twice since it was set. */
const waitForTwoIdleChecks = ({ app }: RunningApp): Promise<void> =>
  expect
    .poll(() => app.evaluate(() => (Reflect.get(globalThis, 'idleChecks') as { count: number }).count))
    .toBeGreaterThanOrEqual(2);

test('locks after AutoLockMinutes of inactivity, although the user’s own setting is never', async ({
  data,
  firm,
}) => {
  const lockScreen = (page: Page) => page.getByRole('heading', { name: 'Firm Desk is locked' });
  let running = await launchReady(data, firm, writePolicyFile(data, {}));
  let { page } = running;
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Create code…' }).click();
  await page.getByRole('button', { name: 'Show code' }).click();
  const code = await page.getByText(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){6}$/).innerText();
  rememberSecret(code);
  await page.getByRole('button', { name: 'I wrote it down' }).click();
  await page.getByRole('button', { name: 'Turn on…', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn on the app lock' });
  await dialog.getByLabel('Recovery code').fill(code);
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog).toBeHidden();
  await setIdleTime(running, 100);
  await waitForTwoIdleChecks(running);
  await expect(lockScreen(page)).toBeHidden(); // no policy
  await closeApp(running);

  running = await launch(data, writePolicyFile(data, { AutoLockMinutes: 7 }));
  ({ page } = running);
  const unlock = async () => {
    await page.getByLabel('Recovery code').fill(code);
    await page.keyboard.press('Enter');
    await expect(lockScreen(page)).toBeHidden();
  };
  await setIdleTime(running, 0);
  await unlock(); // a restart locks
  await setIdleTime(running, 6.9);
  await waitForTwoIdleChecks(running);
  await expect(lockScreen(page)).toBeHidden();
  await setIdleTime(running, 7);
  await expect(lockScreen(page)).toBeVisible();
  await setIdleTime(running, 0);
  await unlock();
  await closeApp(running);
});

test('keeps BackupDays daily backups, and makes none if BackupFolder has no valid value', async ({
  data,
  firm,
}) => {
  rememberSecret(PASSPHRASE);
  const folder = path.join(data, 'share');
  mkdirSync(folder);
  let running = await launch(data, writePolicyFile(data, { BackupFolder: folder, BackupDays: 3 }));
  await connectWithKey(running.page, firm.address, firm.apiKey);
  const [id = ''] = readdirSync(path.join(data, 'connections'));
  writeFileSync(path.join(folder, 'of a colleague.fdbackup'), 'not ours');
  const backups = () => readdirSync(folder).filter((name) => name.includes(id.slice(0, 8)));
  const older = () => backups().filter((name) => name.includes('-2026-01-0'));

  await goTo(running.page, 'Settings');
  await running.page.getByRole('button', { name: 'Back up daily…' }).click();
  const dialog = running.page.getByRole('dialog', { name: 'Back up every day' });
  for (const field of ['Passphrase', 'Confirm passphrase'])
    await dialog.getByLabel(field, { exact: true }).fill(PASSPHRASE);
  await dialog.getByRole('button', { name: 'Turn on daily backup' }).click();
  await expect(running.page.getByText('Daily backup turned on.')).toBeVisible({ timeout: 20_000 });
  await closeApp(running);
  const [first = ''] = backups();
  const nameOf = (day: number) =>
    first.replace(/\d{4}-\d{2}-\d{2}-\d{6}\.fdbackup$/, `2026-01-0${day}-090000.fdbackup`);
  for (const day of [1, 2, 3, 4, 5]) writeFileSync(path.join(folder, nameOf(day)), 'an older backup');

  /** Starts the app a day later, as the daily backup sees it. */
  const startNextDay = async (policies: Readonly<Record<string, unknown>>) => {
    const setting = path.join(data, 'connections', id, 'backup.json');
    const { folder: backupFolder } = JSON.parse(readFileSync(setting, 'utf8')) as { folder: string };
    writeFileSync(setting, JSON.stringify({ folder: backupFolder, last: '2026-01-06T09:00:00.000Z' }));
    running = await launch(data, writePolicyFile(data, { BackupFolder: folder, ...policies }));
  };
  await test.step('keeps the newest', async () => {
    await startNextDay({ BackupDays: 3 });
    await expect.poll(older, { timeout: 20_000 }).toEqual([nameOf(5)]);
    expect(backups()).toHaveLength(3);
    expect(readdirSync(folder)).toContain('of a colleague.fdbackup');
    await closeApp(running);
  });
  await test.step('deletes none if the number cannot be read', async () => {
    await startNextDay({ BackupDays: 'many' });
    await expect.poll(() => backups().length, { timeout: 20_000 }).toBe(4);
    expect(older()).toHaveLength(1);
    await closeApp(running);
  });
  await test.step('deletes the surplus once it can', async () => {
    await startNextDay({ BackupDays: 2 });
    await expect.poll(() => [backups().length, older().length], { timeout: 20_000 }).toEqual([2, 0]);
    await closeApp(running);
  });
  await test.step('makes none if the value of BackupFolder cannot be read, and says so', async () => {
    const filesBefore = readdirSync(folder);
    await startNextDay({ BackupFolder: 7 });
    const { page } = running;
    await expect(page.getByText('Your organization does not allow daily backups').first()).toBeVisible();
    await goTo(page, 'Settings');
    await expect(page.getByText('The daily backup is paused.')).toBeVisible();
    await expect(
      page.getByText('The value of BackupFolder could not be read, so no daily backups are made.'),
    ).toHaveCount(2); // beside the backups, and in the list of policies
    await closeApp(running);
    expect(readdirSync(folder)).toEqual(filesBefore);
  });
});

/** Starts a proxy that connects every address to one port on this computer, and records the requested hosts. */
async function startProxyTo(target: string) {
  const hosts: string[] = [];
  const server = createServer().on('connect', ({ url = '' }, socket) => {
    hosts.push(url);
    const tunnel = connect(Number(new URL(target).port), 'localhost', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      tunnel.pipe(socket).pipe(tunnel);
    });
    for (const end of [tunnel, socket]) end.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return { hosts, port: (server.address() as AddressInfo).port, close: () => void server.close() };
}

/** Starts an https server for a proxy script that sends every request to a proxy on this computer. */
async function startScriptServer(proxyPort: number) {
  const server = createHttpsServer(selfSigned(), (_request, response) => {
    response.setHeader('content-type', 'application/x-ns-proxy-autoconfig');
    response.end(`function FindProxyForURL() { return 'PROXY localhost:${proxyPort}'; }`);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `https://localhost:${port}/proxy.pac`, close: () => void server.close() };
}

test('reaches the service through the proxy that Proxy names, and in no other way', async ({
  data,
  firm,
}) => {
  const service = await startHttpsProxy(firm.address);
  const proxy = await startProxyTo(service.origin);
  const script = await startScriptServer(proxy.port);
  const start = (policy: string, systemProxy = '') =>
    launch(data, { ...writePolicyFile(data, { Proxy: policy }), https_proxy: systemProxy }, [
      '--ignore-certificate-errors', // a release refuses this switch
    ]);
  let running = await start(`fixed localhost:${proxy.port}`);
  // No system resolves this name.
  const address = `https://service.invalid${new URL(firm.address).pathname}`;
  await connectWithKey(running.page, address, firm.apiKey);
  await refreshAndWait(running.page);
  await closeApp(running);
  expect(service.requests.length).toBeGreaterThan(0);
  expect(new Set(proxy.hosts)).toEqual(new Set(['service.invalid:443']));

  const throughProxy: [policy: string, systemProxy?: string][] = [[`pac ${script.address}`]];
  if (process.platform === 'linux') throughProxy.push(['system', `http://localhost:${proxy.port}`]);
  for (const [policy, systemProxy] of throughProxy)
    await test.step(policy, async () => {
      const hostsBefore = proxy.hosts.length;
      running = await start(policy, systemProxy);
      await refreshAndWait(running.page);
      await closeApp(running);
      expect(new Set(proxy.hosts.slice(hostsBefore))).toEqual(new Set(['service.invalid:443']));
    });
  const sent = service.requests.length;
  const connections = proxy.hosts.length;

  running = await start('none', `http://localhost:${proxy.port}`);
  await clickRefresh(running.page);
  await expect(running.page.getByText('The service could not be reached').first()).toBeVisible({
    timeout: 60_000,
  });
  await closeApp(running);
  expect(service.requests).toHaveLength(sent);
  expect(proxy.hosts).toHaveLength(connections);
  for (const server of [proxy, script, service]) server.close();
});
