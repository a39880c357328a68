import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { launchReady } from './ready';
import { expect, launch, test } from './running-app';
import { startSecondInstance } from './second-start';
import { connectWithKey, exploreDemo, goTo, grid, rows } from './steps';

function connectionFolder(data: string): string {
  const folders = path.join(data, 'connections');
  return path.join(folders, readdirSync(folders)[0] ?? '');
}

test('reports a missing keychain within six seconds, and creates no database', async ({ data }) => {
  test.skip(process.platform !== 'linux', 'only Linux lets a test take the keychain away');
  const running = await launch(data, { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' });
  await expect(running.page.getByText(/has no keychain|keychain is locked/)).toBeVisible({ timeout: 6_000 });
  await running.page.getByRole('button', { name: 'Explore the demo firm' }).click();
  // The screen of a connection that could not be opened.
  await expect(running.page.getByRole('heading', { level: 1, name: 'Demo firm' })).toBeVisible();
  await expect(running.page.getByText(/has no keychain|keychain is locked/)).toBeVisible();
  expect(existsSync(path.join(data, 'connections', 'demo-production', 'cache.db'))).toBe(false);
  await running.app.close();
});

test('reports an unreadable disk, quarantines a corrupted cache, and keeps saved views', async ({
  data,
  firm,
}) => {
  let running = await launchReady(data, firm);
  await goTo(running.page, 'Accounts');
  await running.page.getByRole('button', { name: 'Saved views' }).click();
  await running.page.getByRole('dialog', { name: 'Saved views' }).getByRole('textbox').fill('My view');
  await running.page.keyboard.press('Enter');
  await expect(running.page.getByRole('dialog', { name: 'Saved views' })).toBeHidden();
  await running.app.close();

  const cache = path.join(connectionFolder(data), 'cache.db');
  const bytes = readFileSync(cache);
  bytes.fill(0xa5, 0, 4096);
  const damagedFiles = () => readdirSync(connectionFolder(data)).filter((name) => name.includes('.damaged-'));
  rmSync(cache);
  if (process.platform === 'linux')
    symlinkSync('/proc/self/mem', cache); // EIO on every read
  else writeFileSync(cache, bytes);

  running = await launch(data);
  const { page } = running;
  if (process.platform === 'linux') {
    await expect(page.getByText('The disk could not be read')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Download the data again…' })).toBeVisible();
    expect(damagedFiles()).toEqual([]);
    rmSync(cache);
    writeFileSync(cache, bytes);
    await page.getByRole('button', { name: 'Try again' }).click();
  }
  await expect(page.getByText('The data on this computer could not be read')).toBeVisible();
  expect(damagedFiles()).not.toEqual([]);
  await goTo(page, 'Accounts');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2001');
  await page.getByRole('button', { name: 'Saved views' }).click();
  await expect(page.getByRole('list', { name: 'Saved views' }).getByText('My view')).toBeVisible();
  await running.app.close();
});

test('leaves corrupted saved work alone, rescues the readable part, and reports what is missing', async ({
  data,
  firm,
}) => {
  let running = await launch(data);
  await connectWithKey(running.page, firm.address, firm.apiKey);
  await running.app.close();
  const workspace = path.join(connectionFolder(data), 'workspace.db');
  const original = readFileSync(workspace);
  const damagedBytes = Buffer.from(original).fill(0x5a, 0, 4096);
  writeFileSync(workspace, damagedBytes);

  running = await launch(data);
  await expect(running.page.getByText('Your saved work could not be opened')).toBeVisible();
  await running.app.close();
  expect(readFileSync(workspace).equals(damagedBytes)).toBe(true);

  // Damages pages in the middle, of tables and indexes: everything except their content can be read.
  const damagedInMiddle = Buffer.from(original);
  for (let page = 12; page < 18; page++) damagedInMiddle.fill(0x5a, 8192 * page, 8192 * page + 100);
  writeFileSync(workspace, damagedInMiddle);
  running = await launch(data);
  await running.page.getByRole('button', { name: 'Rescue what can be read…' }).click();
  const dialog = running.page.getByRole('dialog', { name: 'Rescue what can be read' });
  await dialog.getByRole('button', { name: 'Rescue', exact: true }).click();
  await expect(running.page.getByText('Saved work partly rescued', { exact: true })).toBeVisible();
  await expect(
    running.page.getByText(/^\d+ entr(y|ies) read\. Some entries are missing from: \w/),
  ).toBeVisible();
  await goTo(running.page, 'Activity');
  // After the time, which ends with AM or PM.
  await expect(running.page.getByRole('option', { name: /M Saved work rescued/ })).toBeVisible();
  await running.app.close();

  writeFileSync(workspace, '');
  running = await launch(data);
  await expect(running.page.getByText('Part of your saved work is missing')).toBeVisible();
  await running.page.getByRole('button', { name: 'Open without the missing data' }).click();
  await goTo(running.page, 'Activity');
  await expect(
    running.page.getByRole('option', { name: /M Saved work opened with a part missing/ }),
  ).toBeVisible();
  await running.app.close();
});

test('passes the link of a second instance to the first, and ends the second', async ({ data }) => {
  const running = await launch(data);
  const { page } = running;
  await exploreDemo(page);
  expect(await startSecondInstance(running, data)).toBe(0);
  expect(running.app.windows()).toHaveLength(1);
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();

  await test.step('opens a copied link to a record', async () => {
    await goTo(page, 'Accounts');
    const name = await rows(page).nth(2).getByRole('gridcell').nth(1).innerText();
    await rows(page).nth(2).getByRole('gridcell').nth(1).dblclick();
    const panel = page.getByRole('complementary', { name: 'Record' });
    await panel.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
    await expect(page.getByText('Link copied')).toBeVisible();
    const link = await running.app.evaluate(({ clipboard }) => clipboard.readText());
    expect(link).toMatch(/^firmdesk:\/\/open\?connection=[a-z0-9-]+&place=accounts&id=\d+$/);
    await goTo(page, 'Today');
    expect(await startSecondInstance(running, data, [link])).toBe(0);
    await expect(panel.getByRole('heading', { name }).first()).toBeVisible();
  });

  await test.step('refuses hostile links, and reports a firm that is not on this computer', async () => {
    const start = 'firmdesk://open?connection=';
    for (const [link, message] of [
      [`${start}${'a'.repeat(10_000)}`, 'It is longer than any link'],
      [`${start}../../etc&place=today`, 'It is not a link that Firm Desk creates.'],
      [`${start}conn-not-here&place=today`, 'This firm is not on this computer'],
    ] as const) {
      expect(await startSecondInstance(running, data, [link])).toBe(0);
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText(message);
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await expect(dialog).toBeHidden();
    }
  });
  await running.app.close();
});
