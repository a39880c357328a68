import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi, type Mock } from 'vitest';
import { ApiKeys } from '#main/desktop/api-keys';
import { ConnectionKeys } from '#main/desktop/connection-keys';
import { Connections } from '#main/desktop/connections';
import { ConnectionStore } from '#main/desktop/connection-store';
import type { Control } from '#main/desktop/engine-host';
import { ConnectionRemovals } from '#main/desktop/removals';
import { fail } from '#contract/failure';
import type { Connection } from '#contract/connection';
import { connectionOf } from '../../support/connection';

const locationOf = ({ id, name }: Connection) => ({
  id,
  name,
  folder: `/connections/${id}`,
  databaseKey: 'aa',
});
const request = {
  baseUrl: 'https://api.harborview.example/v2',
  authUrl: 'https://api.harborview.example/v2',
  username: 'owner',
  password: 'correct horse',
  id: 7,
  keyName: 'Old laptop',
};

function createApiKeys(savedWorkOf: (connection: Connection) => Promise<ReturnType<typeof locationOf>>) {
  const deleteKey = vi.fn((_request: unknown) => Promise.resolve());
  const log = vi.fn();
  const keyCreated = () => Promise.reject(fail('engine-lost'));
  const control = () => ({ deleteKey, keyCreated }) as unknown as Control;
  const keys = new ApiKeys({ control, savedWorkOf, log });
  return { keys, deleteKey, log };
}

it('logs a key deletion in the connections to that service only', async () => {
  const { keys, deleteKey } = createApiKeys((connection) => Promise.resolve(locationOf(connection)));
  const other = 'https://other.example/v2';
  const all = [
    connectionOf({ id: 'one' }),
    connectionOf({ id: 'two' }),
    connectionOf({ id: 'elsewhere', authUrl: other }),
    connectionOf({ id: 'demo-production', demo: true }),
  ];
  await keys.delete(request, all);
  const logs = all.slice(0, 2).map(locationOf);
  expect(deleteKey).toHaveBeenCalledExactlyOnceWith({ ...request, logs });
});

it('deletes a key even if a log cannot be opened', async () => {
  const { keys, deleteKey, log } = createApiKeys((connection) =>
    connection.id === 'locked'
      ? Promise.reject(fail('keychain-locked'))
      : Promise.resolve(locationOf(connection)),
  );
  const open = connectionOf({ id: 'open' });
  await keys.delete(request, [connectionOf({ id: 'locked' }), open]);
  expect(deleteKey).toHaveBeenCalledExactlyOnceWith({ ...request, logs: [locationOf(open)] });
  expect(log).toHaveBeenCalledWith('activity.not-written', { kind: 'keychain-locked' });
});

it('does not fail if the creation of a key cannot be logged', async () => {
  const { keys, log } = createApiKeys((connection) => Promise.resolve(locationOf(connection)));
  await keys.noteCreated(connectionOf({ id: 'one' }), { kind: 'owner', ...request });
  expect(log).toHaveBeenCalledWith('activity.not-written', { kind: 'engine-lost' });
});

describe('connecting with the owner', () => {
  let root: string;
  let isLocked: boolean;
  let createKey: Mock<() => Promise<{ key: string }>>;
  let connections: Connections;
  const call = async <T>(work: () => T): Promise<T> => {
    await Promise.resolve();
    if (isLocked) throw fail('keychain-locked');
    return work();
  };
  const create = () => {
    const { baseUrl, authUrl } = request;
    const access = { kind: 'owner', username: 'owner', password: 'correct horse', keyName: 'Desk' } as const;
    return connections.create({ name: 'Harbor', baseUrl, authUrl, application: 'production', access });
  };
  beforeEach(async () => {
    root = fs.mkdtempSync(path.join(tmpdir(), 'firm-desk-owner-'));
    isLocked = false;
    createKey = vi.fn(() => Promise.resolve({ key: 'canary-key-1234' }));
    const folderOf = (id: string) => path.join(root, 'connections', id);
    const entries = new Map<string, string>();
    const keychain = {
      read: (entry: string) => call(() => entries.get(entry) ?? null),
      write: (entry: string, secret: string) => call(() => void entries.set(entry, secret)),
      remove: (entry: string) => call(() => void entries.delete(entry)),
    };
    const keys = new ConnectionKeys(keychain, folderOf);
    connections = new Connections({
      store: new ConnectionStore(root, folderOf),
      keys,
      removals: new ConnectionRemovals(path.join(root, 'removals.json'), keys),
      demo: { stop: () => undefined } as never,
      folderOf,
      noteOf: (id) => path.join(root, `${id}.json`),
      log: () => undefined,
      policies: () => ({}),
      startEngine: () => undefined,
    });
    const control = {
      createKey,
      keyCreated: () => Promise.reject(fail('engine-lost')),
      open: () => Promise.resolve(),
    };
    await connections.engineStarted(control as unknown as Control, true);
  });
  afterEach(() => fs.rmSync(root, { recursive: true }));

  it('creates no key while the keychain is locked', async () => {
    isLocked = true;
    await expect(create()).rejects.toMatchObject({ failure: { kind: 'keychain-locked' } });
    expect(createKey).not.toHaveBeenCalled();
  });

  it('names the new key if the keychain was locked before it could store it', async () => {
    createKey.mockImplementationOnce(() => {
      isLocked = true;
      return Promise.resolve({ key: 'canary-key-1234' });
    });
    await expect(create()).rejects.toMatchObject({
      failure: { kind: 'credential-unusable', detail: { code: 'key-created', facts: { name: 'Desk' } } },
    });
    expect(connections.session.value.connections).toEqual([]);
  });

  it('opens the connection although the creation of its key cannot be logged', async () => {
    const { id } = await create();
    expect(connections.session.value.open).toMatchObject({ state: 'open', connection: { id } });
  });
});
