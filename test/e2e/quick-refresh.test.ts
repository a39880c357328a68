import { parse } from 'csv-parse/sync';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { ChangedResponse, Gate } from '../support/gate';
import { test } from './ready';
import { expect, TEMPORARY, type RunningApp } from './running-app';
import { takeScreenshot } from './screenshots';
import { goTo, grid, refreshAndWait } from './steps';

const ACCOUNTS = '/account-management/accounts';

interface Firm {
  readonly gate: Gate;
  readonly address: string;
  readonly apiKey: string;
}
interface Account {
  readonly id: number;
  readonly notes: string | null;
  readonly status: string;
  readonly updated_at_utc: string;
}
interface AccountsPage {
  total_items: number;
  data: Account[];
}

async function call(firm: Firm, method: string, apiPath: string, body?: unknown): Promise<AccountsPage> {
  const response = await fetch(`${firm.address}${apiPath}`, {
    method,
    headers: { authorization: `Bearer ${firm.apiKey}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${apiPath}: ${response.status} ${await response.text()}`);
  return (await response.json()) as AccountsPage;
}

/** Returns the notes by account in the service, through the gate. */
async function notesInService(firm: Firm): Promise<Map<string, string>> {
  const open = await call(firm, 'GET', ACCOUNTS);
  const closed = await call(firm, 'POST', `${ACCOUNTS}/filter`, { status: 'closed' });
  return new Map([...open.data, ...closed.data].map(({ id, notes }) => [String(id), notes ?? '']));
}

/** Returns the notes by account in Firm Desk, from an export. */
async function notesInFirmDesk({ app, page }: RunningApp): Promise<Map<string, string>> {
  mkdirSync(TEMPORARY, { recursive: true });
  const filePath = path.join(TEMPORARY, 'quick-refresh.csv');
  rmSync(filePath, { force: true });
  await app.evaluate(({ dialog }, file) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: file });
  }, filePath);
  await goTo(page, 'Accounts');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', /^\d+$/);
  await page.getByRole('button', { name: 'Export…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export accounts' });
  await dialog.getByRole('radio', { name: 'All' }).check();
  await dialog.getByRole('radio', { name: 'CSV' }).check();
  await dialog.getByRole('button', { name: 'Export…' }).click();
  await expect(dialog).toBeHidden({ timeout: 15_000 });
  await expect.poll(() => readFileSync(filePath, { encoding: 'utf8', flag: 'a+' }).length).toBeGreaterThan(0);
  const lines: Record<string, string>[] = parse(readFileSync(filePath, 'utf8'), { bom: true, columns: true });
  return new Map(lines.map((line) => [line['Account ID'] ?? '', line['Notes'] ?? '']));
}

/** Changes the notes of some accounts in the service. */
async function changeNotes(firm: Firm, count: number, notes: string): Promise<void> {
  const { data } = await call(firm, 'GET', `${ACCOUNTS}?pager.limit=${count}`);
  await call(
    firm,
    'PUT',
    ACCOUNTS,
    data.map((account) => ({ ...account, notes })),
  );
}

interface FilterBody {
  status?: string;
  updated_at_utc?: { conditions: { value: string }[] };
}

/** Changes the responses of the demo service. */
class ServiceChanges {
  /** Open accounts that the service leaves out. */
  removed: readonly Account[] = [];
  /** The service's clock is ten minutes slow. */
  isClockSlow = false;
  /** The service's filter ignores the time of change, or finds only records with even IDs. */
  filter: 'correct' | 'ignores the time' | 'finds half' = 'correct';

  applyTo(gate: Gate): void {
    gate.judge = ({ method, path: apiPath }) =>
      method === 'GET' && apiPath === ACCOUNTS
        ? { change: (response) => this.#change(response, {}) }
        : 'pass';
    gate.judgeBody = ({ path: apiPath, body }) => {
      if (apiPath !== `${ACCOUNTS}/filter`) return undefined;
      const filter = JSON.parse(body) as FilterBody;
      const { updated_at_utc: _, ...otherConditions } = filter;
      const passed = this.filter === 'ignores the time' ? otherConditions : filter;
      return { passed: JSON.stringify(passed), change: (response) => this.#change(response, filter) };
    };
  }

  #change(response: ChangedResponse, { status, updated_at_utc: changed }: FilterBody): void {
    const accountsPage = JSON.parse(response.body) as AccountsPage;
    const since = (this.filter !== 'ignores the time' && changed?.conditions[0]?.value) || '';
    if (status !== 'closed') {
      const ids = new Set(this.removed.map(({ id }) => id));
      accountsPage.data = accountsPage.data.filter(({ id }) => !ids.has(id));
      accountsPage.total_items -= this.removed.filter(
        ({ updated_at_utc: removedAt }) => removedAt >= since,
      ).length;
    }
    if (changed && this.filter === 'finds half') {
      accountsPage.data = accountsPage.data.filter(({ id }) => id % 2 === 0);
      accountsPage.total_items = Math.max(accountsPage.data.length, Math.floor(accountsPage.total_items / 2));
    }
    response.body = JSON.stringify(accountsPage);
    if (this.isClockSlow)
      response.headers.date = new Date(Date.parse(response.headers.date ?? '') - 10 * 60_000).toUTCString();
  }
}

/** Closes the connection and opens it again: the service must prove its filter again. */
async function reopen({ app, page }: RunningApp): Promise<void> {
  await app.evaluate(({ Menu }) => {
    Menu.getApplicationMenu()?.getMenuItemById('close-connection')?.click();
  });
  await expect(page.getByRole('heading', { name: 'Connections', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: /^Test firm PRODUCTION/ }).click();
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible({ timeout: 20_000 });
}

test('downloads only changes while the service’s filter proves correct; lists match the service', async ({
  running,
  firm,
}) => {
  test.setTimeout(300_000);
  const { page } = running;
  const completeFetches = (since: number): string[] =>
    firm.gate.requests
      .slice(since)
      // A request of one record only reads how many there are.
      .filter((request) => request.includes(`${ACCOUNTS}?`) && !request.includes('limit=1&'));
  /** Refreshes; returns whether only changed accounts were requested. Expects Firm Desk's list to equal the service's. */
  const refreshAndCompare = async (
    refresh: () => Promise<void> = () => refreshAndWait(page),
  ): Promise<'quick' | 'complete'> => {
    const since = firm.gate.requests.length;
    await refresh();
    const kind = completeFetches(since).length === 0 ? 'quick' : 'complete';
    expect(await notesInFirmDesk(running)).toEqual(await notesInService(firm));
    await goTo(page, 'Today');
    return kind;
  };
  await test.step('requests only changes when nothing changed', async () => {
    const refreshWithPanel = async () => {
      await goTo(page, 'Related people');
      await refreshAndWait(page);
      const panel = page.getByRole('dialog', { name: 'Refresh' });
      await expect(
        panel.getByRole('row', { name: /^Accounts Done No changes Changes only 2,000/ }),
      ).toBeVisible();
      await expect(panel.getByRole('button', { name: 'Refresh everything' })).toBeVisible();
      await expect(panel.getByText(/^Changes only: the service sent the records changed/)).toBeVisible();
      await takeScreenshot(page, 'changes-only');
      await page.keyboard.press('Escape');
    };
    expect(await refreshAndCompare(refreshWithPanel)).toBe('quick');
  });

  await test.step('requests only changes when 1% changed', async () => {
    await changeNotes(firm, 20, 'Called on Monday');
    expect(await refreshAndCompare()).toBe('quick');
    expect(
      [...(await notesInService(firm)).values()].filter((notes) => notes === 'Called on Monday'),
    ).toHaveLength(20);
  });

  const service = new ServiceChanges();
  service.applyTo(firm.gate);
  await test.step('fetches everything once when records were removed', async () => {
    service.removed = (await call(firm, 'GET', `${ACCOUNTS}?pager.limit=3&pager.page=100`)).data;
    expect(await refreshAndCompare()).toBe('complete');
    expect(await refreshAndCompare()).toBe('quick');
  });

  await test.step('fetches everything on request', async () => {
    const everything = () => page.keyboard.press('Control+Shift+R');
    expect(await refreshAndCompare(() => refreshAndWait(page, everything))).toBe('complete');
  });

  await test.step('fetches everything once when the service’s clock is set ten minutes back', async () => {
    service.isClockSlow = true;
    await changeNotes(firm, 5, 'Called on Tuesday');
    expect(await refreshAndCompare()).toBe('complete');
    await changeNotes(firm, 4, 'Called on Wednesday');
    expect(await refreshAndCompare()).toBe('quick');
  });

  await test.step('fetches everything when the filter finds too few', async () => {
    service.filter = 'finds half';
    await changeNotes(firm, 10, 'Called on Thursday');
    expect(await refreshAndCompare()).toBe('complete');
    expect(await refreshAndCompare()).toBe('complete');
  });

  await test.step('fetches everything when the filter is ignored', async () => {
    service.filter = 'correct';
    await reopen(running);
    expect(await refreshAndCompare()).toBe('quick');
    await reopen(running);
    service.filter = 'ignores the time';
    await changeNotes(firm, 10, 'Called on Friday');
    expect(await refreshAndCompare()).toBe('complete');
    expect(await refreshAndCompare()).toBe('complete');
  });
});
