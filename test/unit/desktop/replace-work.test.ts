import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConnectionKeys } from '#main/desktop/connection-keys';
import { ConnectionStore } from '#main/desktop/connection-store';
import { Connections } from '#main/desktop/connections';
import { DemoHost } from '#main/desktop/demo-host';
import type { Control } from '#main/desktop/engine-host';
import type { Keychain } from '#main/desktop/keychain';
import { ConnectionRemovals } from '#main/desktop/removals';
import { connectionOf } from '../../support/connection';

const connection = connectionOf({ id: 'harbor' });
const BACKUP_DATE = '2026-11-20T09:00:00.000Z';
const PREPARED = { staging: 'restore-1', madeAt: BACKUP_DATE, databaseKey: 'ab'.repeat(32) };
let folder: string;
let events: string[];
let entries: Map<string, string>;
let connections: Connections;
let keys: ConnectionKeys;
const folderOf = (id: string) => path.join(folder, 'connections', id);
const inFolder = (...names: string[]) => path.join(folderOf('harbor'), ...names);
const keychain: Keychain = {
  read: (entry) => Promise.resolve(entries.get(entry) ?? null),
  write: (entry, secret) => Promise.resolve(void entries.set(entry, secret)),
  remove: (entry) => Promise.resolve(void entries.delete(entry)),
};
/** The engine's side: opens and closes, and records when. */
const control = {
  open: () => Promise.resolve(void events.push('open')),
  close: () => Promise.resolve(void events.push('close')),
  addLaterWork: () => Promise.resolve(void events.push('add later work')),
} as unknown as Control;

beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(tmpdir(), 'replace-work-'));
  events = [];
  entries = new Map();
  const store = new ConnectionStore(folder, folderOf);
  store.put(connection);
  keys = new ConnectionKeys(keychain, folderOf);
  await keys.setCredential(connection, { kind: 'api-key', key: 'key' });
  fs.mkdirSync(inFolder('restore-1'), { recursive: true });
  fs.writeFileSync(inFolder('workspace.db'), 'old work');
  fs.writeFileSync(inFolder('restore-1', 'workspace.db'), 'new work');
  connections = new Connections({
    store,
    keys,
    removals: new ConnectionRemovals(path.join(folder, 'removals.json'), keys),
    demo: new DemoHost('none', 0, () => undefined),
    folderOf,
    noteOf: (id) => path.join(folder, `${id}.json`),
    log: () => undefined,
    policies: () => ({}),
    startEngine: () => undefined,
  });
  await connections.engineStarted(control, true);
  await connections.open('harbor');
});
afterEach(async () => {
  await connections.close();
  vi.restoreAllMocks();
  fs.rmSync(folder, { recursive: true, force: true });
});

const workIn = () => fs.readFileSync(inFolder('workspace.db'), 'utf8');

/** Fails the move of the prepared work into its place, after the old work was moved out. */
function failSwap(): void {
  const rename = fs.renameSync;
  vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
    if (from === inFolder('restore-1', 'workspace.db')) throw new Error('disk full');
    rename(from, to);
  });
}

test('reopens the connection and reports the failure when the swap fails', async () => {
  expect(connections.session.value.open).toMatchObject({ state: 'open', connection: { id: 'harbor' } });
  failSwap();
  events = [];
  await expect(connections.replaceWork(connection, PREPARED)).rejects.toThrow('disk full');
  expect(events).toEqual(['close', 'add later work', 'open']);
  expect(connections.session.value).toMatchObject({
    open: { state: 'open', connection: { id: 'harbor' } },
    workOutcome: { name: connection.name, state: 'failed', madeAt: BACKUP_DATE },
  });
  expect(workIn()).toBe('old work');
  expect(fs.existsSync(inFolder('restore-1'))).toBe(false);
});

test('discards a new database key when the swap fails', async () => {
  failSwap();
  const keyCalls: string[] = [];
  const recordCall = (what: string) => () => Promise.resolve(void keyCalls.push(what));
  const key = { databaseKey: 'cd', isNew: true, store: recordCall('store'), discard: recordCall('discard') };
  await expect(connections.replaceWork(connection, { ...PREPARED, key })).rejects.toThrow('disk full');
  expect(keyCalls).toEqual(['store', 'discard']);
});

test('opens the prepared work when the swap succeeds', async () => {
  await connections.replaceWork(connection, PREPARED);
  expect(workIn()).toBe('new work');
  expect(connections.session.value).toMatchObject({
    open: { state: 'open' },
    workOutcome: { name: connection.name, state: 'done', madeAt: BACKUP_DATE },
  });
});

test.each([true, false])(
  'opens the prepared work even if the list cannot be written (listed: %s)',
  async (isListed) => {
    const replaced = isListed ? connection : connectionOf({ id: 'summit', name: 'Summit' });
    if (!isListed) {
      await keys.setCredential(replaced, { kind: 'api-key', key: 'key' });
      fs.cpSync(inFolder('restore-1'), path.join(folderOf('summit'), 'restore-1'), { recursive: true });
    }
    const rename = fs.renameSync;
    const renaming = vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
      if (to === path.join(folder, 'connections.json')) throw new Error('disk full');
      rename(from, to);
    });
    await connections.replaceWork(replaced, PREPARED);
    renaming.mockRestore();
    expect(fs.readFileSync(path.join(folderOf(replaced.id), 'workspace.db'), 'utf8')).toBe('new work');
    expect(connections.session.value).toMatchObject({
      open: { state: 'open', connection: { id: replaced.id } },
      workOutcome: { name: replaced.name, state: 'done', madeAt: BACKUP_DATE },
    });
    expect(connections.session.value.connections.map(({ id }) => id)).toContain(replaced.id);
  },
);

test.each([
  ['before it begins', []],
  ['while the connection closes', ['close']],
])('replaces nothing once the user has quit: %s', async (_, expectedEvents) => {
  events = [];
  if (expectedEvents.length === 0) connections.refuseReplacing();
  const replacing = connections.replaceWork(connection, PREPARED);
  connections.refuseReplacing();
  await expect(replacing).rejects.toMatchObject({ failure: { kind: 'canceled' } });
  expect(events).toEqual(expectedEvents);
  expect(workIn()).toBe('old work');
  expect(fs.existsSync(inFolder('restore-1'))).toBe(false);
});

test('replaces nothing, and discards a new key, if the user quits while later work is added', async () => {
  events = [];
  const recordCall = (what: string) => () => Promise.resolve(void events.push(what));
  const key = { databaseKey: 'cd', isNew: true, store: recordCall('store'), discard: recordCall('discard') };
  vi.spyOn(control, 'addLaterWork').mockImplementation(() => {
    connections.refuseReplacing();
    return Promise.resolve();
  });
  await expect(connections.replaceWork(connection, { ...PREPARED, key })).rejects.toMatchObject({
    failure: { kind: 'canceled' },
  });
  expect(events).toEqual(['close', 'store', 'discard']);
  expect(workIn()).toBe('old work');
  expect(fs.existsSync(inFolder('restore-1'))).toBe(false);
});

test('shows the outcomes of all replacements that startup settled, one at a time', () => {
  const names: (string | undefined)[] = [];
  connections.showSettledReplacements([
    { id: 'summit', state: 'undone' },
    { id: connection.id, state: 'finished' },
  ]);
  for (let index = 0; index < 3; index += 1) {
    const { workOutcome } = connections.session.value;
    names.push(workOutcome ? `${workOutcome.name} ${workOutcome.state}` : undefined);
    connections.dismissOutcome();
  }
  expect(names).toEqual([`${connection.name} finished`, 'summit undone', undefined]);
});
