import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, launch, test } from './running-app';
import { connectWithKey, exploreDemo, goTo, grid, refreshWhole } from './steps';

function connectionFolder(data: string): string {
  const folders = path.join(data, 'connections');
  return path.join(folders, readdirSync(folders)[0] ?? '');
}

test('without a keychain the first screen says so within five seconds, and nothing is written in plain text', async ({
  data,
}) => {
  const desk = await launch(data, { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' });
  await expect(desk.page.getByText(/has no keychain|keychain is locked/)).toBeVisible({ timeout: 6_000 });
  await desk.page.getByRole('button', { name: 'Explore the demo firm' }).click();
  await expect(desk.page.getByText(/keychain/i).first()).toBeVisible();
  expect(existsSync(path.join(data, 'connections', 'demo-production', 'cache.db'))).toBe(false);
  await desk.app.close();
});

test('a corrupted cache is put aside and begun anew; saved views survive', async ({ data, firm }) => {
  let desk = await launch(data);
  await connectWithKey(desk.page, firm.address, firm.apiKey);
  await refreshWhole(desk.page);
  await goTo(desk.page, 'Accounts');
  await desk.page.getByRole('button', { name: 'Saved views' }).click();
  await desk.page.getByRole('dialog', { name: 'Saved views' }).getByRole('textbox').fill('My view');
  await desk.page.keyboard.press('Enter');
  await expect(desk.page.getByRole('dialog', { name: 'Saved views' })).toBeHidden();
  await desk.app.close();

  const cache = path.join(connectionFolder(data), 'cache.db');
  const bytes = readFileSync(cache);
  bytes.fill(0xa5, 0, 4096);
  writeFileSync(cache, bytes);

  desk = await launch(data);
  const { page } = desk;
  await expect(page.getByText('The local copy could not be read')).toBeVisible();
  expect(readdirSync(connectionFolder(data)).some((name) => name.startsWith('cache.db.damaged-'))).toBe(true);
  await refreshWhole(page);
  await goTo(page, 'Accounts');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2001');
  await page.getByRole('button', { name: 'Saved views' }).click();
  await expect(page.getByRole('list', { name: 'Saved views' }).getByText('My view')).toBeVisible();
  await desk.app.close();
});

test('corrupted saved work is left untouched and told', async ({ data, firm }) => {
  let desk = await launch(data);
  await connectWithKey(desk.page, firm.address, firm.apiKey);
  await desk.app.close();
  const workspace = path.join(connectionFolder(data), 'workspace.db');
  const damaged = readFileSync(workspace).fill(0x5a, 0, 4096);
  writeFileSync(workspace, damaged);

  desk = await launch(data);
  await expect(desk.page.getByText('Your saved work could not be opened')).toBeVisible();
  await desk.app.close();
  expect(readFileSync(workspace).equals(damaged)).toBe(true);
});

test('a second instance hands over to the first and ends', async ({ data }) => {
  const desk = await launch(data);
  await exploreDemo(desk.page);
  const { executable, args } = await desk.app.evaluate(({ app }) => ({
    executable: process.execPath,
    args: app.isPackaged ? [] : [app.getAppPath()],
  }));
  const second = spawn(executable, [
    ...args,
    `--user-data-dir=${data}`,
    ...(process.env['NO_SANDBOX'] ? ['--no-sandbox'] : []),
  ]);
  const [code] = (await once(second, 'exit')) as [number];
  expect(code).toBe(0);
  expect(desk.app.windows()).toHaveLength(1);
  await expect(desk.page.getByRole('heading', { name: 'Today' })).toBeVisible();
  await desk.app.close();
});
