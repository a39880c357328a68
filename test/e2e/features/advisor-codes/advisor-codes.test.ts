import { startDemo } from '#main/demo/index';
import { Gate } from '#test/support/gate';
import {
  openCodes,
  checkMany,
  codes,
  dialog,
  fillNew,
  isWrite,
  lines,
  filterByState,
  writes,
} from './advisor-code-steps';
import { test } from '../../ready';
import { expect, rememberSecret, test as fresh } from '../../running-app';
import { connectWithKey, goTo, refreshAndWait, rows, sidebar, clickRefresh } from '../../steps';

test("shows mapped, unmapped and unused codes in the custodians' words, and links to accounts", async ({
  running,
}) => {
  const { page } = running;
  await openCodes(page);
  await expect(codes(page).filter({ hasText: 'Master Account' }).first()).toBeVisible();
  await expect(codes(page).filter({ hasText: 'IP Number' }).first()).toBeVisible();

  await filterByState(page, /Mapped, no accounts yet/);
  await expect(codes(page).first()).toContainText('Mapped, no accounts yet');
  await filterByState(page, /On accounts, not mapped/);
  await expect(codes(page).first()).toContainText('On accounts, not mapped');
  await page.getByRole('combobox', { name: 'Custodian', exact: true }).selectOption({ label: 'Pershing' });
  await expect(codes(page)).toHaveCount(1);
  const row = codes(page).first();
  const accounts = await row.getByRole('gridcell').nth(5).textContent();
  await row.getByRole('gridcell').nth(1).dblclick();
  await page.getByRole('complementary').getByRole('button', { name: 'Show accounts' }).click();
  await expect(page.getByRole('heading', { name: 'Accounts' })).toBeVisible();
  await expect(rows(page)).toHaveCount(Number(accounts));

  // A mapped code opens as a record.
  await goTo(page, 'Advisor codes');
  await page.getByRole('button', { name: 'Clear all' }).click(); // the list has the same filter as before
  await page.getByLabel('Search advisor codes').fill('pershing 4uj');
  await expect(codes(page)).toHaveCount(1);
  await codes(page).first().getByRole('gridcell').nth(1).dblclick();
  await expect(
    page.getByRole('complementary', { name: 'Record' }).getByRole('heading', { name: '4UJ' }),
  ).toBeVisible();
});

test('creates one code, checked while typing; a double click and a held Enter send it once', async ({
  running,
  firm,
}) => {
  const { page } = running;
  await openCodes(page);
  await fillNew(page, '7.B');
  await expect(dialog(page).getByText(/support handles codes with other characters/)).toBeVisible();
  await dialog(page).getByLabel('IP Number').fill('4UJ');
  await expect(dialog(page).getByText('This code is already in the mapping.')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Create' }).click();
  expect(writes(firm.gate)).toEqual([]);

  await dialog(page).getByLabel('IP Number').fill('NEW-1');
  firm.gate.judge = (request) => (isWrite(request) ? 'hold' : 'pass');
  await dialog(page).getByRole('button', { name: 'Create' }).dblclick();
  await expect.poll(() => firm.gate.held).toBe(1);
  await dialog(page).getByLabel('IP Number').focus();
  for (let repeat = 0; repeat < 20; repeat++) await page.keyboard.down('Enter');
  firm.gate.open();
  await expect(dialog(page)).toBeHidden();
  await page.keyboard.up('Enter');
  // The mapping was fetched again automatically.
  await page.getByLabel('Search advisor codes').fill('NEW-1');
  await expect(codes(page)).toHaveCount(1);
  await expect(codes(page).first()).toContainText('Mapped, no accounts yet');
  expect(writes(firm.gate)).toEqual(['POST ']);

  await goTo(page, 'Activity');
  await expect(
    page.getByRole('option').filter({ hasText: /Advisor codes created.*Pershing.*Done/ }),
  ).toBeVisible();
  await expect(page.getByText('NEW-1')).toHaveCount(0);
});

test('lists a code created during a refresh at once, and still after the refresh', async ({
  running,
  firm,
}) => {
  const { page } = running;
  await openCodes(page);
  // Persons come after the codes: codes are already fetched, so the refresh's copy of them is outdated.
  firm.gate.judge = ({ path }) => (path === '/account-management/related-persons' ? 'hold' : 'pass');
  await clickRefresh(page);
  await expect.poll(() => firm.gate.held).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await fillNew(page, 'MID-1');
  await dialog(page).getByRole('button', { name: 'Create' }).click();
  await expect(dialog(page)).toBeHidden();
  await page.getByLabel('Search advisor codes').fill('MID-1');
  await expect(codes(page)).toHaveCount(1);
  expect(firm.gate.held).toBeGreaterThan(0);

  firm.gate.open();
  await expect(sidebar(page).getByRole('button', { name: 'Refresh', exact: true })).toBeVisible({
    timeout: 30_000,
  });
  await expect(codes(page)).toHaveCount(1);
  expect(writes(firm.gate)).toEqual(['POST ']);
});

test('reports no success for a response without the created code', async ({ running, firm }) => {
  const { page } = running;
  await openCodes(page);
  await fillNew(page, 'NEW-1');
  firm.gate.judge = (request) =>
    isWrite(request) ? { status: 200, body: '{"message":"The code could not be created."}' } : 'pass';
  await dialog(page).getByRole('button', { name: 'Create' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('Rejected');
  await expect(dialog(page).getByRole('alert')).toContainText('The code could not be created.');
  await dialog(page).locator('footer').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText(/Created/)).toHaveCount(1); // the heading of a column
  await goTo(page, 'Activity');
  await expect(page.getByRole('option').filter({ hasText: /Advisor codes created.*Rejected/ })).toBeVisible();
});

fresh('says before and after creating codes in a sandbox that nothing changes', async ({ running }) => {
  const service = await startDemo({ accounts: 500, seed: 7, application: 'sandbox' });
  rememberSecret(service.apiKey);
  const gate = await Gate.before(service.baseUrl);
  try {
    const { page } = running;
    await page.getByRole('radio', { name: 'Sandbox' }).check();
    await connectWithKey(page, gate.address, service.apiKey);
    await refreshAndWait(page);
    await openCodes(page);
    await expect(page.getByText(/creating and deleting codes changes nothing there/)).toBeVisible();
    await checkMany(page, 'PER,ZQX-1,39\nPER,ZQX-2,39');
    await expect(page.getByText(/but creating codes changes nothing there/)).toBeVisible();
    await page.getByRole('button', { name: 'Create 2 codes' }).click();
    await expect(page.getByRole('heading', { name: 'The service accepted the request' })).toBeVisible();
    await expect(page.getByText(/and the mapping has not changed/)).toBeVisible();
    await expect(lines(page).first()).toContainText('Sandbox: the mapping has not changed.');
    expect(writes(gate)).toEqual(['POST /create-many']);
    await page.getByRole('button', { name: 'Back to advisor codes' }).click();
    await page.getByLabel('Search advisor codes').fill('ZQX-1');
    await expect(page.getByText('No advisor code matches')).toBeVisible();
  } finally {
    await gate.close();
    await service.close();
  }
});

fresh(
  'warns of a “sandbox” whose mapping changes, and offers to correct its label',
  async ({ running, firm }) => {
    const { page } = running;
    await page.getByRole('radio', { name: 'Sandbox' }).check();
    await connectWithKey(page, firm.address, firm.apiKey);
    await refreshAndWait(page);
    await openCodes(page);
    await checkMany(page, 'PER,ZQX-1,39\nPER,ZQX-2,39');
    await page.getByRole('button', { name: 'Create 2 codes' }).click();
    await expect(
      page.getByRole('heading', { name: 'The mapping of this “sandbox” has changed' }),
    ).toBeVisible();
    const alarm = page.getByRole('alert').filter({ hasText: 'This is not a sandbox' });
    await expect(alarm).toContainText('the mapping shows that 2 codes were created');
    await expect(page.getByText(/the mapping has not changed/)).toHaveCount(0);
    await alarm.getByRole('button', { name: 'Label it as production' }).click();
    await expect(page.getByRole('heading', { name: '2 codes created' })).toBeVisible();
    await expect(page.getByText('PRODUCTION').first()).toBeVisible();
    // The connection and its data are still here.
    await page.getByRole('button', { name: 'Back to advisor codes' }).click();
    await page.getByLabel('Search advisor codes').fill('ZQX-1');
    await expect(codes(page).filter({ hasText: 'ZQX-1' })).toHaveCount(1);
  },
);
