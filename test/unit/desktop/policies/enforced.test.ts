import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Purpose } from '#contract/calls/choose';
import type { OpenRequest } from '#contract/calls/control';
import { failureOf } from '#contract/failure';
import type { Permission, Policies } from '#contract/policies';
import { ConnectionKeys } from '#main/desktop/connection-keys';
import { ConnectionStore } from '#main/desktop/connection-store';
import { Connections } from '#main/desktop/connections';
import type { Control } from '#main/desktop/engine-host';
import { ConnectionRemovals } from '#main/desktop/removals';
import { openWriter } from '#engine/cache/ingest/writer';
import { OpenConnections } from '#engine/connection/open-connections';
import { ALL_SAVED_WORK } from '#engine/features/saved-work';
import { Service } from '#engine/service/client';
import { connectionOf } from '#test/support/connection';
import { sampleOpenRequest } from '#test/support/open-request';

const KEY = '5a'.repeat(32);
const harbor = connectionOf({ id: 'harbor' });
const addresses = { baseUrl: harbor.baseUrl, authUrl: harbor.authUrl };
const owner = { username: 'owner', password: 'a password' };
const credential = { kind: 'api-key', key: 'canary-key-1234' } as const;
const BY_POLICY = { failure: { kind: 'by-policy' } };
let folder: string;
let policies: Policies;
let openRequests: OpenRequest[];
let connections: Connections;
const callService = vi.fn(() => Promise.resolve({}));
const demoStarted = vi.fn(() => Promise.resolve({ ...addresses, credential }));
const control = {
  open: (request: OpenRequest) => Promise.resolve(void openRequests.push(request)),
  close: () => Promise.resolve(),
  test: callService,
  listKeys: callService,
  createKey: callService,
  deleteKey: callService,
} as unknown as Control;

beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(tmpdir(), 'policies-enforced-'));
  policies = {};
  openRequests = [];
  vi.clearAllMocks();
  const entries = new Map<string, string>();
  const folderOf = (id: string) => path.join(folder, 'connections', id);
  const store = new ConnectionStore(folder, folderOf);
  store.put(harbor);
  const keys = new ConnectionKeys(
    {
      read: (entry) => Promise.resolve(entries.get(entry) ?? null),
      write: (entry, secret) => Promise.resolve(void entries.set(entry, secret)),
      remove: (entry) => Promise.resolve(void entries.delete(entry)),
    },
    folderOf,
  );
  await keys.setCredential(harbor, credential);
  connections = new Connections({
    store,
    keys,
    removals: new ConnectionRemovals(path.join(folder, 'removals.json'), keys),
    demo: { start: demoStarted, stop: () => undefined } as never,
    folderOf,
    noteOf: (id) => path.join(folder, `${id}.json`),
    log: () => undefined,
    policies: () => policies,
    startEngine: () => undefined,
  });
  await connections.engineStarted(control, true);
});
afterEach(async () => {
  await connections.close();
  fs.rmSync(folder, { recursive: true });
});

test('opens a connection unchanged when no policy is set', async () => {
  await connections.open('harbor');
  expect(openRequests).toMatchObject([{ connection: harbor, isBlocked: false }]);
  expect(openRequests[0]?.connection.readOnly).toBeUndefined();
});

test('opens every connection read-only under ReadOnly, even after it was edited', async () => {
  policies = { ReadOnly: true };
  await connections.open('harbor');
  await connections.change({ ...harbor, name: 'Harbor 2', readOnly: false, credential: null });
  expect(openRequests.map(({ connection }) => connection.readOnly)).toEqual([true, true]);
  expect(connections.find('harbor').readOnly).toBe(false);
});

test('creates and deletes no API key under ReadOnly', async () => {
  policies = { ReadOnly: true };
  const access = { kind: 'owner', keyName: 'Desk', ...owner } as const;
  await expect(
    connections.create({ name: 'New', ...addresses, application: 'production', access }),
  ).rejects.toMatchObject(BY_POLICY);
  await expect(
    connections.deleteKey({ ...addresses, ...owner, id: 1, keyName: 'Desk' }),
  ).rejects.toMatchObject(BY_POLICY);
  expect(callService).not.toHaveBeenCalled();
});

test('contacts only the addresses in ServiceAddresses', async () => {
  policies = { ServiceAddresses: ['https://other.example'] };
  await connections.open('harbor');
  await expect(connections.test({ ...addresses, credential })).rejects.toMatchObject(BY_POLICY);
  await expect(connections.listKeys({ ...addresses, ...owner })).rejects.toMatchObject(BY_POLICY);
  policies = { ServiceAddresses: [new URL(harbor.baseUrl).origin] };
  await connections.policiesChanged();
  await connections.test({ ...addresses, credential });
  expect(openRequests.map(({ isBlocked }) => isBlocked)).toEqual([true, false]);
  expect(callService).toHaveBeenCalledOnce();
  const otherAuthAddress = { ...addresses, authUrl: 'https://auth.other.example/v2', credential };
  await expect(connections.test(otherAuthAddress)).rejects.toMatchObject(BY_POLICY);
});

test('closes an open demo firm when DemoFirm becomes false, and opens none', async () => {
  await connections.openDemo('production');
  policies = { DemoFirm: false };
  await connections.policiesChanged();
  expect(connections.session.value.open).toMatchObject({ state: 'failed', ...BY_POLICY });
  await expect(connections.openDemo('sandbox')).rejects.toMatchObject(BY_POLICY);
  await connections.open('demo-production');
  expect(demoStarted).toHaveBeenCalledOnce();
});

test('the client of a blocked connection sends no read, sign-in or tax ID lookup', async () => {
  const fetch = vi.fn(() => Promise.resolve(new Response('{"data":[]}')));
  for (const access of [credential, { kind: 'password', ...owner } as const]) {
    const service = new Service({ ...addresses, fetch, credential: access, isBlocked: true });
    await expect(service.call('accounts.list', { pager: { limit: 1, page: 1 } })).rejects.toMatchObject(
      BY_POLICY,
    );
    const inOtherProcess = vi.fn(() => Promise.resolve());
    await expect(service.runInOtherProcess(inOtherProcess)).rejects.toMatchObject(BY_POLICY);
    expect(inOtherProcess).not.toHaveBeenCalled();
  }
  expect(fetch).not.toHaveBeenCalled();
});

test('tells the engine which actions policies forbid', async () => {
  policies = { ExportFiles: false, ExportTaxIds: true, RevealTaxIds: false };
  await connections.open('harbor');
  expect(openRequests[0]?.forbidden).toEqual(['ExportFiles', 'RevealTaxIds']);
});

test('the engine gives no path to write readable records to under ExportFiles', async () => {
  const engine = new OpenConnections({ savedWork: ALL_SAVED_WORK, fetch, writerEntry: 'none-is-needed.js' });
  /** Returns the granted path, or the kind of the failure. */
  const pathOrFailure = (purpose: Purpose) => {
    engine.grants.give({ id: purpose, path: `/${purpose}`, purpose });
    try {
      return engine.grants.path(purpose, purpose);
    } catch (error) {
      return failureOf(error).kind;
    }
  };
  const writer = openWriter(path.join(folder, 'cache.db'), KEY);
  writer.finishRun(writer.startRun([], '2026-01-02T03:04:05.000Z'), 'done', '2026-01-02T03:05:00.000Z', '{}');
  writer.close();
  const open = (forbidden: Permission[]) =>
    engine.open({ ...sampleOpenRequest(folder, KEY, addresses), forbidden });
  try {
    await open(['ExportFiles']);
    for (const purpose of ['records-export', 'tax-ids-export', 'period-pack', 'fee-files-folder'] as const)
      expect(pathOrFailure(purpose)).toBe('by-policy');
    for (const purpose of ['import-table', 'team-invitation'] as const)
      expect(pathOrFailure(purpose)).toBe(`/${purpose}`);
    await open(['RevealTaxIds']);
    expect(pathOrFailure('records-export')).toBe('/records-export');
  } finally {
    await engine.close();
  }
});
