import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from '../../ready';
import { expect } from '../../running-app';
import { chooseMore, goTo, grid, rows } from '../../steps';
import { assignedIn, moveWithoutRemoval, fetchGroups, type Group } from './billing-group-steps';

test('moves an account to a new group first, then out of the old one by the older call', async ({
  running,
  firm,
}) => {
  test.setTimeout(60_000);
  const { page } = running;
  const account = await moveWithoutRemoval(page, firm);
  await page.getByRole('button', { name: 'Remove them one by one…' }).click();
  await page.getByRole('button', { name: 'Remove them', exact: true }).click();
  await expect(page.getByText('1 account removed.')).toBeVisible();
  const groupsWithAccount = (await fetchGroups(firm)).filter((group) => assignedIn(group).includes(account));
  expect(groupsWithAccount.map(({ name }) => name)).toEqual(['Harbor Trusts']);
  expect(firm.gate.requests.filter((request) => request.includes('remove-assignment'))).toHaveLength(1);
  await goTo(page, 'Billing groups');
  await page.getByLabel('Search billing groups').fill('Harbor Trusts');
  await expect(rows(page, 'Billing groups')).toHaveCount(1);
});

test('previews a new billing group of selected accounts with their payers, and sends nothing', async ({
  running,
  firm,
}) => {
  const { page } = running;
  await goTo(page, 'Accounts');
  await rows(page).first().click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await chooseMore(page, 'Add to billing group…');
  const dialog = page.getByRole('dialog', { name: 'Add 3 accounts to a billing group' });
  await dialog.getByRole('radio', { name: 'New group' }).check();
  await dialog.getByLabel('Name').fill('Harbor Trusts');
  await expect(dialog.getByText(/^3 accounts will be added/)).toBeVisible();
  await expect(rows(page, 'Accounts to add').filter({ hasText: 'Itself' })).toHaveCount(3);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  const accounts = page
    .getByRole('complementary', { name: 'Row' })
    .getByRole('table', { name: 'Assigned accounts' });
  await expect(accounts.getByRole('row', { name: /Itself$/ })).toHaveCount(3);
  await expect(page.getByText('After this, the group has 3 accounts: 3 pay for themselves.')).toBeVisible();
  expect(
    firm.gate.requests.filter((request) => /^(PUT|POST) .*billing\/groups(\s|\?|$)/.test(request)),
  ).toEqual([]);
});

test('reviews the removal of an account from a billing group, with the unchanged accounts', async ({
  running,
  firm,
}) => {
  const headers = { authorization: `Bearer ${firm.apiKey}` };
  const response = await fetch(`${firm.address}/billing/groups?pager.limit=10000`, { headers });
  const { data } = (await response.json()) as { data: Group[] };
  const group = data.find((candidate) => assignedIn(candidate).length > 2);
  if (!group) throw new Error('The demo firm has no group of several accounts.');

  const { page } = running;
  await goTo(page, 'Billing groups');
  await page.getByLabel('Search billing groups').fill(group.name);
  await rows(page, 'Billing groups')
    .filter({ hasText: group.name })
    .first()
    .getByRole('gridcell')
    .nth(1)
    .dblclick();
  await page
    .getByRole('complementary', { name: 'Record' })
    .getByRole('button', { name: 'Edit…', exact: true })
    .click();
  const dialog = page.getByRole('dialog');
  await rows(page, 'Assigned accounts').first().click();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(grid(page, 'Assigned accounts')).toBeFocused();
  await expect(dialog.getByText(/Draft saved/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Review and send…' }).click();
  const accounts = dialog.getByRole('table', { name: 'Assigned accounts' });
  await expect(accounts.getByRole('row', { name: /Removed/ })).toHaveCount(1);
  await expect(dialog.getByText(/^After this, the group has \d+ accounts?: /)).toBeVisible();
  await dialog.getByRole('button', { name: /^Show the (\d+ unchanged accounts|unchanged account)$/ }).click();
  await expect(accounts.getByRole('row', { name: /No change/ })).toHaveCount(assignedIn(group).length - 1);
});

test('shows an assignment conflict by account and merges my change into the current list', async ({
  running,
  firm,
}) => {
  const headers = { authorization: `Bearer ${firm.apiKey}`, 'content-type': 'application/json' };
  const url = `${firm.address}/billing/groups`;
  const groups = async () =>
    ((await (await fetch(`${url}?pager.limit=10000`, { headers })).json()) as { data: Group[] }).data;
  const group = (await groups()).find((candidate) => assignedIn(candidate).length > 2);
  if (!group) throw new Error('The demo firm has no group of several accounts.');
  const [removed = 0, ...remaining] = assignedIn(group);
  const account = await fetch(`${firm.address}/account-management/accounts/${removed}`, { headers });
  const { number } = (await account.json()) as { number: string };

  const { page } = running;
  await goTo(page, 'Billing groups');
  await page.getByLabel('Search billing groups').fill(group.name);
  await rows(page, 'Billing groups')
    .filter({ hasText: group.name })
    .first()
    .getByRole('gridcell')
    .nth(1)
    .dblclick();
  await page
    .getByRole('complementary', { name: 'Record' })
    .getByRole('button', { name: 'Edit…', exact: true })
    .click();
  const dialog = page.getByRole('dialog');
  await rows(page, 'Assigned accounts').filter({ hasText: number }).click();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(dialog.getByText(/Draft saved/)).toBeVisible();

  // Another client removes another account at the same time.
  const body = JSON.stringify([{ ...group, assignments: group.assignments?.slice(0, -1) }]);
  expect((await fetch(url, { method: 'PUT', headers, body })).ok).toBe(true);
  await dialog.getByRole('button', { name: 'Review and send…' }).click();
  const conflict = dialog.getByRole('group', { name: 'Conflict: Assigned accounts' });
  await expect(conflict.getByText(/^1 removed: /)).toHaveCount(2);
  await conflict.getByRole('radio', { name: 'Use mine' }).check();
  await dialog.getByRole('button', { name: 'Send 1 change' }).click();
  await expect(dialog.getByText('Changes saved')).toBeVisible();
  const after = (await groups()).find(({ id }) => id === group.id);
  expect(after && assignedIn(after)).toEqual(remaining.slice(0, -1));
});

test("plans groups from households; recreating all requires a saved copy and the firm's name", async ({
  running,
  firm,
  data,
}) => {
  const { app, page } = running;
  // A household's page puts its accounts into a group and offers them as payer.
  await goTo(page, 'Accounts');
  await rows(page).first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Open household' }).click();
  await page.getByRole('button', { name: 'Add to billing group…' }).click();
  const addDialog = page.getByRole('dialog', { name: /^Add \d+ accounts? to a billing group$/ });
  await addDialog.getByRole('radio', { name: 'New group' }).check();
  await addDialog.getByLabel('Name').fill('Harbor Household');
  await addDialog.getByRole('radio', { name: 'One account' }).check();
  await addDialog.getByRole('combobox', { name: 'Paying account' }).click();
  await addDialog.getByRole('listbox').getByRole('option').first().click();
  await expect(addDialog.getByText(/^Chosen: /)).toBeVisible();
  await addDialog.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('1 billing group will be created.')).toBeVisible();

  await goTo(page, 'Create groups by household');
  const households = grid(page, 'Households');
  await expect(rows(page, 'Households').first()).toContainText('Create a group of');
  await rows(page, 'Households').first().click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('button', { name: 'Prepare 2 new groups' }).click();
  await expect(page.getByText('2 billing groups will be created.')).toBeVisible();
  await goTo(page, 'Create groups by household');
  await page.getByRole('radio', { name: /^No change/ }).check();
  await expect(households).toContainText('The group already has all open accounts');

  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete and recreate all groups…' }).click();
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
  await goTo(page, 'Create groups by household');
  await page.getByRole('radio', { name: /^New group/ }).check();
  await expect(page.getByText('No households')).toBeVisible();
});
