import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ACCOUNTS, CODES, DemoFirmClient, GROUPS, STRUCTURES, type DemoJson } from './demo-firm-client';

let folder: string;
let journal: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'demo-journal-'));
  journal = path.join(folder, 'connection', 'demo-firm.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const start = (options: { accounts?: number } = {}): Promise<DemoFirmClient> =>
  DemoFirmClient.start({ accounts: 200, journal, ...options });

const account = async (demo: DemoFirmClient): Promise<DemoJson> =>
  (await demo.get(`${ACCOUNTS}?pager.limit=1`)).data[0] ?? {};

async function rename(demo: DemoFirmClient, nickname: string): Promise<void> {
  const current = await account(demo);
  await demo.requestOk('PUT', `${ACCOUNTS}/${String(current['id'])}`, { ...current, nickname });
}

const STRUCTURE = {
  name: 'Kept',
  firm_id: 39,
  calculation_type: 'R',
  frequency: 'Q',
  collection_type: 'advance',
  balance_type: 'E',
  tiers: [{ min_balance: 0, max_balance: null, rate: 0.01 }],
};

test('keeps edits, new and deleted records, nights and recreated groups over a restart', async () => {
  const first = await start();
  await rename(first, 'Kept');
  await first.requestOk('POST', '/demo/next-day');
  const created = await first.requestOk<{ id: number }>('POST', CODES, {
    firm_id: 39,
    source: 'IBK',
    code: 'KEPT',
  });
  const deleted = (await first.get(STRUCTURES)).data[0]?.['id'];
  await first.requestOk('DELETE', `${STRUCTURES}/${String(deleted)}`);
  await first.requestOk('POST', `${GROUPS}/create-from-households`);
  const everything = async (demo: DemoFirmClient) => ({
    accounts: await demo.all(ACCOUNTS, 1000),
    codes: await demo.all(CODES, 1000),
    structures: await demo.all(STRUCTURES, 1000),
    groups: await demo.all(GROUPS, 1000),
  });
  const before = await everything(first);
  await first.close();

  const second = await start();
  expect(await everything(second)).toEqual(before);
  expect(before.codes.map(({ id }) => id)).toContain(created.id);
  expect((await second.requestOk<{ day: number }>('POST', '/demo/next-day')).day).toBe(2);
  await second.close();
});

test('gives new records and their items IDs that are not in use after a restart', async () => {
  const first = await start();
  const one = await first.requestOk<{ data: DemoJson }>('POST', STRUCTURES, STRUCTURE);
  await first.close();
  const second = await start();
  const two = await second.requestOk<{ data: DemoJson }>('POST', STRUCTURES, STRUCTURE);
  await second.close();
  const tierOf = ({ data }: { data: DemoJson }) => (data['tiers'] as { id: number }[])[0]?.id;
  expect(two.data['id']).not.toBe(one.data['id']);
  expect(tierOf(two)).not.toBe(tierOf(one));
  expect(tierOf(two)).toEqual(expect.any(Number));
});

test('keeps what follows a line that was cut off', async () => {
  const first = await start();
  await rename(first, 'First');
  await first.close();
  appendFileSync(journal, '{"table":"accounts","change":{"id":');
  const second = await start();
  expect((await account(second))['nickname']).toBe('First');
  await rename(second, 'Second');
  await second.close();
  const third = await start();
  expect((await account(third))['nickname']).toBe('Second');
  await third.close();
});

test('keeps a text with line separators', async () => {
  const text = 'one\u2028two\u2029three';
  const first = await start();
  await rename(first, text);
  await first.close();
  expect(readFileSync(journal, 'utf8')).not.toMatch(/[\u2028\u2029]/);
  const second = await start();
  expect((await account(second))['nickname']).toBe(text);
  await second.close();
});

test('starts over with the journal of another firm, and writes nothing before a change', async () => {
  const first = await start();
  await rename(first, 'First');
  await first.close();
  const text = readFileSync(journal, 'utf8');
  const other = await start({ accounts: 100 });
  expect((await account(other))['nickname']).not.toBe('First');
  expect(readFileSync(journal, 'utf8')).toBe(text);
  await rename(other, 'Other');
  expect(readFileSync(journal, 'utf8')).not.toContain('First');
  await other.close();
});

test('makes changes that it can’t store, and stores them with the next one', async () => {
  const first = await start();
  writeFileSync(path.join(folder, 'connection'), 'a file in place of the folder');
  await rename(first, 'First');
  expect((await account(first))['nickname']).toBe('First');
  rmSync(path.join(folder, 'connection'));
  await first.requestOk('POST', '/demo/next-day');
  await first.close();
  const second = await start();
  expect((await account(second))['nickname']).toBe('First');
  await second.close();
});
