import { readdirSync } from 'node:fs';
import path from 'node:path';
import { launchReady } from './ready';
import { expect, launch, test } from './running-app';
import { connectWithKey, grid, sidebar, clickRefresh } from './steps';

test('does not show the service as online before the first answer or after a lost one', async ({
  running,
  firm,
}) => {
  const { page } = running;
  await connectWithKey(page, firm.address, firm.apiKey);
  await expect(sidebar(page).getByText('Open', { exact: true })).toBeVisible();
  await expect(sidebar(page).getByText('Online', { exact: true })).toHaveCount(0);
  firm.gate.judge = () => 'drop';
  await clickRefresh(page);
  await expect(sidebar(page).getByText('Trying again…', { exact: true })).toBeVisible();
  firm.gate.open();
  await expect(sidebar(page).getByText('Online', { exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(/^Updated \w+ \d/).first()).toBeVisible({ timeout: 30_000 });
});

test('opens a link from the cache while offline, shows the state, and can refresh again', async ({
  data,
  firm,
}) => {
  let running = await launchReady(data, firm);
  await running.app.close();
  await firm.gate.close();

  // The system starts the closed app with a link.
  const [connection] = readdirSync(path.join(data, 'connections'));
  running = await launch(data, {}, [`firmdesk://open?connection=${connection}&place=accounts`]);
  const { page } = running;
  await expect(page.getByRole('heading', { level: 1, name: 'Accounts' })).toBeVisible({ timeout: 20_000 });
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2001');
  await clickRefresh(page);
  await expect(page.getByText(/Offline|The service is not responding/).first()).toBeVisible({
    timeout: 60_000,
  });
  await expect(sidebar(page).getByRole('button', { name: /^(Refresh|Resume refresh)$/ })).toBeEnabled();
  await page.keyboard.press('Escape');
  await page.getByLabel('Search accounts').fill('trust');
  await expect.poll(async () => Number(await grid(page).getAttribute('aria-rowcount'))).toBeLessThan(2001);
  await expect(page.getByText(/^Updated \w+ \d/).first()).toBeVisible();
  await running.app.close();
});
