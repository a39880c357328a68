import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readPdf } from '#test/support/pdf-text';
import { test } from '../../ready';
import { expect } from '../../running-app';
import { takeScreenshot } from '../../screenshots';
import { answerDialogs, goTo, grid, replacePrinter, rows } from '../../steps';

interface ListedAccount {
  readonly number: string;
  readonly status: string;
  readonly household_id: number | null;
}
/** Returns the number of an account in a household of several open accounts. */
async function numberInHousehold(firm: {
  readonly address: string;
  readonly apiKey: string;
}): Promise<string> {
  const headers = { authorization: `Bearer ${firm.apiKey}` };
  const response = await fetch(`${firm.address}/account-management/accounts?pager.limit=10000`, { headers });
  const { data } = (await response.json()) as { data: ListedAccount[] };
  const open = data.filter(({ status, household_id: id }) => status !== 'closed' && id !== null);
  const isShared = (id: number | null) => open.filter(({ household_id: of }) => of === id).length > 2;
  const account = open.find(({ household_id: id }) => isShared(id));
  if (!account) throw new Error('The demo firm has no household of several accounts.');
  return account.number;
}

test('opens a household from an account, compares accounts, and saves or prints what it shows', async ({
  running: { app, page },
  data,
  firm,
}) => {
  await goTo(page, 'Accounts');
  await page.getByLabel('Search accounts').fill(await numberInHousehold(firm));
  await expect(rows(page)).toHaveCount(1);
  await rows(page).first().click();
  await page.keyboard.press('Enter');
  const record = page.getByRole('complementary', { name: 'Record', exact: true });
  await expect(record.getByRole('heading', { level: 2 })).toHaveText(/\w/);
  const name = await record.getByRole('heading', { level: 2 }).innerText();
  const household = record.getByLabel('At a glance').getByRole('button').first();
  await expect(household).toHaveText(/[A-Za-z]/); // by name, not by ID
  const householdName = await household.innerText();
  await household.click();
  await expect(page.getByRole('heading', { level: 1, name: householdName })).toBeVisible();
  await expect(
    page
      .getByRole('region', { name: /^Accounts \(\d+\)/ })
      .getByText(name)
      .first(),
  ).toBeVisible();
  await test.step('saves the household as PDF', async () => {
    const file = path.join(data, 'household.pdf');
    await answerDialogs({ app }, file);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Save as PDF…' }).click();
    await expect.poll(() => existsSync(file)).toBe(true); // never partial: the write is atomic
    const pdf = readPdf(readFileSync(file));
    expect(pdf).toMatchObject({ title: householdName, tagged: true });
    for (const text of [name, 'Billing method', `Page 1 of ${pdf.pages}`, 'Household, Test firm'])
      expect(pdf.text).toContain(text);
  });
  await test.step('prints the household', async () => {
    const printed = await replacePrinter({ app });
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Print…' }).click();
    await expect.poll(printed).toBe(`${householdName} · Test firm`);
  });
  for (const part of ['Related people', 'Findings', 'Fee history', 'Billing groups', 'Fee structures'])
    await expect(page.getByRole('region', { name: part })).toBeVisible();
  expect(await page.title()).toMatch(/^Household – .+ – Firm Desk$/);

  await test.step('previews a group of its accounts with a payer, named by its number, not its internal ID', async () => {
    await page.getByRole('button', { name: 'Add to billing group…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Add \d+ accounts? to a billing group$/ });
    const members = Number.parseInt((await dialog.getByRole('heading').innerText()).slice(4), 10);
    await dialog.getByRole('radio', { name: 'New group' }).check();
    await expect(dialog.getByLabel('Name')).toHaveValue(householdName);
    await dialog.getByRole('radio', { name: 'One account' }).check();
    const payers = dialog.getByRole('listbox', { name: 'Paying account' }).getByRole('option');
    await expect(payers).toHaveCount(members);
    await payers.first().click();
    const payer = /^Chosen: (.+ \(.+\))$/.exec(await dialog.getByText(/^Chosen: /).innerText())?.[1] ?? '?';
    await takeScreenshot(page, 'household-payer');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    const assigned = page
      .getByRole('complementary', { name: 'Row' })
      .getByRole('table', { name: 'Assigned accounts' });
    await expect(assigned.getByRole('row')).toHaveCount(members + 1);
    const account = assigned.getByRole('rowheader', { name: payer, exact: true });
    await expect(account).toHaveAttribute('title', /^Internal ID: \d+$/);
    expect(payer).not.toContain(((await account.getAttribute('title')) ?? '').replace(/\D/g, ''));
    await expect(assigned.getByRole('cell', { name: 'Itself', exact: true })).toHaveCount(1);
    await expect(assigned.getByRole('cell', { name: payer, exact: true })).toHaveCount(members - 1);
    await takeScreenshot(page, 'household-preview');
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(page.getByRole('heading', { level: 1, name: householdName })).toBeVisible();
  });
  await page.keyboard.press('Alt+ArrowLeft');

  await expect(record.getByRole('heading', { level: 2 })).toHaveText(name);
  await record.getByRole('button', { name: /^Pin this record/ }).click();
  await page.getByLabel('Search accounts').fill('');
  await record.getByRole('button', { name: 'Next record' }).click();
  const pinned = page.getByRole('complementary', { name: 'Pinned record' });
  await expect(pinned.getByRole('heading', { level: 2 })).toHaveText(name);
  await expect(record.getByRole('heading', { level: 2 })).not.toHaveText(name);

  const file = path.join(data, 'account.pdf');
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, file);
  await pinned.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save as PDF…' }).click();
  await expect(page.getByText('PDF saved').first()).toBeVisible();
  await expect.poll(() => existsSync(file)).toBe(true);
  const pdf = readPdf(readFileSync(file));
  expect(pdf).toMatchObject({ title: name, tagged: true });
  for (const text of [name, 'Test firm', `Page 1 of ${pdf.pages}`, 'Printed from Firm Desk, '])
    expect(pdf.text).toContain(text);
  await pinned.getByRole('button', { name: 'Unpin' }).click();
  await expect(pinned).toBeHidden();

  await test.step('saves the list as PDF, as it is shown and filtered, and prints it', async () => {
    await page.getByLabel('Search accounts').fill(name.split(' ')[0] ?? '');
    await expect(grid(page)).not.toHaveAttribute('aria-rowcount', '2001'); // all accounts, and the headings
    const total = Number(await grid(page).getAttribute('aria-rowcount')) - 1;
    const list = path.join(data, 'accounts.pdf');
    await answerDialogs({ app }, list);
    await page.getByRole('button', { name: 'Export…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export accounts' });
    await dialog.getByRole('radio', { name: 'PDF' }).check();
    await dialog.getByRole('button', { name: 'Export…' }).click();
    await expect(dialog).toBeHidden();
    await expect.poll(() => existsSync(list)).toBe(true);
    const title = `Accounts, Test firm: ${total.toLocaleString('en-US')} accounts`;
    const saved = readPdf(readFileSync(list));
    expect(saved.title).toBe(title);
    expect(saved.text).toContain(name);
    const printed = await replacePrinter({ app });
    await page.getByRole('button', { name: 'Export…' }).click();
    await dialog.getByRole('radio', { name: 'Print' }).check();
    await dialog.getByRole('button', { name: 'Print…' }).click();
    await expect.poll(printed).toBe(`${title} · Test firm`);
  });
});
