import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Change } from '#contract/features/changes/calls';
import { drainOutbox } from '#engine/cache/ingest/outbox';
import { openWriter } from '#engine/cache/ingest/writer';
import { HISTORY_FILE, openHistoryWriter } from '#engine/history/history-writer';
import { openEncrypted } from '#engine/sqlite/open-database';
import { Store } from '#main/demo/store';
import { sampleOrAll } from '../../faults/trial-report';
import { bundleEntry } from '../../support/bundle';
import { closeAfterTest } from '../../support/cleanups';
import { historyAt, CACHE_KEY, OTHER_KEY, refreshCache, tempCacheFile, writerAt } from './temp-cache';

const account = (id: number, fields: object = {}) => ({
  id,
  name: `Account ${id}`,
  number: `Z-${id}`,
  custodian: 'SWB',
  ...fields,
});
const all = (file: string): Change[] => [...historyAt(file).each({})];
const entries = (file: string) => all(file).map(({ runId, kind, key }) => [runId, kind, key]);
const historyFileOf = (file: string) => path.join(path.dirname(file), HISTORY_FILE);
/** A cache that was created, filled and changed once. */
function changedOnce(): string {
  const file = tempCacheFile();
  const writer = openWriter(file, CACHE_KEY);
  refreshCache(writer, 'accounts', [account(1), account(2)]);
  refreshCache(writer, 'accounts', [account(1, { city: 'Boise' }), account(2)]);
  writer.close();
  return file;
}

describe('the history of changes', () => {
  it('contains refresh, time, record, account and both values', () => {
    const file = changedOnce();
    expect(all(file)).toEqual([
      {
        id: 1,
        runId: 2,
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
        resource: 'accounts',
        key: '1',
        title: 'Account 1',
        number: 'Z-1',
        custodian: 'SWB',
        kind: 'changed',
        fields: [{ field: 'city', before: null, after: '"Boise"' }],
      },
    ]);
  });

  it('names the account that a person belongs to', () => {
    const file = tempCacheFile();
    const writer = writerAt(file);
    refreshCache(writer, 'accounts', [account(1)]);
    const person = { id: 9, account_id: 1, last_name: 'Juns' };
    refreshCache(writer, 'relatedPersons', [person]);
    refreshCache(writer, 'relatedPersons', [{ ...person, email: 'juns@example.com' }]);
    expect(all(file)[0]).toMatchObject({ resource: 'relatedPersons', number: 'Z-1', custodian: 'SWB' });
  });

  it('survives deletion of the cache, and continues its refresh numbers', () => {
    const file = changedOnce();
    for (const part of ['', '-wal', '-shm']) fs.rmSync(file + part, { force: true });
    const writer = writerAt(file);
    refreshCache(writer, 'accounts', [account(1), account(2)]);
    refreshCache(writer, 'accounts', [account(1)]);
    expect(entries(file)).toEqual([
      [4, 'removed', '2'],
      [2, 'changed', '1'],
    ]);
    expect(
      historyAt(file)
        .runs({ offset: 0, limit: 10 })
        .items.map(({ id }) => id),
    ).toEqual([4, 3, 2, 1]);
  });

  it('survives a new column of a descriptor, with the outbox of the old cache', () => {
    const file = changedOnce();
    const db = openEncrypted(file, CACHE_KEY);
    // State after a killed process between the commits of the cache and of the history.
    db.exec(`INSERT INTO outbox SELECT NULL, 2, '2026-01-02T03:04:05.000Z', 'accounts', '2', 'Account 2', NULL, NULL,
      'changed', '[]'`);
    db.exec(`UPDATE meta SET value = 'other columns' WHERE name = 'fingerprint'`);
    db.close();
    const writer = closeAfterTest(openWriter(file, CACHE_KEY));
    expect(writer.wasRebuilt).toBe(true);
    expect(entries(file)).toEqual([
      [2, 'changed', '2'],
      [2, 'changed', '1'],
    ]);
  });

  it('stores a refresh as interrupted if its process was killed and the cache is rebuilt', () => {
    const file = changedOnce();
    const db = openEncrypted(file, CACHE_KEY);
    db.exec(
      `INSERT INTO run (id, started, resources, state) VALUES (3, '2026-01-02T03:04:05.000Z', '[]', 'running')`,
    );
    db.exec(`UPDATE meta SET value = 'other columns' WHERE name = 'fingerprint'`);
    db.close();
    expect(closeAfterTest(openWriter(file, CACHE_KEY)).wasRebuilt).toBe(true);
    const { items } = historyAt(file).runs({ offset: 0, limit: 1 });
    expect(items).toMatchObject([{ id: 3, state: 'interrupted', endedAt: null }]);
  });

  it('keeps its refreshes after a restore from another computer, and renumbers the cache’s', () => {
    const file = changedOnce();
    const started = '2025-01-02T03:04:05.000Z';
    const restored = openEncrypted(historyFileOf(file), CACHE_KEY);
    restored.prepare('UPDATE run SET started = ? WHERE id = 2').run(started);
    restored.prepare(`INSERT INTO run VALUES (3, ?, 'done', ?, NULL)`).run(started, started);
    restored.close();
    const db = openEncrypted(file, CACHE_KEY);
    db.exec(`INSERT INTO outbox SELECT NULL, 2, '2026-01-02T03:04:05.000Z', 'accounts', '2', 'Account 2', NULL, NULL,
      'changed', '[]'`);
    db.close();
    closeAfterTest(openWriter(file, CACHE_KEY));
    const { items } = historyAt(file).runs({ offset: 0, limit: 10 });
    expect(items.map(({ id, startedAt }) => [id, startedAt === started])).toEqual([
      [4, false],
      [3, true],
      [2, true],
      [1, false],
    ]);
    expect(entries(file)).toEqual([
      [4, 'changed', '2'],
      [2, 'changed', '1'],
    ]);
    const cache = closeAfterTest(openEncrypted(file, CACHE_KEY, { readonly: true }));
    expect(cache.prepare('SELECT id FROM run').pluck().all()).toEqual([1, 4]);
    expect(cache.prepare(`SELECT run FROM pass WHERE resource = 'accounts'`).pluck().get()).toBe(4);
  });

  it('stores each change once, even if it is delivered twice', () => {
    const file = changedOnce();
    const history = closeAfterTest(openHistoryWriter(historyFileOf(file), CACHE_KEY));
    const db = closeAfterTest(openEncrypted(file, CACHE_KEY));
    const addToOutbox = (key: string) =>
      db
        .prepare(`INSERT INTO outbox VALUES (NULL, 2, '2026', 'accounts', ?, 'A', NULL, NULL, 'new', '[]')`)
        .run(key);
    addToOutbox('7');
    const rows = db.prepare('SELECT * FROM outbox').all();
    drainOutbox(db, history);
    // The history committed, but the process was killed before the cache deleted its entry.
    db.prepare(
      'INSERT INTO outbox VALUES (@seq, @run, @at, @resource, @key, @title, @number, @custodian, @kind, @fields)',
    ).run(rows[0]);
    addToOutbox('8');
    drainOutbox(db, history);
    drainOutbox(db, history);
    expect(entries(file).map(([, , key]) => key)).toEqual(['8', '7', '1']);
    expect(db.prepare('SELECT count(*) FROM outbox').pluck().get()).toBe(0);
  });

  it('finds and counts changes by refresh, days, list, kind, field, custodian, words and record', () => {
    const file = tempCacheFile();
    const writer = writerAt(file);
    refreshCache(writer, 'accounts', [account(1), account(2, { custodian: 'PER' }), account(3)]);
    refreshCache(writer, 'advisorCodes', [{ id: 5, code: 'A1', source: 'NFS' }]);
    const { run } = refreshCache(writer, 'accounts', [
      account(1, { city: 'Boise', status: 'closed' }),
      account(2, { custodian: 'PER', name: 'Ångström' }),
      account(4),
    ]);
    refreshCache(writer, 'advisorCodes', []);
    const history = historyAt(file);
    const keys = (filter: Parameters<typeof history.each>[0]) =>
      [...history.each(filter)].map(({ kind, key }) => `${kind} ${key}`);
    expect(keys({ runId: run })).toEqual(['removed 3', 'new 4', 'changed 2', 'changed 1']);
    expect(keys({ resource: 'advisorCodes' })).toEqual(['removed 5']);
    expect(keys({ kind: 'new' })).toEqual(['new 4']);
    expect(keys({ field: 'city' })).toEqual(['changed 1']);
    expect(keys({ custodian: 'PER' })).toEqual(['changed 2']);
    expect(keys({ custodian: 'NFS' })).toEqual(['removed 5']);
    for (const text of ['boi', 'Closed', 'z 1', 'Account 1'])
      expect(keys({ text, kind: 'changed' })).toContain('changed 1');
    expect(keys({ text: 'angst' })).toEqual(['changed 2']);
    expect(keys({ text: 'pershing' })).toEqual(['changed 2']);
    expect(keys({ text: '?!' })).toEqual([]);
    expect(keys({ resource: 'accounts', key: '1' })).toEqual(['changed 1']);
    expect(keys({ from: '2999-01-01' })).toEqual([]);
    expect(keys({ from: '2020-01-01', to: '2999-01-01' })).toHaveLength(5);
    expect(history.facets({ filter: { resource: 'accounts', kind: 'changed' } })).toEqual({
      resources: [{ value: 'accounts', count: 2 }],
      kinds: [
        { value: 'changed', count: 2 },
        { value: 'new', count: 1 },
        { value: 'removed', count: 1 },
      ],
      custodians: [
        { value: 'PER', count: 1 },
        { value: 'SWB', count: 1 },
      ],
      fields: expect.arrayContaining([{ value: 'city', count: 1 }]) as unknown,
    });
  });

  it('drops the oldest changes beyond its size limit, and reports it', () => {
    const file = changedOnce();
    const history = closeAfterTest(openHistoryWriter(historyFileOf(file), CACHE_KEY, { maxBytes: 400_000 }));
    const change = {
      run: 3,
      resource: 'accounts',
      title: 'A',
      number: null,
      custodian: null,
      kind: 'new',
      fields: '[]',
    } as const;
    const found = Array.from({ length: 6_000 }, (_, index) => ({
      ...change,
      seq: index + 1,
      key: String(index + 1),
      at: new Date(Date.UTC(2027, 0, 1) + index).toISOString(),
    }));
    history.storeChanges('other', [], found);
    history.trim();
    const { bytes, changes, since, dropped } = historyAt(file).size();
    expect(bytes).toBeLessThanOrEqual(400_000);
    expect(changes).toBeGreaterThan(500);
    expect(dropped?.changes).toBe(6_001 - changes); // with the change of `changedOnce`
    expect(since && dropped && since > dropped.until).toBe(true);
    expect(all(file)[0]?.key).toBe('6000');
  });

  it('is quarantined and recreated if it is unreadable, and reports it', () => {
    const file = changedOnce();
    fs.writeFileSync(historyFileOf(file), 'x'.repeat(20_000));
    for (const part of ['-wal', '-shm']) fs.rmSync(historyFileOf(file) + part, { force: true });
    const writer = closeAfterTest(openWriter(file, CACHE_KEY));
    expect(writer.wasHistoryReplaced).toBe(true);
    expect(refreshCache(writer, 'accounts', [account(1, { city: 'Boise' })])).toMatchObject({ removed: 1 });
    expect(entries(file)).toEqual([[3, 'removed', '2']]);
    const quarantined = fs
      .readdirSync(path.dirname(file))
      .filter((name) => name.includes('history.db.damaged-'));
    expect(quarantined).toHaveLength(1);
    expect(() => openWriter(file, OTHER_KEY)).toThrow(/cache-unreadable/);
  });

  it('is left unchanged if a newer version created it', () => {
    const file = changedOnce();
    const db = openEncrypted(historyFileOf(file), CACHE_KEY);
    db.pragma('user_version = 99');
    db.close();
    const bytes = fs.readFileSync(historyFileOf(file));
    expect(() => openWriter(file, CACHE_KEY)).toThrow(/newer-data/);
    expect(fs.readFileSync(historyFileOf(file)).equals(bytes)).toBe(true);
  });
});

const NIGHTS = sampleOrAll(80, 400);
it(`lists the changes of each of ${NIGHTS} nights of the demo firm`, () => {
  const firm = new Store({
    seed: 3,
    accounts: 60,
    application: 'production',
    day: 0,
    clock: () => new Date('2026-11-20T12:00:00Z'),
  });
  const firmAccounts = () => Array.from(firm.accounts.allIds(), (id) => firm.accounts.text(id));
  const file = tempCacheFile();
  const writer = writerAt(file);
  refreshCache(writer, 'accounts', firmAccounts());
  const changeCounts: number[] = [];
  for (let night = 1; night <= NIGHTS; night += 1) {
    const { changed, added, closed, vanished } = firm.nextDay();
    changeCounts.push(changed + added + closed + vanished);
    refreshCache(writer, 'accounts', firmAccounts());
  }
  const history = historyAt(file);
  expect(history.runs({ offset: 0, limit: 500 }).total).toBe(NIGHTS + 1);
  const found = changeCounts.map(
    (_, index) => history.list({ filter: { runId: index + 2 }, offset: 0, limit: 500 }).total,
  );
  expect(found).toEqual(changeCounts);
}, 60_000);

it('neither loses nor repeats a change if the process is killed at any moment', async () => {
  // Eight processes, each of which takes seconds to start under Wine.
  const program = await bundleEntry('test/support/endless-refresh.ts');
  const file = tempCacheFile();
  for (let kill = 0; kill < 8; kill += 1) {
    const child = spawn(process.execPath, [program, file, CACHE_KEY], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    // At a different moment each time; the work takes far less than the longest delay.
    await new Promise((done) => setTimeout(done, 7 * kill));
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  writerAt(file); // moves the changes left in the outbox to the history
  const db = closeAfterTest(openEncrypted(file, CACHE_KEY));
  const counters = new Map(
    (
      db.prepare('SELECT key, raw FROM accounts JOIN accounts_raw USING (n)').all() as {
        key: string;
        raw: string;
      }[]
    ).map(({ key, raw }) => [key, (JSON.parse(raw) as { required_cash: number }).required_cash]),
  );
  expect(Math.max(...counters.values())).toBeGreaterThan(2);
  // Every value between the first and the last is listed once, in order.
  for (const [key, last] of counters) {
    const steps = [...historyAt(file).each({ resource: 'accounts', key })]
      .flatMap(({ fields }) => fields)
      .map(({ before, after }) => [Number(before), Number(after)])
      .reverse();
    expect(steps).toEqual(Array.from({ length: last }, (_, index) => [index, index + 1]));
  }
}, 240_000);

it('reads the report of a refresh that an earlier version stored', () => {
  const file = tempCacheFile();
  const writer = writerAt(file);
  const run = writer.startRun(['accounts'], '2026-01-02T03:04:05.000Z');
  const accounts = {
    resource: 'accounts',
    state: 'done',
    records: 3,
    total: 3,
    rate: 0,
    secondsLeft: null,
    added: 1,
    changed: 1,
    drifted: 0,
    uncertain: false,
  };
  const report = {
    id: run,
    startedAt: '2026-01-02T03:04:05.000Z',
    endedAt: '2026-01-02T03:05:00.000Z',
    state: 'done',
    resources: [{ ...accounts, gone: 2 }],
  };
  writer.finishRun(run, 'done', '2026-01-02T03:05:00.000Z', JSON.stringify(report));
  const [stored] = historyAt(file).runs({ offset: 0, limit: 1 }).items;
  expect(stored?.resources).toEqual([{ ...accounts, removed: 2 }]);
});
