import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import readXlsx from 'read-excel-file/node';
import writeWorkbook from 'write-excel-file/node';
import { startDemo } from '#main/demo/index';
import { Gate } from '../support/gate';
import { limitDisk } from './full-disk';
import { changeAccount, readAccount, type ServiceAccount, type ServiceAccess } from './other-client';
import { launchReady, test as readyTest } from './ready';
import {
  closeWindow,
  waitForExit,
  expect,
  killApp,
  launch,
  rememberSecret,
  TEMPORARY,
  test,
} from './running-app';
import { takeScreenshot } from './screenshots';
import {
  answerDialogs,
  chooseInDialog,
  connectWithKey,
  goTo,
  previewAll,
  refreshAndWait,
  rows,
} from './steps';

const ACCOUNTS = '/account-management/accounts';
/** Accounts in one request; the last one has the rest. */
const ROWS_PER_WRITE = 500;
const writes = (gate: Gate): string[] => gate.requests.filter((request) => /^PUT .*\/accounts/.test(request));
const draftRows = (page: Page): Locator => rows(page, 'Rows');
const showOnly = (page: Page, state: RegExp): Promise<void> =>
  page.getByRole('radio', { name: state }).check();

async function someAccounts(firm: ServiceAccess): Promise<ServiceAccount[]> {
  const headers = { authorization: `Bearer ${firm.apiKey}` };
  const response = await fetch(`${firm.address}${ACCOUNTS}?pager.limit=50`, { headers });
  return ((await response.json()) as { data: ServiceAccount[] }).data;
}

async function feeStructuresOf(firm: ServiceAccess): Promise<{ id: number; name: string }[]> {
  const headers = { authorization: `Bearer ${firm.apiKey}` };
  const response = await fetch(`${firm.address}/billing/fee-structures`, { headers });
  return ((await response.json()) as { data: { id: number; name: string }[] }).data;
}

/** Types the number of changes into the confirmation, and sends them. */
async function sendAll(page: Page): Promise<void> {
  const send = page.getByRole('button', { name: /^(Send|Undo) [\d,]+ changes$/ });
  await expect(send).toBeDisabled();
  const number = /[\d,]+/.exec((await send.textContent()) ?? '')?.[0] ?? '';
  await page.getByLabel(/^Type [\d,]+ to confirm/).fill(number);
  await send.click();
}

/** Returns a judge that refuses edits of these accounts, as the service does for values that it does not accept. */
const refuseEditsOf =
  (accounts: readonly ServiceAccount[]): Gate['judgeBody'] =>
  ({ method, body }) =>
    method === 'PUT' && accounts.some(({ id }) => new RegExp(`"id":\\s*${id}\\b`).test(body))
      ? {
          status: 400,
          body: JSON.stringify({
            message: 'The request is not valid.',
            validation_errors: ['notes: this account is frozen.'],
          }),
        }
      : undefined;

test('edits 5,000 accounts with refusals and a conflict, reports all outcomes, and undoes it', async ({
  running,
}) => {
  test.setTimeout(180_000);
  const service = await startDemo({ accounts: 5000, seed: 7 });
  const gate = await Gate.before(service.baseUrl);
  for (const secret of [service.apiKey, service.password]) rememberSecret(secret);
  const firm = { gate, address: gate.address, apiKey: service.apiKey };
  const { page } = running;
  await connectWithKey(page, firm.address, firm.apiKey);
  await refreshAndWait(page);
  await goTo(page, 'Accounts');
  const total = await previewAll(page, 'Notes', 'Reviewed in the annual sweep');
  expect(total).toBeGreaterThanOrEqual(5000);

  const [conflicting, refused, alsoRefused, accepted] = (await someAccounts(firm)).slice(0, 4);
  if (!conflicting || !refused || !alsoRefused || !accepted)
    throw new Error('The demo firm has too few accounts.');
  await changeAccount(firm, conflicting.id, { notes: 'A colleague wrote this' });
  gate.requests.length = 0;
  gate.judgeBody = refuseEditsOf([refused, alsoRefused]);
  await sendAll(page);
  await expect(page.getByText('3 accounts were not changed')).toBeVisible({ timeout: 60_000 });
  await showOnly(page, /^Rejected/);
  await expect(draftRows(page)).toHaveCount(2);
  await expect(draftRows(page).first()).toContainText('this account is frozen');
  await showOnly(page, /^Conflict/);
  await expect(draftRows(page)).toHaveCount(1);
  await expect(draftRows(page).first()).toContainText('A colleague wrote this');
  expect((await readAccount(firm, accepted.id))['notes']).toBe('Reviewed in the annual sweep');
  expect((await readAccount(firm, refused.id))['notes']).toBe(refused['notes']);

  gate.judgeBody = null;
  // The log links to every row, and to the draft that undoes the job.
  await goTo(page, 'Activity');
  // Only entries of the list: the filter above it has an option with these words, too.
  const logEntries = page.getByRole('region', { name: 'Entries' }).getByRole('option');
  await logEntries.filter({ hasText: 'Records changed' }).click();
  await page.getByRole('button', { name: 'Show all rows' }).click();
  await expect(page.getByText('3 accounts were not changed')).toBeVisible();
  await goTo(page, 'Activity');
  await logEntries.filter({ hasText: 'Records changed' }).click();
  await page.getByRole('button', { name: 'Undo…' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Undo edit of/ })).toBeVisible();
  await expect(page.getByText(/^Checked against the service/)).toBeVisible({ timeout: 30_000 });
  await sendAll(page);
  await expect(page.getByText(/^[\d,]+ accounts changed$/)).toBeVisible({ timeout: 60_000 });
  expect((await readAccount(firm, accepted.id))['notes']).toBe(accepted['notes']);
  expect((await readAccount(firm, conflicting.id))['notes']).toBe('A colleague wrote this');
  await gate.close();
  await service.close();
});

test('reports every row after a full disk, a crash, a 401 and a closed window; sends none twice', async ({
  data,
  firm,
}) => {
  test.setTimeout(180_000);
  let running = await launchReady(data, firm);
  await goTo(running.page, 'Accounts');
  const total = await previewAll(running.page, 'Notes', 'Swept');
  firm.gate.requests.length = 0;
  const sendRestButton = () => page.getByRole('button', { name: /^Send the remaining/ });
  /** Waits until the job's next request has arrived completely and is held. */
  const holdNext = async (send: () => Promise<void>): Promise<void> => {
    firm.gate.judgeBody = () => undefined;
    firm.gate.judge = ({ method }) => (method === 'PUT' ? 'hold' : 'pass');
    await send();
    await expect.poll(() => firm.gate.held, { timeout: 30_000 }).toBe(1);
  };
  let { page } = running;
  await holdNext(() => sendAll(page));
  if (process.platform === 'linux') {
    // The disk is too full to store its response: the app reports it and sends nothing more until there is
    // space.
    await limitDisk(running.app, 4096);
    firm.gate.open();
    await expect(page.getByText('The outcome of 500 accounts is unknown')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('The disk could not be written to')).toBeVisible();
    await sendRestButton().click();
    // The disk is still full: the error is shown once, for the latest attempt.
    await expect(page.locator('[role=alert] + .end')).toBeVisible(); // the second attempt is over
    await expect(page.getByText('The disk could not be written to')).toHaveCount(1);
    expect(writes(firm.gate)).toHaveLength(1);
    await limitDisk(running.app, null);
    await holdNext(() => sendRestButton().click());
  }
  await killApp(running);
  firm.gate.open(); // the request in flight still arrives
  const writesBefore = writes(firm.gate).length;

  running = await launch(data);
  ({ page } = running);
  const openInterruptedEdit = async (): Promise<void> => {
    await expect(page.getByText('Editing accounts was interrupted')).toBeVisible({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page.getByText(/Nothing has been re-sent/).first()).toBeVisible();
    // Opening the edit dismisses the banner.
    await expect(page.getByText('Editing accounts was interrupted')).toBeHidden();
  };
  await openInterruptedEdit();
  await expect(page.getByText(/^Checked against the service/)).toBeVisible({ timeout: 30_000 });
  expect(writes(firm.gate)).toHaveLength(writesBefore);

  let refusedWrites = 0;
  await test.step('reports a refused key, and asks for a new one', async () => {
    firm.gate.judge = ({ method }) => {
      if (method !== 'PUT' || writes(firm.gate).length <= writesBefore) return 'pass';
      refusedWrites += 1;
      return { status: 401, body: '{"message":"Unauthorized"}' };
    };
    await sendRestButton().click();
    await expect(page.getByText('Incorrect API key or password').first()).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('button', { name: 'Enter a new key…' })).toBeVisible();
  });

  await test.step('asks before closing during a request, and reports at the next start', async () => {
    const sentCount = writes(firm.gate).length;
    await holdNext(() => sendRestButton().click());
    expect(await closeWindow(running, 'stay')).toContain('1 set of changes is being sent.');
    await expect(page.getByRole('progressbar').first()).toBeVisible();
    const exit = waitForExit(running);
    await closeWindow(running, 'quit');
    await exit;
    firm.gate.open();
    running = await launch(data);
    ({ page } = running);
    await openInterruptedEdit();
    await expect(page.getByText(/^Checked against the service/)).toBeVisible({ timeout: 30_000 });
    expect(writes(firm.gate)).toHaveLength(sentCount + 1);
    await sendRestButton().click();
    await expect(
      page.getByText(new RegExp(`^${total.toLocaleString('en-US')} accounts changed$`)),
    ).toBeVisible({ timeout: 60_000 });
    // Each full request arrived once: rows found in the service are not sent again.
    expect(writes(firm.gate)).toHaveLength(Math.ceil(total / ROWS_PER_WRITE) + refusedWrites);
    await running.app.close();
  });
});

/**
 * A realistic workbook: account numbers as text, amounts and dates as Excel values. The first line has the
 * name of a fee structure. Three lines have an error: two amounts in words, and a number that no account has.
 */
async function workbook(accounts: readonly ServiceAccount[], structure: string): Promise<string> {
  const text = (value: unknown) => ({ value: String(value), type: String });
  const lines = accounts.map(({ number, custodian }, index) => [
    index === 7 ? text('no such number') : text(number),
    text(custodian),
    index === 3 || index === 9
      ? text('twelve')
      : { value: 1100.5 + index, type: Number, format: '$#,##0.00' },
    { value: new Date(Date.UTC(2025, 0, 31)), type: Date, format: 'mm/dd/yyyy' },
    text(index === 0 ? structure : ''),
    text('ignored'),
  ]);
  mkdirSync(TEMPORARY, { recursive: true });
  const file = path.join(TEMPORARY, 'cash.xlsx');
  const headings = ['Number', 'Custodian', 'Cash', 'First billable date', 'Fee structures', 'Comment'].map(
    text,
  );
  await writeWorkbook([headings, ...lines]).toFile(file);
  return file;
}

readyTest(
  'imports an Excel file: fixes one error, sends the others, looks up a lost response',
  async ({ running, firm }) => {
    const { app, page } = running;
    await goTo(page, 'Accounts');
    await page.getByRole('button', { name: 'Import…' }).click();
    const accounts = (await someAccounts(firm)).slice(0, 40);
    const structure = (await feeStructuresOf(firm)).find(
      ({ name }, _, all) => all.filter((other) => other.name === name).length === 1,
    );

    await readyTest.step(
      'lists the accepted columns, and saves a template, before a file is chosen',
      async () => {
        const accepted = page.getByRole('table', { name: 'Accepted columns' });
        await expect(accepted.getByRole('row', { name: /^Number .*Identifies the account/ })).toBeVisible();
        await expect(accepted.getByRole('row', { name: /^Household ID or exact name/ })).toBeVisible();
        await expect(accepted.getByRole('row', { name: /^Required cash Amount, such as/ })).toBeVisible();
        const template = path.join(TEMPORARY, 'template.xlsx');
        await answerDialogs(running, template);
        await page.getByRole('button', { name: 'Save a template…' }).click();
        await expect(page.getByText('Template saved')).toBeVisible();
        const [sheet] = await readXlsx(template);
        expect(sheet?.data[0]).toEqual(expect.arrayContaining(['Number', 'Custodian', 'Household']));
        await takeScreenshot(page, 'import');
      },
    );

    const exportLines = async (button: string, name: string): Promise<string[]> => {
      const file = path.join(TEMPORARY, name);
      rmSync(file, { force: true });
      await answerDialogs(running, file);
      await page.getByRole('button', { name: button }).click();
      await page.getByRole('menuitem', { name: 'CSV…' }).click();
      await expect.poll(() => existsSync(file)).toBe(true);
      return readFileSync(file, 'utf8').trim().split('\r\n');
    };

    await readyTest.step('maps the columns and checks the lines', async () => {
      await chooseInDialog(app, await workbook(accounts, structure?.name ?? '?'));
      await page.getByRole('button', { name: 'From a file…' }).click();
      await expect(page.getByText('cash.xlsx: 40 lines, 6 columns')).toBeVisible();
      await page
        .getByRole('combobox', { name: 'Field of column “Cash”' })
        .selectOption({ label: 'Required cash' });
      await page.getByRole('button', { name: 'Check lines' }).click();
      await expect(page.getByText(/^37 of 40 lines will be sent. Skipped: 3 with errors/)).toBeVisible();
    });

    await readyTest.step('shows and exports three lines with errors', async () => {
      const errorLines = await exportLines('Export errors…', 'errors.csv');
      expect(errorLines).toHaveLength(4);
      expect(errorLines.filter((text) => /twelve.*This is not an amount/.test(text))).toHaveLength(2);
      expect(errorLines.filter((text) => /No account “no such number”/.test(text))).toHaveLength(1);
      await showOnly(page, /^Can’t be changed/);
      await expect(draftRows(page)).toHaveCount(3);
      await expect(draftRows(page).first()).toContainText('This is not an amount');
      await expect(page.getByText(/^Checked against the service/)).toBeVisible({ timeout: 30_000 });
      await takeScreenshot(page, 'import-errors');
    });

    await readyTest.step('fixes a wrong value in its line', async () => {
      await draftRows(page).first().dblclick();
      const rowPanel = page.getByRole('complementary', { name: 'Row' });
      await rowPanel.getByRole('textbox', { name: 'New value: Required cash' }).fill('1,250');
      await rowPanel.getByRole('button', { name: 'Save value' }).click();
      await expect(page.getByText(/^38 of 40 lines will be sent. Skipped: 2 with errors/)).toBeVisible();
      await expect(rowPanel).toContainText('no such number'); // the next line with an error
      await rowPanel.getByRole('button', { name: 'Close' }).click();
      await expect(draftRows(page)).toHaveCount(2);
    });

    await readyTest.step('finds the sent values after the service lost its responses', async () => {
      firm.gate.requests.length = 0;
      firm.gate.judge = ({ method }) => (method === 'PUT' ? 'lose' : 'pass');
      await page.getByRole('button', { name: 'Send 38 changes' }).click();
      await expect(page.getByText('38 accounts changed; 2 skipped')).toBeVisible({ timeout: 30_000 });
      await expect(draftRows(page).first()).toContainText(
        'The response was lost, but the service has it as sent.',
      );
      await showOnly(page, /^Skipped/);
      await expect(draftRows(page).filter({ hasText: 'No account “no such number”' })).toHaveCount(1);
      await expect(draftRows(page).filter({ hasText: 'This is not an amount' })).toHaveCount(1);
      await takeScreenshot(page, 'import-outcome');
      const outcome = await exportLines('Export…', 'outcome.csv');
      for (const reason of ['No account “no such number”', 'This is not an amount'])
        expect(outcome.filter((text) => text.includes(reason))).toHaveLength(1);
      expect(writes(firm.gate)).toHaveLength(1);
      expect(await readAccount(firm, accounts[0]?.id ?? 0)).toMatchObject({
        required_cash: 1100.5,
        first_billable_date: expect.stringMatching(/^2025-01-31/),
        fee_structures_ids: [structure?.id],
      });
    });

    await readyTest.step('shows the change in the history of the record', async () => {
      await goTo(page, 'Accounts');
      await page.getByLabel('Search accounts').fill(String(accounts[0]?.name));
      // Until the search has results, the previous rows are displayed.
      await expect(rows(page).first()).toContainText(String(accounts[0]?.name));
      await rows(page).first().getByRole('gridcell').nth(1).dblclick();
      const record = page.getByRole('complementary', { name: 'Record' });
      await record.getByRole('tab', { name: 'History', exact: true }).click();
      await expect(record.getByText(/^Sent from Firm Desk/).first()).toBeVisible();
    });
  },
);

readyTest(
  'offers “Set to” first for fee structures; previews added and replaced values',
  async ({ running, firm }) => {
    const { page } = running;
    const [account] = (await someAccounts(firm)).filter(
      ({ fee_structures_ids: structureIds }) => Array.isArray(structureIds) && structureIds.length === 1,
    );
    if (!account) throw new Error('The demo firm has no account with one fee structure.');
    const [structureId] = account['fee_structures_ids'] as number[];
    const structures = await feeStructuresOf(firm);
    const nameOf = (id: number | undefined) =>
      structures.find((structure) => structure.id === id)?.name ?? '?';
    const other = structures.find(({ id, name }) => id !== structureId && name !== nameOf(structureId));
    if (!other) throw new Error('The demo firm has no other fee structure.');

    await goTo(page, 'Accounts');
    await page.getByLabel('Search accounts').fill(account.number);
    await expect(rows(page)).toHaveCount(1);
    await rows(page).first().click();
    await page.getByRole('button', { name: 'Edit…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Field').selectOption({ label: 'Fee structures' });
    await expect(dialog.getByLabel('Operation')).toHaveValue('set');
    await dialog.getByLabel('Operation').selectOption({ label: 'Add' });
    const value = dialog.getByRole('combobox', { name: 'Value' });
    const add = async () => {
      await value.fill(String(other.id));
      await value.press('Enter');
    };
    await add();
    // Backspace in the empty field removes the last item; Ctrl+Enter submits.
    const item = dialog.getByRole('button', { name: `Remove ${other.name} (${other.id})` });
    await expect(item).toBeVisible();
    await value.press('Backspace');
    await expect(item).toHaveCount(0);
    await expect(dialog.getByText(`Removed ${other.name} (${other.id}).`)).toBeVisible();
    await add();
    await value.press('Control+Enter');

    const effects = page.getByRole('list', { name: 'Effect on existing values' });
    await expect(effects).toHaveText('Fee structures: 1 keeps its value and will have more than one.');
    const cells = draftRows(page).first().getByRole('gridcell');
    await expect(cells.filter({ hasText: nameOf(structureId) })).toHaveText([
      nameOf(structureId),
      `${nameOf(structureId)}, ${other.name}`,
    ]);
    await page.getByRole('button', { name: 'Edit changes…' }).click();
    await dialog.getByLabel('Operation').selectOption({ label: 'Set to' });
    await dialog.getByRole('combobox', { name: 'Value' }).fill(String(other.id));
    await dialog.getByRole('combobox', { name: 'Value' }).press('Enter');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await expect(effects).toHaveText('Fee structures: 1 has a value that will be replaced.');
    await expect(cells.filter({ hasText: nameOf(structureId) })).toHaveText([nameOf(structureId)]);
    await expect(cells.filter({ hasText: other.name })).toHaveText([other.name]);
    expect(writes(firm.gate)).toEqual([]);
  },
);
