import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConnectionStore } from '../../../main/desktop/connection-store';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'store-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const connection = (id: string, createdAt: string) => ({
  id,
  name: id,
  baseUrl: 'https://service.example/v2',
  authUrl: 'https://service.example/v2',
  application: 'production' as const,
  credentialKind: 'api-key' as const,
  demo: false,
  createdAt,
});

test('connections survive a restart in the order they were made, readable by their owner only', () => {
  const store = new ConnectionStore(folder);
  store.put(connection('later', '2026-02-01T00:00:00Z'));
  store.put(connection('first', '2026-01-01T00:00:00Z'));
  store.put({ ...connection('first', '2026-01-01T00:00:00Z'), name: 'Renamed' });
  expect(new ConnectionStore(folder).all.map((one) => one.name)).toEqual(['Renamed', 'later']);
  if (process.platform !== 'win32')
    expect(statSync(path.join(folder, 'connections.json')).mode & 0o077).toBe(0);
  store.remove('later');
  expect(new ConnectionStore(folder).find('later')).toBeUndefined();
});

test('the connection that was open last is remembered until it is closed or removed', () => {
  const store = new ConnectionStore(folder);
  store.put(connection('first', '2026-01-01T00:00:00Z'));
  store.setLast('first');
  expect(new ConnectionStore(folder).last).toBe('first');
  store.remove('first');
  expect(new ConnectionStore(folder).last).toBeNull();
});

test('a damaged list is put aside, never overwritten', () => {
  writeFileSync(path.join(folder, 'connections.json'), '{"version":1,"connections":[{');
  expect(new ConnectionStore(folder).all).toEqual([]);
  expect(readdirSync(folder).filter((name) => name.startsWith('connections.json.damaged-'))).toHaveLength(1);
});
