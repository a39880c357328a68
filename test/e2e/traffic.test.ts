import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, launch, test } from './running-app';
import { connectWithKey, goTo, grid, refreshAndWait, sidebarScreens } from './steps';

/**
 * Returns every host that any process contacted through Chromium's network service: request addresses, DNS names,
 * sockets. Its log covers the process from start to end.
 */
function hostsIn(log: string): string[] {
  const text = readFileSync(log, 'utf8');
  const matches = text.matchAll(/"(?:url|host|hostname|host_and_port|dns_query_name|origin)":"([^"]+)"/g);
  const hosts = [...matches].map(([, value = '']) => {
    const address = value.includes('://') ? value : `host://${value}`;
    return URL.canParse(address) ? `${new URL(address).protocol}//${new URL(address).host}` : value;
  });
  return [...new Set(hosts)];
}

test('sends requests to the service only, from start to end, on the first and second start', async ({
  data,
  firm,
}) => {
  const serviceHost = new URL(firm.address).host;
  // The log contains the credential: it is outside the app's data, and deleted as soon as it is read.
  const folder = mkdtempSync(path.join(tmpdir(), 'network-log-'));
  for (const start of ['first', 'second']) {
    const log = path.join(folder, `${start}.json`);
    const running = await launch(data, {}, [`--log-net-log=${log}`]);
    const { page } = running;
    if (start === 'first') await connectWithKey(page, firm.address, firm.apiKey);
    await refreshAndWait(page);
    await goTo(page, 'Accounts');
    await grid(page).focus();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('Speling'); // a spelling checker would download its dictionary
    for (const screen of await sidebarScreens(page)) await goTo(page, screen); // each may send different requests
    // The runtime's background requests happen in the first moments or when idle.
    await page.waitForTimeout(5_000);
    await running.app.close();
    const hosts = hostsIn(log);
    rmSync(log);
    expect(hosts, 'the log has the service’s requests').toContain(`http://${serviceHost}`);
    const unexpected = hosts.filter(
      (host) =>
        host !== 'host://127.0.0.1' && // without a port: the host of the addresses that are checked
        !host.endsWith(`//${serviceHost}`) &&
        !/^(firm-desk|app|data|blob|devtools|chrome|about):/.test(host),
    );
    expect(unexpected, `on the ${start} start`).toEqual([]);
  }
  rmSync(folder, { recursive: true });
});
