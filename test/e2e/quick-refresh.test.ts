import { parse } from 'csv-parse/sync';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { ChangedAnswer, Gate } from '../support/gate';
import { test } from './ready';
import { expect, TEMPORARY, type RunningApp } from './running-app';
import { goTo, grid, refreshWhole } from './steps';

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
interface Listed {
  total_items: number;
  data: Account[];
}

async function call(firm: Firm, method: string, where: string, body?: unknown): Promise<Listed> {
  const answer = await fetch(`${firm.address}${where}`, {
    method,
    headers: { authorization: `Bearer ${firm.apiKey}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${where}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Listed;
}

/** Returns what the service lists now, through the gate: notes by account. */
async function inService(firm: Firm): Promise<Map<string, string>> {
  const open = await call(firm, 'GET', ACCOUNTS);
  const closed = await call(firm, 'POST', `${ACCOUNTS}/filter`, { status: 'closed' });
  return new Map([...open.data, ...closed.data].map(({ id, notes }) => [String(id), notes ?? '']));
}

/** Returns what Firm Desk has now, by an export: notes by account. */
async function inFirmDesk({ app, page }: RunningApp): Promise<Map<string, string>> {
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

/** What the service does differently from the demo firm. */
class Differences {
  /** These open accounts are gone. */
  removed: readonly Account[] = [];
  /** Its clock is ten minutes late. */
  isLate = false;
  /** Its filter ignores the moment of change, or finds only records with even IDs. */
  filter: 'honest' | 'ignores the moment' | 'finds half' = 'honest';

  applyTo(gate: Gate): void {
    gate.judge = ({ method, path: where }) =>
      method === 'GET' && where === ACCOUNTS ? { change: (answer) => this.#change(answer, {}) } : 'pass';
    gate.judgeBody = ({ path: where, body }) => {
      if (where !== `${ACCOUNTS}/filter`) return undefined;
      const filter = JSON.parse(body) as FilterBody;
      const { updated_at_utc: _, ...other } = filter;
      const passed = this.filter === 'ignores the moment' ? other : filter;
      return { passed: JSON.stringify(passed), change: (answer) => this.#change(answer, filter) };
    };
  }

  #change(answer: ChangedAnswer, { status, updated_at_utc: changed }: FilterBody): void {
    const listed = JSON.parse(answer.body) as Listed;
    const since = (this.filter !== 'ignores the moment' && changed?.conditions[0]?.value) || '';
    if (status !== 'closed') {
      const ids = new Set(this.removed.map(({ id }) => id));
      listed.data = listed.data.filter(({ id }) => !ids.has(id));
      listed.total_items -= this.removed.filter(({ updated_at_utc: at }) => at >= since).length;
    }
    if (changed && this.filter === 'finds half') {
      listed.data = listed.data.filter(({ id }) => id % 2 === 0);
      listed.total_items = Math.max(listed.data.length, Math.floor(listed.total_items / 2));
    }
    answer.body = JSON.stringify(listed);
    if (this.isLate)
      answer.headers.date = new Date(Date.parse(answer.headers.date ?? '') - 10 * 60_000).toUTCString();
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

test('downloads only changes where the service proves them; lists equal the service’s', async ({
  running,
  firm,
}) => {
  test.setTimeout(300_000);
  const { page } = running;
  const wholeLists = (since: number): string[] =>
    firm.gate.requests
      .slice(since)
      .filter((request) => request.includes(`${ACCOUNTS}?`) && !request.includes('limit=1&'));
  /** Refreshes; returns whether only changed accounts were requested. Both lists are equal afterwards. */
  const refreshes = async (
    how: () => Promise<void> = () => refreshWhole(page),
  ): Promise<'quick' | 'complete'> => {
    const since = firm.gate.requests.length;
    await how();
    const kind = wholeLists(since).length === 0 ? 'quick' : 'complete';
    expect(await inFirmDesk(running)).toEqual(await inService(firm));
    await goTo(page, 'Today');
    return kind;
  };
  await test.step('nothing changed', async () => {
    const shown = async () => {
      await goTo(page, 'Related people');
      await refreshWhole(page);
      const panel = page.getByRole('dialog', { name: 'Refresh' });
      await expect(
        panel.getByRole('row', { name: /^Accounts Done No changes Changes only 2,000/ }),
      ).toBeVisible();
      await expect(panel.getByRole('button', { name: 'Refresh everything' })).toBeVisible();
      await expect(panel.getByText(/^Changes only: the service sent the records changed/)).toBeVisible();
      const folder = process.env['SCREENSHOT_FOLDER'];
      if (folder) await page.screenshot({ path: path.join(folder, 'changes-only.png') });
      await page.keyboard.press('Escape');
    };
    expect(await refreshes(shown)).toBe('quick');
  });

  await test.step('one in a hundred changed', async () => {
    await changeNotes(firm, 20, 'Called on Monday');
    expect(await refreshes()).toBe('quick');
    expect(
      [...(await inService(firm)).values()].filter((notes) => notes === 'Called on Monday'),
    ).toHaveLength(20);
  });

  const service = new Differences();
  service.applyTo(firm.gate);
  await test.step('records were removed', async () => {
    service.removed = (await call(firm, 'GET', `${ACCOUNTS}?pager.limit=3&pager.page=100`)).data;
    expect(await refreshes()).toBe('complete');
    expect(await refreshes()).toBe('quick');
  });

  await test.step('a user asks for everything', async () => {
    const everything = () => page.keyboard.press('Control+Shift+R');
    expect(await refreshes(() => refreshWhole(page, everything))).toBe('complete');
  });

  await test.step('the service’s clock was set ten minutes back', async () => {
    service.isLate = true;
    await changeNotes(firm, 5, 'Called on Tuesday');
    expect(await refreshes()).toBe('complete');
    await changeNotes(firm, 4, 'Called on Wednesday');
    expect(await refreshes()).toBe('quick');
  });

  await test.step('the filter finds too few', async () => {
    service.filter = 'finds half';
    await changeNotes(firm, 10, 'Called on Thursday');
    expect(await refreshes()).toBe('complete');
    expect(await refreshes()).toBe('complete');
  });

  await test.step('the filter is ignored', async () => {
    service.filter = 'honest';
    await reopen(running);
    expect(await refreshes()).toBe('quick');
    await reopen(running);
    service.filter = 'ignores the moment';
    await changeNotes(firm, 10, 'Called on Friday');
    expect(await refreshes()).toBe('complete');
    expect(await refreshes()).toBe('complete');
  });
});
