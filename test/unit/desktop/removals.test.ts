import fs, { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConnectionKeys } from '#main/desktop/connection-keys';
import { Connections } from '#main/desktop/connections';
import { ConnectionStore } from '#main/desktop/connection-store';
import { DemoHost } from '#main/desktop/demo-host';
import type { Keychain } from '#main/desktop/keychain';
import { ConnectionRemovals } from '#main/desktop/removals';
import { fail } from '#contract/failure';
import { connectionOf } from '../../support/connection';

let folder: string;
let entries: Map<string, string>;
/** A `silent` keychain is locked, and responds as if each call had succeeded. */
let state: 'open' | 'locked' | 'silent';
const respond = async <T>(work: () => T, silent: T): Promise<T> => {
  await Promise.resolve();
  if (state === 'locked') throw fail('keychain-locked');
  return state === 'silent' ? silent : work();
};
const keychain: Keychain = {
  read: (entry) => respond(() => entries.get(entry) ?? null, null),
  write: (entry, secret) => respond(() => void entries.set(entry, secret), undefined),
  remove: (entry) => respond(() => void entries.delete(entry), undefined),
};
const file = () => path.join(folder, 'removals.json');
const folderOf = (id: string) => path.join(folder, 'connections', id);
const noteOf = (id: string) => path.join(folder, `${id}.json`);
const harbor = connectionOf({ id: 'harbor' });
function start(): Connections {
  const keys = new ConnectionKeys(keychain, folderOf);
  return new Connections({
    store: new ConnectionStore(folder, folderOf),
    keys,
    removals: new ConnectionRemovals(file(), keys),
    demo: new DemoHost('none', 0, () => undefined),
    folderOf,
    noteOf,
    log: () => undefined,
    policies: () => ({}),
    startEngine: () => undefined,
  });
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'removals-'));
  entries = new Map([
    ['harbor/credential', '{}'],
    ['harbor/database-key', 'ab'],
  ]);
  state = 'open';
  new ConnectionStore(folder, folderOf).put(harbor);
  mkdirSync(folderOf('harbor'), { recursive: true });
  writeFileSync(path.join(folderOf('harbor'), 'workspace.db'), 'work');
  writeFileSync(noteOf('harbor'), '{}');
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

test('leaves nothing of a removed connection in the keychain, and nothing pending', async () => {
  const connections = start();
  await connections.remove('harbor');
  expect([...entries.keys()]).toEqual([]);
  expect(connections.session.value).toMatchObject({ connections: [], leftoverKeys: 0 });
  expect(existsSync(file())).toBe(false);
  expect(existsSync(noteOf('harbor'))).toBe(false);
});

test.each(['locked', 'silent'] as const)(
  'reports what a %s keychain keeps, and deletes it when possible',
  async (how) => {
    state = how;
    const connections = start();
    await connections.remove('harbor');
    expect(existsSync(folderOf('harbor'))).toBe(false);
    expect(connections.session.value).toMatchObject({ connections: [], leftoverKeys: 1 });
    expect(readFileSync(file(), 'utf8')).toBe('["harbor"]');

    const next = start();
    expect(next.session.value.leftoverKeys).toBe(1);
    state = 'open';
    await next.finishRemovals();
    expect([...entries.keys()]).toEqual([]);
    expect(next.session.value.leftoverKeys).toBe(0);
    expect(existsSync(file())).toBe(false);
  },
);

test('finishes a removal at the next start if the app ended during it', async () => {
  writeFileSync(file(), '["harbor"]'); // recorded, and nothing deleted yet
  const next = start();
  expect(next.session.value).toMatchObject({ connections: [], leftoverData: 1, leftoverKeys: 0 });
  await next.finishRemovals();
  expect(next.session.value.connections).toEqual([]);
  expect(existsSync(folderOf('harbor'))).toBe(false);
  expect(entries.size).toBe(0);
});

test.each([
  ['open', []],
  ['locked', ['credential', 'database-key']],
] as const)('keeps no secret of a connection that was not stored: keychain %s', async (then, left) => {
  const connections = start();
  const rename = fs.renameSync;
  vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
    if (to === path.join(folder, 'connections.json')) {
      state = then;
      throw new Error('disk full');
    }
    rename(from, to);
  });
  const { name, baseUrl, authUrl, application } = harbor;
  const access = { kind: 'api-key' as const, key: 'key' };
  await expect(connections.create({ name, baseUrl, authUrl, application, access })).rejects.toThrow(
    'disk full',
  );
  const added = [...entries.keys()].filter((entry) => !entry.startsWith('harbor/'));
  expect(added.map((entry) => path.basename(entry)).sort()).toEqual(left);
  expect(connections.session.value).toMatchObject({
    connections: [{ id: 'harbor' }],
    leftoverKeys: left.length === 0 ? 0 : 1,
  });
  expect(fs.readdirSync(path.join(folder, 'connections'))).toEqual(['harbor']);
});

test('deletes the secrets of a new connection at the next start if the app was killed early', async () => {
  const connections = start();
  const write = vi.spyOn(keychain, 'write').mockImplementation((entry, secret) => {
    entries.set(entry, secret);
    return entry.endsWith('/credential') ? new Promise(() => undefined) : Promise.resolve(); // killed during it
  });
  const { name, baseUrl, authUrl, application } = harbor;
  const access = { kind: 'api-key' as const, key: 'key' };
  void connections.create({ name, baseUrl, authUrl, application, access });
  await expect
    .poll(() => [...entries.keys()].filter((entry) => entry.endsWith('/credential')))
    .toHaveLength(2);
  expect(connections.session.value).toMatchObject({ leftoverData: 0, leftoverKeys: 0 });
  write.mockRestore();

  const next = start();
  await next.finishRemovals();
  expect([...entries.keys()].map((entry) => path.dirname(entry))).toEqual(['harbor', 'harbor']);
  expect(next.session.value.connections.map(({ id }) => id)).toEqual(['harbor']);
  expect(existsSync(file())).toBe(false);
});

test('removes a connection that was not stored later if its files are in use', async () => {
  const connections = start();
  const rename = fs.renameSync;
  const failing = vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
    if (to === path.join(folder, 'connections.json')) throw new Error('disk full');
    rename(from, to);
  });
  const inUse = vi.spyOn(fs, 'rmSync').mockImplementation(() => {
    throw Object.assign(new Error('in use'), { code: 'EBUSY' });
  });
  const { name, baseUrl, authUrl, application } = harbor;
  const access = { kind: 'api-key' as const, key: 'key' };
  await expect(connections.create({ name, baseUrl, authUrl, application, access })).rejects.toThrow();
  expect(connections.session.value).toMatchObject({ leftoverData: 1, leftoverKeys: 0 });
  failing.mockRestore();
  inUse.mockRestore();

  const next = start();
  expect(next.session.value.connections.map(({ id }) => id)).toEqual(['harbor']);
  await next.finishRemovals();
  expect(next.session.value).toMatchObject({ leftoverData: 0, leftoverKeys: 0 });
  expect(fs.readdirSync(path.join(folder, 'connections'))).toEqual(['harbor']);
});

test('leaves nothing pending of a connection whose keychain was locked from the start', async () => {
  state = 'locked';
  const connections = start();
  const { name, baseUrl, authUrl, application } = harbor;
  const access = { kind: 'api-key' as const, key: 'key' };
  await expect(connections.create({ name, baseUrl, authUrl, application, access })).rejects.toMatchObject({
    failure: { kind: 'keychain-locked' },
  });
  expect(connections.session.value).toMatchObject({ leftoverData: 0, leftoverKeys: 0 });
  expect(existsSync(file())).toBe(false);
});

test('ignores an entry of removals.json that is not a connection ID', async () => {
  const outside = path.join(folder, 'connections', '..', '..', `${path.basename(folder)}-outside`);
  mkdirSync(outside);
  try {
    writeFileSync(file(), JSON.stringify([`../../${path.basename(outside)}`, 'harbor', 7]));
    const next = start();
    expect(next.session.value.leftoverData).toBe(1);
    await next.finishRemovals();
    expect(existsSync(outside)).toBe(true);
    expect(existsSync(folderOf('harbor'))).toBe(false);
    expect(existsSync(file())).toBe(false);
  } finally {
    rmSync(outside, { recursive: true });
  }
});

test('never opens a removed connection whose files are in use, and removes others without it', async () => {
  const summit = connectionOf({ id: 'summit' });
  new ConnectionStore(folder, folderOf).put(summit);
  const remove = fs.rmSync;
  const inUse = vi.spyOn(fs, 'rmSync').mockImplementation((target, options) => {
    if (target === folderOf('harbor')) throw Object.assign(new Error('in use'), { code: 'EBUSY' });
    remove(target, options);
  });
  const connections = start();
  await connections.remove('harbor');
  expect(connections.session.value).toMatchObject({
    connections: [summit],
    leftoverData: 1,
    leftoverKeys: 0,
  });
  expect(entries.has('harbor/database-key')).toBe(true);
  await expect(connections.open('harbor')).rejects.toMatchObject({ failure: { kind: 'not-found' } });
  await expect(connections.finishRemovalOf('harbor')).rejects.toMatchObject({
    failure: { kind: 'disk-not-written', detail: { code: 'not-deleted' } },
  });
  await connections.openDemo('production');
  await connections.remove('summit');
  expect(existsSync(folderOf('summit'))).toBe(false);
  expect(readFileSync(file(), 'utf8')).toBe('["harbor"]');

  const next = start();
  expect(next.session.value).toMatchObject({ leftoverData: 1 });
  expect(next.session.value.connections.map(({ id }) => id)).toEqual(['demo-production']);
  inUse.mockRestore();
  await next.finishRemovals();
  expect(existsSync(folderOf('harbor'))).toBe(false);
  expect(next.session.value).toMatchObject({ leftoverData: 0, leftoverKeys: 0 });
  expect(entries.size).toBe(0);
});

test('opens a removed demo firm only after the keychain deleted its secrets', async () => {
  const demo = 'demo-production';
  new ConnectionStore(folder, folderOf).put(connectionOf({ id: demo, demo: true }));
  entries.set(`${demo}/database-key`, 'cd');
  const connections = start();
  state = 'locked';
  await connections.remove(demo);
  await expect(connections.openDemo('production')).rejects.toMatchObject({
    failure: { kind: 'keychain-locked' },
  });
  expect(connections.session.value.open).toBeNull();
  state = 'open';
  await connections.openDemo('production');
  expect(entries.has(`${demo}/database-key`)).toBe(false);
  await connections.finishRemovals();
  expect(existsSync(folderOf(demo))).toBe(true);
  expect(connections.session.value.connections.map(({ id }) => id)).toContain(demo);
});

test('deletes no new secret of a demo firm that is opened during another removal', async () => {
  const databaseKey = 'demo-production/database-key';
  entries.set(databaseKey, 'old');
  writeFileSync(file(), '["harbor","demo-production"]');
  let answerPrompt = (): void => undefined;
  const remove = vi.spyOn(keychain, 'remove').mockImplementationOnce(
    (entry) =>
      new Promise((done) => {
        answerPrompt = () => {
          entries.delete(entry);
          done();
        };
      }),
  );
  const connections = start();
  const finishing = connections.finishRemovals();
  const opening = connections.openDemo('production').then(() => entries.set(databaseKey, 'new'));
  await new Promise(setImmediate);
  expect(remove.mock.calls[0]).toEqual(['harbor/credential']);
  answerPrompt();
  await Promise.all([finishing, opening]);
  expect(entries.get(databaseKey)).toBe('new');
  expect(connections.session.value).toMatchObject({ leftoverData: 0, leftoverKeys: 0 });
  expect([...entries.keys()]).toEqual([databaseKey]);
});
