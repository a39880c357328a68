import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './running-app';
import { connectWithKey, goTo, grid, refreshWhole, rows } from './steps';

test('a selection of accounts is put into a new billing group, with what is doubtful said before', async ({
  running,
  firm,
}) => {
  const { page } = running;
  await connectWithKey(page, firm.address, firm.apiKey);
  await refreshWhole(page);
  await goTo(page, 'Accounts');
  await rows(page).first().click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('button', { name: 'Put into a billing group…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Put 3 accounts into a billing group' });
  await dialog.getByRole('radio', { name: 'A new one' }).check();
  await dialog.getByLabel('Name').fill('Harbor Trusts');
  await expect(dialog.getByText(/^3 accounts will be assigned/)).toBeVisible();
  expect(
    firm.gate.requests.filter((request) => /^(PUT|POST) .*billing\/groups(\s|\?|$)/.test(request)),
  ).toEqual([]);
});

test('groups from households are planned here; the older call waits for a copy and the firm’s name', async ({
  running,
  firm,
  data,
}) => {
  const { app, page } = running;
  await connectWithKey(page, firm.address, firm.apiKey);
  await refreshWhole(page);
  await goTo(page, 'Groups from households');
  const households = grid(page, 'Households');
  await expect(rows(page, 'Households').first()).toContainText('Create a group of');
  await rows(page, 'Households').first().click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('button', { name: 'Prepare 2 new groups' }).click();
  await expect(page.getByText('2 billing groups will be created.')).toBeVisible();
  await goTo(page, 'Groups from households');
  await page.getByRole('radio', { name: /^Leave alone/ }).check();
  await expect(households).toContainText('Its group has all its open accounts');

  await page.getByRole('button', { name: 'Look at the older way…' }).click();
  await expect(page.getByRole('heading', { name: /^This deletes all [\d,]+ billing groups$/ })).toBeVisible();
  const recreate = page.getByRole('button', { name: /^Delete and recreate/ });
  await expect(recreate).toBeDisabled();
  const file = path.join(data, 'groups.jsonl');
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen });
  }, file);
  await page.getByRole('button', { name: 'Save a copy…' }).click();
  await expect(page.getByRole('status').getByText(/saved to groups\.jsonl/)).toBeVisible();
  const saved = readFileSync(file, 'utf8').trim().split('\n');
  expect(saved.length).toBeGreaterThan(100);
  const name = page.getByLabel('Type “Juniper Harbor Wealth”, the name of the firm');
  await name.fill('Juniper Harbor');
  await expect(recreate).toBeDisabled();
  await name.fill('Juniper Harbor Wealth');
  await recreate.click();
  await expect(page.getByText('Recreated', { exact: true })).toBeVisible({ timeout: 20_000 });
  const calls = firm.gate.requests.filter((request) => request.includes('create-from-households'));
  expect(calls).toHaveLength(1);
  await goTo(page, 'Groups from households');
  await page.getByRole('radio', { name: /^New group/ }).check();
  await expect(page.getByText('No household is like this')).toBeVisible();
});
