import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ConnectionKeys } from '#main/desktop/connection-keys';
import { Connections, WRAP_CHECK_DELAY_MS } from '#main/desktop/connections';
import { ConnectionStore } from '#main/desktop/connection-store';
import { DemoHost } from '#main/desktop/demo-host';
import type { Control } from '#main/desktop/engine-host';
import { ConnectionRemovals } from '#main/desktop/removals';
import { connectionOf } from '../../support/connection';

const apiKey = { kind: 'api-key', key: 'canary-key-1234' } as const;
let root: string;
beforeEach(() => void (root = fs.mkdtempSync(path.join(tmpdir(), 'firm-desk-wrap-'))));
afterEach(() => {
  vi.useRealTimers();
  fs.rmSync(root, { recursive: true });
});

it('checks the wrap of the database key after opening, and recreates a damaged one', async () => {
  const entries = new Map<string, string>();
  const folderOf = (id: string) => path.join(root, 'connections', id);
  const keys = new ConnectionKeys(
    {
      read: (entry) => Promise.resolve(entries.get(entry) ?? null),
      write: (entry, secret) => Promise.resolve(void entries.set(entry, secret)),
      remove: (entry) => Promise.resolve(void entries.delete(entry)),
    },
    folderOf,
  );
  const store = new ConnectionStore(root, folderOf);
  store.put(connectionOf({ id: 'harbor' }));
  await keys.setCredential(connectionOf({ id: 'harbor' }), apiKey);
  const before = await keys.databaseKey('harbor', apiKey);
  fs.writeFileSync(path.join(folderOf('harbor'), 'key-wrap.json'), '{"version": 2, "sal');
  const connections = new Connections({
    store,
    keys,
    removals: new ConnectionRemovals(path.join(root, 'removals.json'), keys),
    demo: new DemoHost('none', 0, () => undefined),
    folderOf,
    noteOf: (id) => path.join(root, `${id}.json`),
    log: () => undefined,
    policies: () => ({}),
    startEngine: () => undefined,
  });
  await connections.engineStarted({ open: () => Promise.resolve() } as unknown as Control, false);
  vi.useFakeTimers();
  await connections.open('harbor');
  await vi.advanceTimersByTimeAsync(WRAP_CHECK_DELAY_MS);
  entries.delete('harbor/database-key');
  expect(await keys.databaseKey('harbor', apiKey)).toBe(before);
});
