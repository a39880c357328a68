import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConnectionKeys } from '#main/desktop/connection-keys';
import type { Keychain } from '#main/desktop/keychain';
import { swapFiles, workFiles } from '#common/work-swap';
import { connectionOf } from '../../support/connection';

let folder: string;
let entries: Map<string, string>;
const keychain: Keychain = {
  read: (entry) => Promise.resolve(entries.get(entry) ?? null),
  write: (entry, secret) => Promise.resolve(void entries.set(entry, secret)),
  remove: (entry) => Promise.resolve(void entries.delete(entry)),
};
const keys = () => new ConnectionKeys(keychain, (id) => path.join(folder, id));
const ONE = connectionOf({ id: 'one' });
const apiKey = { kind: 'api-key', key: 'canary-key-1234' } as const;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'keys-'));
  entries = new Map();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('recovers the database key from the same credential after the keychain is lost', async () => {
  await keys().setCredential(ONE, apiKey);
  const originalKey = await keys().databaseKey('one', apiKey);
  entries.clear();
  await keys().setCredential(ONE, apiKey);
  expect(await keys().databaseKey('one', null)).toBe(originalKey);
});

test('creates a separate random database key for each connection', async () => {
  const databaseKeys = await Promise.all(['one', 'two', 'three'].map((id) => keys().databaseKey(id, apiKey)));
  for (const key of databaseKeys) expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set(databaseKeys).size).toBe(3);
});

test('never replaces a lost key if there is saved work', async () => {
  await keys().setCredential(ONE, apiKey);
  writeFileSync(path.join(folder, 'one', 'workspace.db'), 'saved work');
  entries.clear();
  await expect(keys().databaseKey('one', null)).rejects.toMatchObject({
    failure: { kind: 'credential-refused' },
  });
  await expect(keys().setCredential(ONE, { kind: 'api-key', key: 'another-key-99' })).rejects.toMatchObject({
    failure: { kind: 'workspace-unreadable' },
  });
  expect(entries.size).toBe(0);
});

test('opens the wrap with the new credential after a change', async () => {
  await keys().setCredential(ONE, apiKey);
  const originalKey = await keys().databaseKey('one', apiKey);
  const changed = { kind: 'api-key', key: 'another-key-1234' } as const;
  await keys().setCredential(ONE, changed);
  entries.clear();
  expect(await keys().databaseKey('one', changed)).toBe(originalKey);
});

test.each(['missing', 'damaged', 'for another key'] as const)('recreates a wrap that is %s', async (how) => {
  await keys().setCredential(ONE, apiKey);
  const originalKey = await keys().databaseKey('one', apiKey);
  const file = path.join(folder, 'one', 'key-wrap.json');
  if (how === 'missing') rmSync(file);
  else if (how === 'damaged')
    writeFileSync(file, readFileSync(file, 'utf8').replace('"data":"', '"data":"0'));
  else {
    entries.set('one/database-key', 'cd'.repeat(32));
    await keys().setCredential(ONE, apiKey);
    entries.set('one/database-key', originalKey);
  }
  await keys().checkWrap('one');
  entries.delete('one/database-key');
  expect(await keys().databaseKey('one', apiKey)).toBe(originalKey);
});

test('keeps an intact wrap, and creates none for a password', async () => {
  await keys().setCredential(ONE, apiKey);
  const file = path.join(folder, 'one', 'key-wrap.json');
  const wrap = readFileSync(file, 'utf8');
  await keys().checkWrap('one');
  expect(readFileSync(file, 'utf8')).toBe(wrap);
  await keys().setCredential(ONE, { kind: 'password', username: 'ann', password: 'Summer2026' });
  await keys().checkWrap('one');
  expect(existsSync(file)).toBe(false);
});

test('stores neither the credential nor the database key in the wrap file', async () => {
  await keys().setCredential(ONE, apiKey);
  const text = readFileSync(path.join(folder, 'one', 'key-wrap.json'), 'utf8');
  expect(text).not.toContain(apiKey.key);
  expect(text).not.toContain(entries.get('one/database-key'));
});

test.each(['{"kind":"unheard-of"}', '{"kind":"api-k', ''])(
  'treats a damaged entry as a missing one: %s',
  async (damaged) => {
    entries.set('one/credential', damaged);
    entries.set('one/team', damaged);
    expect(await keys().credential(ONE, true)).toBeNull();
    expect(await keys().teamSecrets('one', { action: 'read' })).toBeNull();
  },
);

describe('the host of a credential', () => {
  const PLANTED = { ...ONE, baseUrl: 'https://planted.example/v2', authUrl: 'https://planted.example/v2' };
  const refusal = (facts: object) => ({
    failure: { kind: 'credential-refused', detail: { code: 'other-host', facts } },
  });

  test('gives a credential to the host it was entered for, under any path', async () => {
    await keys().setCredential(ONE, apiKey);
    expect(await keys().credential({ ...ONE, baseUrl: `${ONE.baseUrl}.1` }, false)).toEqual(apiKey);
  });

  test.each(['baseUrl', 'authUrl'] as const)(
    'refuses a credential where %s leads to another host',
    async (part) => {
      await keys().setCredential(ONE, apiKey);
      for (const isOwnRecord of [true, false])
        await expect(keys().credential({ ...ONE, [part]: PLANTED[part] }, isOwnRecord)).rejects.toMatchObject(
          refusal({ host: 'planted.example', before: 'api.harborview.example' }),
        );
      expect(await keys().credential(ONE, false)).toEqual(apiKey);
    },
  );

  test('binds an entry of an earlier version to the addresses that this installation wrote', async () => {
    entries.set('one/credential', JSON.stringify(apiKey));
    expect(await keys().credential(ONE, true)).toEqual(apiKey);
    await expect(keys().credential(PLANTED, true)).rejects.toMatchObject(
      refusal({ host: 'planted.example' }),
    );
  });

  test('does not give an entry of an earlier version to addresses of unknown origin', async () => {
    entries.set('one/credential', JSON.stringify(apiKey));
    await expect(keys().credential(PLANTED, false)).rejects.toMatchObject(
      refusal({ host: 'planted.example' }),
    );
    expect(entries.get('one/credential')).toBe(JSON.stringify(apiKey));
  });

  test('unlocks saved work with a credential that may not be sent', async () => {
    await keys().setCredential(ONE, apiKey);
    const originalKey = await keys().keyOfSavedWork('one');
    entries.delete('one/database-key');
    await expect(keys().credential(PLANTED, false)).rejects.toThrow();
    expect(await keys().keyOfSavedWork('one')).toBe(originalKey);
  });
});

describe('the key of a restore for a connection whose key is lost', () => {
  /** Prepares a restore next to old work, and stores its new key, as the app does right before the swap. */
  async function beforeSwap() {
    await keys().setCredential(ONE, { kind: 'password', username: 'pat', password: 'secret' });
    entries.delete('one/database-key');
    writeFileSync(path.join(folder, 'one', 'workspace.db'), 'old work');
    const staging = path.join(folder, 'one', 'restore-Ab12Cd');
    mkdirSync(staging);
    writeFileSync(path.join(staging, 'workspace.db'), 'new work');
    const sameProcess = keys();
    const key = await sameProcess.keyForRestore('one');
    await key.store(staging);
    const swap = () =>
      swapFiles({ folder: path.join(folder, 'one'), staging: 'restore-Ab12Cd', out: workFiles() });
    return { sameProcess, key, swap };
  }
  const names = () => [...entries.keys()].filter((name) => name !== 'one/credential');

  test('leaves the old work without a key if the app ends before the swap', async () => {
    const { sameProcess } = await beforeSwap();
    expect(await sameProcess.existingKey('one')).toBeNull();
    expect(names()).toHaveLength(1); // this process is about to swap
    expect(await keys().existingKey('one')).toBeNull();
    expect(names()).toEqual([]);
    await expect(keys().databaseKey('one', null)).rejects.toMatchObject({
      failure: { kind: 'credential-refused', detail: { code: 'key-lost' } },
    });
  });

  test('opens the new work if the app ends right after the swap', async () => {
    const { key, swap } = await beforeSwap();
    swap();
    expect(await keys().databaseKey('one', null)).toBe(key.databaseKey);
    expect(names()).toEqual(['one/database-key']);
    expect(readdirSync(path.join(folder, 'one')).filter((name) => name.startsWith('restored'))).toEqual([]);
  });

  test('is not stored if the keychain has a key again, or no longer has the one of the restore', async () => {
    const { sameProcess, swap } = await beforeSwap();
    const second = await sameProcess.keyForRestore('one');
    swap();
    const staging = path.join(folder, 'one', 'restore-Gh34Ij');
    mkdirSync(staging);
    await expect(second.store(staging)).rejects.toMatchObject({ failure: { kind: 'conflict' } });
    expect(names()).toEqual(['one/database-key']);
    const third = await sameProcess.keyForRestore('one');
    await third.store(staging);
    entries.delete('one/database-key');
    await expect(third.store(staging)).rejects.toMatchObject({ failure: { kind: 'conflict' } });
  });

  test('is deleted if the swap fails, and with the connection', async () => {
    const { key } = await beforeSwap();
    await key.discard();
    expect(names()).toEqual([]);
    entries.set('one/restored-database-key', 'cd');
    expect(await keys().remove('one')).toBe(true);
    expect([...entries]).toEqual([]);
  });
});
