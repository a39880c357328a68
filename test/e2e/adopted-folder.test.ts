import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { launchReady } from './ready';
import { closeApp, expect, launch, test, type RunningApp } from './running-app';
import { takeScreenshotsInBothThemes } from './screenshots';
import { connectWithKey, goTo, grid } from './steps';

async function showViews({ page }: RunningApp) {
  await goTo(page, 'Accounts');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2001', { timeout: 20_000 });
  await page.getByRole('button', { name: 'Saved views' }).click();
  return page.getByRole('dialog', { name: 'Saved views' });
}

test('finds saved work without a connection, and uses it for a new connection', async ({ data, firm }) => {
  test.slow();
  let running = await launchReady(data, firm);
  const viewsDialog = await showViews(running);
  await viewsDialog.getByRole('textbox').fill('Mine');
  await viewsDialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(viewsDialog).toBeHidden();
  await closeApp(running);
  const folders = path.join(data, 'connections');
  const [id = ''] = readdirSync(folders);
  const folder = path.join(folders, id);
  // Without the list of connections and the connection's own copy of its entry, only the saved work is left.
  rmSync(path.join(data, 'connections.json'));
  rmSync(path.join(folder, 'connection.json'));

  running = await launch(data);
  const { page } = running;
  const card = page.getByRole('region', { name: 'Saved work without a connection' });
  await expect(card.getByText(folder)).toBeVisible();
  const notice = page.getByText(`This connection gets the saved work in ${folder}.`);
  await card.getByRole('button', { name: 'Use for the new connection' }).click();
  await expect(notice).toBeVisible();
  await card.getByRole('button', { name: 'Cancel' }).click();
  await expect(notice).toBeHidden();
  await card.getByRole('button', { name: 'Use for the new connection' }).click();
  await takeScreenshotsInBothThemes(page, 'adopt');
  await connectWithKey(page, firm.address, firm.apiKey);
  await expect(page.getByText(/saved work is missing/i)).toHaveCount(0);
  const views = await showViews(running);
  await expect(views.getByText('Mine', { exact: true })).toBeVisible();
  expect(readdirSync(folders)).toEqual([id]);
  await closeApp(running);
});
