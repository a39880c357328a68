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

/** Lets the service's answers about accounts pass, changed: `edit` gets the list and the requested moment. */
function changeAnswers(gate: Gate, edit: (listed: Listed, since: string | undefined) => void): void {
  const change = (since: string | undefined) => (answer: ChangedAnswer) => {
    const listed = JSON.parse(answer.body) as Listed;
    edit(listed, since);
    answer.body = JSON.stringify(listed);
  };
  gate.judge = ({ path: where }) => (where === ACCOUNTS ? { change: change(undefined) } : 'pass');
  gate.judgeBody = ({ path: where, body }) =>
    where === `${ACCOUNTS}/filter` ? { change: change(sinceIn(body)) } : undefined;
}

const sinceIn = (body: string): string | undefined =>
  (JSON.parse(body) as { updated_at_utc?: { conditions: { value: string }[] } }).updated_at_utc?.conditions[0]
    ?.value;

test('downloads only changes where the service proves them, and keeps lists equal to the service’s', async ({
  running,
  firm,
}) => {
  test.setTimeout(120_000);
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
  await test.step('nothing changed', async () => expect(await refreshes()).toBe('quick'));

  await test.step('one in a hundred changed', async () => {
    await changeNotes(firm, 20, 'Called on Monday');
    expect(await refreshes()).toBe('quick');
    expect(
      [...(await inService(firm)).values()].filter((notes) => notes === 'Called on Monday'),
    ).toHaveLength(20);
  });

  let removed: readonly Account[] = [];
  const withoutRemoved = (listed: Listed, since = ''): void => {
    if (listed.data[0]?.status === 'closed') return;
    const ids = new Set(removed.map(({ id }) => id));
    listed.data = listed.data.filter(({ id }) => !ids.has(id));
    listed.total_items -= removed.filter(({ updated_at_utc: at }) => at >= since).length;
  };
  await test.step('records were removed', async () => {
    removed = (await call(firm, 'GET', `${ACCOUNTS}?pager.limit=3&pager.page=100`)).data;
    changeAnswers(firm.gate, withoutRemoved);
    expect(await refreshes()).toBe('complete');
    expect(await refreshes()).toBe('quick');
  });

  await test.step('a user asks for everything', async () => {
    const everything = () => page.keyboard.press('Control+Shift+R');
    expect(await refreshes(() => refreshWhole(page, everything))).toBe('complete');
  });
});
