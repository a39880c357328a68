import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConnectionKeys } from '../../../main/desktop/connection-keys';
import type { Keychain } from '../../../main/desktop/keychain';

let folder: string;
let entries: Map<string, string>;
const keychain: Keychain = {
  read: (entry) => Promise.resolve(entries.get(entry) ?? null),
  write: (entry, secret) => Promise.resolve(void entries.set(entry, secret)),
  remove: (entry) => Promise.resolve(void entries.delete(entry)),
};
const keys = () => new ConnectionKeys(keychain, (id) => path.join(folder, id));
const apiKey = { kind: 'api-key', key: 'canary-key-1234' } as const;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'keys-'));
  entries = new Map();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a lost keychain costs nothing: the same credential gets the database key back', async () => {
  await keys().setCredential('one', apiKey);
  const before = await keys().databaseKey('one', apiKey);
  entries.clear();
  await keys().setCredential('one', apiKey);
  expect(await keys().databaseKey('one', null)).toBe(before);
});

test('each connection has a random database key of its own', async () => {
  const made = await Promise.all(['one', 'two', 'three'].map((id) => keys().databaseKey(id, apiKey)));
  for (const key of made) expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set(made).size).toBe(3);
});

test('a lost key beside saved work is never replaced by a new one', async () => {
  await keys().setCredential('one', apiKey);
  writeFileSync(path.join(folder, 'one', 'workspace.db'), 'what people wrote');
  entries.clear();
  await expect(keys().databaseKey('one', null)).rejects.toMatchObject({
    failure: { kind: 'credential-refused' },
  });
  await expect(keys().setCredential('one', { kind: 'api-key', key: 'another-key-99' })).rejects.toMatchObject(
    {
      failure: { kind: 'workspace-unreadable' },
    },
  );
  expect(entries.size).toBe(0);
});

test('after a changed credential the wrap opens with the new one', async () => {
  await keys().setCredential('one', apiKey);
  const before = await keys().databaseKey('one', apiKey);
  const changed = { kind: 'api-key', key: 'another-key-1234' } as const;
  await keys().setCredential('one', changed);
  entries.clear();
  expect(await keys().databaseKey('one', changed)).toBe(before);
});

test.each(['missing', 'damaged', 'another key’s'] as const)('a wrap that is %s is made anew', async (how) => {
  await keys().setCredential('one', apiKey);
  const before = await keys().databaseKey('one', apiKey);
  const file = path.join(folder, 'one', 'key-wrap.json');
  if (how === 'missing') rmSync(file);
  else if (how === 'damaged')
    writeFileSync(file, readFileSync(file, 'utf8').replace('"data":"', '"data":"0'));
  else {
    entries.set('one/database-key', 'cd'.repeat(32));
    await keys().setCredential('one', apiKey);
    entries.set('one/database-key', before);
  }
  await keys().checkWrap('one');
  entries.delete('one/database-key');
  expect(await keys().databaseKey('one', apiKey)).toBe(before);
});

test('a whole wrap is left as it is, and a password gets none', async () => {
  await keys().setCredential('one', apiKey);
  const file = path.join(folder, 'one', 'key-wrap.json');
  const before = readFileSync(file, 'utf8');
  await keys().checkWrap('one');
  expect(readFileSync(file, 'utf8')).toBe(before);
  await keys().setCredential('one', { kind: 'password', username: 'ann', password: 'Summer2026' });
  await keys().checkWrap('one');
  expect(existsSync(file)).toBe(false);
});

test('the wrap on disk holds neither the credential nor the database key', async () => {
  await keys().setCredential('one', apiKey);
  const text = readFileSync(path.join(folder, 'one', 'key-wrap.json'), 'utf8');
  expect(text).not.toContain(apiKey.key);
  expect(text).not.toContain(entries.get('one/database-key'));
});

test('a damaged entry counts as a missing credential', async () => {
  entries.set('one/credential', '{"kind":"unheard-of"}');
  expect(await keys().credential('one')).toBeNull();
});
