import type { Locator, Page } from '@playwright/test';
import type { Gate } from '../support/gate';
import { changeAccount, readAccount, type ServiceAccount, type ServiceAccess } from './other-client';
import { launchReady, test } from './ready';
import { expect, launch, waitForExit } from './running-app';
import { takeScreenshotsInBothThemes } from './screenshots';
import { goTo, rows } from './steps';

const form = (page: Page): Locator => page.getByRole('dialog').first();
/** The control of a field; buttons beside it have longer names. */
const field = (page: Page, label: string): Locator => form(page).getByLabel(label, { exact: true });
const panel = (page: Page): Locator => page.getByRole('complementary', { name: 'Record' });

async function firstAccount(firm: ServiceAccess): Promise<ServiceAccount> {
  const headers = { authorization: `Bearer ${firm.apiKey}` };
  const response = await fetch(`${firm.address}/account-management/accounts?pager.limit=1`, { headers });
  const [account] = ((await response.json()) as { data: ServiceAccount[] }).data;
  if (!account) throw new Error('The demo firm has no accounts.');
  return account;
}

/** Opens the record panel of one account, found by its number. */
async function openAccount(page: Page, account: ServiceAccount): Promise<void> {
  await goTo(page, 'Accounts');
  await page.getByLabel('Search accounts').fill(account.number);
  await expect(rows(page)).toHaveCount(1);
  await rows(page).first().getByRole('gridcell').nth(1).dblclick();
  await expect(panel(page).getByRole('heading', { level: 2 })).toBeVisible();
}
async function edit(page: Page): Promise<void> {
  await panel(page)
    .getByRole('button', { name: /^(Edit…|Continue editing)$/ })
    .click();
  await expect(field(page, 'Nickname')).toBeVisible();
}
const review = (page: Page): Promise<void> =>
  form(page).getByRole('button', { name: 'Review and send…' }).click();

/** Makes the service answer these kinds of reads with a short form of the account; lists have one page. */
function shorten(
  firm: { readonly gate: Gate },
  account: ServiceAccount,
  ...kinds: ('get' | 'filter' | 'list')[]
): void {
  const { id, name, number, status, required_cash } = account;
  const short = JSON.stringify({ id, name, number, status, required_cash });
  const page = `{"has_next":false,"current_page":1,"total_pages":1,"total_items":1,"data":[${short}]}`;
  const path = '/account-management/accounts';
  const bodies = new Map([
    [`GET ${path}/${id}`, { kind: 'get', body: short }],
    [`POST ${path}/filter`, { kind: 'filter', body: page }],
    [`GET ${path}`, { kind: 'list', body: page }],
  ]);
  firm.gate.judge = (request) => {
    const response = bodies.get(`${request.method} ${request.path}`);
    return response && kinds.some((kind) => kind === response.kind)
      ? { status: 200, body: response.body }
      : 'pass';
  };
}

test('does not send an account that was read incompletely, and sends it once it is complete', async ({
  running,
  firm,
}) => {
  const { page } = running;
  const account = await firstAccount(firm);
  const initialAccount = await readAccount(firm, account.id);
  const puts = () => firm.gate.requests.filter((request) => request.startsWith('PUT'));
  const send = form(page).getByRole('button', { name: /^Send 1 change$/ });
  await openAccount(page, account);
  await edit(page);
  await field(page, 'Required cash').fill('$12,345.60');

  shorten(firm, account, 'get', 'filter', 'list');
  await review(page);
  const warning = form(page).getByText(
    /response for this account is missing fields that it had before: .*Household/,
  );
  await expect(warning).toBeVisible();
  await expect(warning).toContainText('Benchmarks');
  await expect(send).toBeDisabled();
  await takeScreenshotsInBothThemes(page, 'incomplete-reading');

  // Complete at the check, incomplete right before sending.
  await form(page).getByRole('button', { name: 'Back to form' }).click();
  firm.gate.open();
  await review(page);
  await expect(send).toBeEnabled();
  shorten(firm, account, 'get', 'filter', 'list');
  await send.click();
  await expect(form(page).getByText('Not sent', { exact: true })).toBeVisible();
  await expect(warning).toBeVisible();
  expect(puts()).toEqual([]);
  await form(page).getByRole('button', { name: 'Done' }).click();

  shorten(firm, account, 'get', 'filter'); // the list still has the complete account
  await edit(page);
  await field(page, 'Required cash').fill('$12,345.60');
  await review(page);
  await send.click();
  await expect(form(page).getByText('Changes saved')).toBeVisible();
  expect(puts()).toHaveLength(1);
  firm.gate.open();
  const { updated_at_utc: _, ...after } = await readAccount(firm, account.id);
  const { updated_at_utc: __, ...original } = initialAccount;
  expect(after).toEqual({ ...original, required_cash: 12_345.6 });
  await form(page).getByRole('button', { name: 'Done' }).click();
});

test('edits one account: validation, review, one request, display, undo and history', async ({
  running,
  firm,
}) => {
  test.setTimeout(90_000);
  const { page } = running;
  const account = await firstAccount(firm);
  await openAccount(page, account);
  await edit(page);
  await expect(form(page).getByText('Comes from the custodian')).toBeVisible();

  await field(page, 'Required cash').fill('12abc');
  await expect(form(page).getByText('This is not an amount.')).toBeVisible();
  await field(page, 'Required cash').fill('$12,345.60');
  await expect(form(page).getByText('This is not an amount.')).toHaveCount(0);
  await field(page, 'First billable date').fill('2024-02-29');
  await form(page)
    .getByRole('combobox', { name: 'Billing method', exact: true })
    .selectOption({ label: 'Direct' });
  await form(page).getByRole('combobox', { name: 'Fee structures' }).fill('a');
  await form(page).getByRole('listbox').getByRole('option').first().click();
  await expect(form(page).getByText(/Draft saved/)).toBeVisible();
  await takeScreenshotsInBothThemes(page, 'form');

  await test.step('Escape keeps the draft; the draft is sent and undone', async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByText('Draft saved')).toBeVisible();
    await expect(panel(page).getByText('Draft, not sent')).toBeVisible();
    await edit(page);
    await expect(field(page, 'Required cash')).toHaveValue('$12,345.60');

    firm.gate.requests.length = 0;
    await review(page);
    const table = form(page).getByRole('table', { name: 'What will change' });
    await expect(table.getByRole('row', { name: /Required cash/ })).toContainText('$12,345.60');
    await expect(table.getByRole('row', { name: /First billable date/ })).toContainText('Feb 29, 2024');
    await takeScreenshotsInBothThemes(page, 'review');
    await form(page)
      .getByRole('button', { name: /^Send \d changes?$/ })
      .dblclick();
    await expect(form(page).getByText('Changes saved')).toBeVisible();
    await takeScreenshotsInBothThemes(page, 'outcome');
    expect(firm.gate.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(1);
    const after = await readAccount(firm, account.id);
    expect(after['required_cash']).toBe(12_345.6);
    expect(String(after['first_billable_date'])).toMatch(/^2024-02-29/);

    await form(page).getByRole('button', { name: 'Undo…' }).click();
    await expect(table.getByRole('row', { name: /First billable date/ })).toContainText('Feb 29, 2024');
    await form(page)
      .getByRole('button', { name: /^Send \d changes?$/ })
      .click();
    await expect(form(page).getByText('Changes saved')).toBeVisible();
    expect((await readAccount(firm, account.id))['required_cash']).toBe(account['required_cash']);
    await form(page).getByRole('button', { name: 'Done' }).click();
    await panel(page).getByRole('tab', { name: 'History', exact: true }).click();
    await expect(
      panel(page)
        .getByText(/Required cash/)
        .first(),
    ).toBeVisible();
    await goTo(page, 'Activity');
    const logEntries = page.getByRole('region', { name: 'Entries' }).getByRole('option');
    await expect(logEntries.filter({ hasText: /Records changed.*Required cash/ })).toHaveCount(2);
    await logEntries.filter({ hasText: 'Records changed' }).last().click();
    await page.getByRole('button', { name: 'Undo…' }).click();
  });
  await test.step('undoing the first edit again has nothing to send', async () => {
    await expect(page.getByRole('heading', { level: 1, name: /^Undo edit of/ })).toBeVisible();
    await expect(page.getByText(/^Nothing to send/)).toBeVisible();
  });

  await test.step('keeps the changes made here in the history when the lists are fetched again', async () => {
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Rebuild data on this computer…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rebuild', exact: true }).click();
    await goTo(page, 'Accounts');
    await expect(rows(page).first()).toBeVisible({ timeout: 30_000 });
    await openAccount(page, account);
    await panel(page).getByRole('tab', { name: 'History', exact: true }).click();
    await expect(panel(page).getByText(/^Sent from Firm Desk/)).toHaveCount(2);
  });
});

test('shows a conflict by field and resolves it both ways; sends an offline draft later', async ({
  data,
  firm,
}) => {
  test.setTimeout(60_000);
  let running = await launchReady(data, firm);
  let { page } = running;
  const account = await firstAccount(firm);
  await openAccount(page, account);
  await edit(page);
  await field(page, 'Notes').fill('Mine');
  await field(page, 'Nickname').fill('Mine too');
  await expect(form(page).getByText(/Draft saved/)).toBeVisible();
  await changeAccount(firm, account.id, { notes: 'Theirs', nickname: 'Theirs too' });

  // No request reaches the service: the draft says so, stays, and survives a restart.
  firm.gate.judge = () => 'drop';
  await review(page);
  await expect(form(page).getByText('Nothing was sent.').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await running.app.close();
  firm.gate.open();
  running = await launch(data);
  ({ page } = running);
  await openAccount(page, account);
  await expect(panel(page).getByText('Draft, not sent')).toBeVisible();
  await edit(page);
  await expect(field(page, 'Notes')).toHaveValue('Mine');

  await review(page);
  const notes = form(page).getByRole('group', { name: 'Conflict: Notes' });
  await expect(notes).toContainText('Theirs');
  await takeScreenshotsInBothThemes(page, 'conflict');
  await notes.getByRole('radio', { name: 'Use mine' }).focus();
  await page.keyboard.press('Space');
  await form(page)
    .getByRole('group', { name: 'Conflict: Nickname' })
    .getByRole('radio', { name: 'Keep theirs' })
    .check();
  await form(page).getByRole('button', { name: 'Send 1 change' }).click();
  await expect(form(page).getByText('Changes saved')).toBeVisible();
  const after = await readAccount(firm, account.id);
  expect(after['notes']).toBe('Mine');
  expect(after['nickname']).toBe('Theirs too');
  await running.app.close();
});

test('creates a record, with its required fields marked', async ({ running }) => {
  const { page } = running;
  await goTo(page, 'Asset adjustments');
  await page.getByRole('button', { name: 'New asset adjustment…' }).click();
  await field(page, 'Name (required)').fill('Exclude test shares');
  await review(page);
  await expect(form(page).getByText('Choose the type.')).toBeVisible();
  await field(page, 'Type (required)').selectOption({ label: 'Exclusion' });
  await field(page, 'Level (required)').selectOption({ label: 'Account level' });
  await field(page, 'Weight (required)').fill('100');
  await field(page, 'Firm (required)').fill('39');
  await form(page).getByRole('combobox', { name: 'Securities' }).fill('62 63');
  await expect(form(page).getByText(/Draft saved/)).toBeVisible();
  await takeScreenshotsInBothThemes(page, 'create');
  await review(page);
  await expect(form(page).getByRole('table', { name: 'What will be created' })).toContainText(
    'Exclude test shares',
  );
  await form(page).getByRole('button', { name: 'Create asset adjustment' }).click();
  await expect(form(page).getByText('Asset adjustment created')).toBeVisible();
  await form(page).getByRole('button', { name: 'Done' }).click();
  await page.getByLabel('Search asset adjustments').fill('Exclude test shares');
  await expect(rows(page, 'Asset adjustments')).toHaveCount(1);
});

test('shows a refusal at its field, the outcome of a lost response, and unconfirmed values', async ({
  running,
  firm,
}) => {
  const { page } = running;
  const account = await firstAccount(firm);
  await openAccount(page, account);
  await edit(page);
  await field(page, 'Required cash').fill('5');
  const isWrite = ({ method }: { method: string }): boolean => method === 'PUT';
  firm.gate.judge = (request) =>
    isWrite(request)
      ? {
          status: 400,
          body: '{"message":"Not valid.","validation_errors":["required_cash must be at least 100"]}',
        }
      : 'pass';
  await review(page);
  await form(page).getByRole('button', { name: 'Send 1 change' }).click();
  await expect(form(page).getByText('The service said: required_cash must be at least 100')).toBeVisible();
  await expect(field(page, 'Required cash')).toBeFocused();
  await takeScreenshotsInBothThemes(page, 'refused');

  await field(page, 'Required cash').fill('100');
  firm.gate.judge = (request) => (isWrite(request) ? 'lose' : 'pass');
  await review(page);
  await form(page).getByRole('button', { name: 'Send 1 change' }).click();
  await test.step('reads the service at once, and shows the change', async () => {
    await expect(form(page).getByText('Changes saved')).toBeVisible({ timeout: 20_000 });
    await expect(
      form(page).getByText('The response was lost, but the service has it as sent.'),
    ).toBeVisible();
    expect((await readAccount(firm, account.id))['required_cash']).toBe(100);
    expect(firm.gate.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(2);
    await takeScreenshotsInBothThemes(page, 'lost');
    firm.gate.open();
    await form(page).getByRole('button', { name: 'Done' }).click();
  });

  await test.step('confirms neither setting nor clearing a nickname that the service never shows', async () => {
    let stored: Record<string, unknown> = await readAccount(firm, account.id);
    const responseWithoutNickname = (): { status: number; body: string } => {
      const { nickname, ...otherFields } = stored;
      expect(nickname).toBeDefined();
      return { status: 200, body: JSON.stringify(otherFields) };
    };
    firm.gate.judge = ({ path }) =>
      path.endsWith(`/accounts/${account.id}`) ? responseWithoutNickname() : 'pass';
    firm.gate.judgeBody = ({ method, body }) => {
      if (method !== 'PUT') return undefined;
      stored = JSON.parse(body) as ServiceAccount;
      return responseWithoutNickname();
    };
    await edit(page);
    await field(page, 'Nickname').fill('Beach house');
    await review(page);
    await form(page).getByRole('button', { name: 'Send 1 change' }).click();
    await expect(form(page).getByText('Sent, not confirmed', { exact: true })).toBeVisible();
    await form(page).getByRole('button', { name: 'Done' }).click();
    await edit(page);
    await expect(form(page).getByText('The service shows no value, but may have one.')).toBeVisible();
    await form(page).getByRole('button', { name: 'Clear nickname' }).click();
    await expect(form(page).getByRole('button', { name: 'Reset nickname' })).toBeFocused();
    await review(page);
    await expect(form(page).getByRole('row', { name: /Nickname/ })).toContainText('Not shown by the service');
    await form(page).getByRole('button', { name: 'Send 1 change' }).click();
    await expect(form(page).getByText('Sent, not confirmed', { exact: true })).toBeVisible();
    expect(stored['nickname']).toBeNull();
    await takeScreenshotsInBothThemes(page, 'not-confirmed');
    await form(page).getByRole('button', { name: 'Done' }).click();
    await expect(panel(page).getByText(/Nickname not confirmed:/)).toBeVisible();
  });
});

test('keeps a change that was typed just before the window closed', async ({ data, firm }) => {
  test.setTimeout(60_000);
  let running = await launchReady(data, firm);
  const account = await firstAccount(firm);
  await openAccount(running.page, account);
  await edit(running.page);
  const ended = waitForExit(running);
  await field(running.page, 'Nickname').fill('The last word');
  await running.app
    .evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    .catch(() => undefined); // it may have ended
  await ended;
  running = await launch(data);
  await openAccount(running.page, account);
  await edit(running.page);
  await expect(field(running.page, 'Nickname')).toHaveValue('The last word');
  await running.app.close();
});
