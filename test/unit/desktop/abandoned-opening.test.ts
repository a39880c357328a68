import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi, type Mock } from 'vitest';
import type { OpenRequest } from '#contract/calls/control';
import { fail } from '#contract/failure';
import { ConnectionKeys } from '#main/desktop/connection-keys';
import { Connections } from '#main/desktop/connections';
import { ConnectionStore } from '#main/desktop/connection-store';
import type { Control } from '#main/desktop/engine-host';
import { ConnectionRemovals } from '#main/desktop/removals';
import { connectionOf } from '../../support/connection';

let root: string;
/** IDs of the connections that the engine opened. */
let openedIds: string[];
let connections: Connections;
/** Let the keychain answer, or fail, the first read of Harbor's credential. */
let answerHarbor: () => void;
let failHarbor: () => void;
/** True until Harbor's credential is read. */
let isReading: boolean;
/** What the engine does when it closes its connection. */
let closeEngine: () => Promise<void>;
let stopDemo: Mock<() => void>;

beforeEach(async () => {
  root = fs.mkdtempSync(path.join(tmpdir(), 'firm-desk-abandoned-'));
  openedIds = [];
  closeEngine = () => Promise.resolve();
  stopDemo = vi.fn();
  const entries = new Map<string, string>();
  const folderOf = (id: string) => path.join(root, 'connections', id);
  const harborAnswer = new Promise<void>((resolve, reject) => {
    answerHarbor = resolve;
    failHarbor = () => reject(fail('keychain-locked'));
  });
  harborAnswer.catch(() => undefined); // some tests never read it
  isReading = false;
  const keychain = {
    read: async (entry: string) => {
      if (isReading && entry === 'harbor/credential') {
        isReading = false;
        await harborAnswer;
      }
      return entries.get(entry) ?? null;
    },
    write: (entry: string, secret: string) => Promise.resolve(void entries.set(entry, secret)),
    remove: (entry: string) => Promise.resolve(void entries.delete(entry)),
  };
  const keys = new ConnectionKeys(keychain, folderOf);
  const store = new ConnectionStore(root, folderOf);
  for (const id of ['harbor', 'summit']) {
    store.put(connectionOf({ id }));
    await keys.setCredential(connectionOf({ id }), { kind: 'api-key', key: 'canary-key-1234' });
  }
  connections = new Connections({
    store,
    keys,
    removals: new ConnectionRemovals(path.join(root, 'removals.json'), keys),
    demo: { stop: stopDemo } as never,
    folderOf,
    noteOf: (id) => path.join(root, `${id}.json`),
    log: () => undefined,
    policies: () => ({}),
    startEngine: () => undefined,
  });
  const control = {
    open: ({ connection }: OpenRequest) => Promise.resolve(void openedIds.push(connection.id)),
    close: () => closeEngine(),
  };
  await connections.engineStarted(control as unknown as Control, true);
  isReading = true;
});
afterEach(() => fs.rmSync(root, { recursive: true }));

it.each([
  ['answers', () => answerHarbor()],
  ['fails', () => failHarbor()],
])('stays closed if it was closed before the keychain %s', async (_how, settle) => {
  const opening = connections.open('harbor');
  await connections.close();
  settle();
  await opening;
  expect(openedIds).toEqual([]);
  expect(connections.session.value.open).toBeNull();
});

it.each([
  ['answers', () => answerHarbor()],
  ['fails', () => failHarbor()],
])('leaves open what the user opened before the keychain %s', async (_how, settle) => {
  const opening = connections.open('harbor');
  await connections.open('summit');
  settle();
  await opening;
  expect(openedIds).toEqual(['summit']);
  expect(connections.session.value.open).toMatchObject({ connection: { id: 'summit' }, state: 'open' });
});

it('opens a connection again that was closed while it was opening', async () => {
  const opening = connections.open('harbor');
  await connections.close();
  await connections.open('harbor');
  answerHarbor();
  await opening;
  expect(openedIds).toEqual(['harbor']);
  expect(connections.session.value.open).toMatchObject({ connection: { id: 'harbor' }, state: 'open' });
});

it('stops the demo firm once another connection is open, not before', async () => {
  const opening = connections.open('harbor');
  await vi.waitFor(() => expect(isReading).toBe(false));
  expect(stopDemo).not.toHaveBeenCalled();
  answerHarbor();
  await opening;
  expect(stopDemo).toHaveBeenCalledOnce();
});

it('is shown as failed if the engine could not close it', async () => {
  const opening = connections.open('harbor');
  closeEngine = () => Promise.reject(fail('disk-not-written'));
  await expect(connections.close()).rejects.toMatchObject({ failure: { kind: 'disk-not-written' } });
  answerHarbor();
  await opening;
  expect(openedIds).toEqual([]);
  expect(connections.session.value.open).toMatchObject({
    state: 'failed',
    failure: { kind: 'disk-not-written' },
  });
});

it('opens only after a task with its files, if the task began while it was opening', async () => {
  const opening = connections.open('harbor');
  await vi.waitFor(() => expect(isReading).toBe(false));
  await connections.whileClosed('harbor', async () => {
    answerHarbor();
    await opening;
    expect(openedIds).toEqual([]);
  });
  await connections.open('harbor');
  expect(openedIds).toEqual(['harbor']);
});

it('opens after all if the task with its files fails', async () => {
  const opening = connections.open('harbor');
  await vi.waitFor(() => expect(isReading).toBe(false));
  answerHarbor();
  const task = connections.whileClosed('harbor', () => Promise.reject(fail('disk-not-written')));
  await expect(task).rejects.toMatchObject({ failure: { kind: 'disk-not-written' } });
  await opening;
  expect(openedIds).toEqual(['harbor']);
  expect(connections.session.value.open).toMatchObject({ connection: { id: 'harbor' }, state: 'open' });
});

describe('while a connection closes slowly', () => {
  let closed: () => void;
  beforeEach(async () => {
    isReading = false;
    await connections.open('harbor');
    const isClosed = new Promise<void>((resolve) => (closed = resolve));
    closeEngine = () => isClosed;
    stopDemo.mockClear();
  });

  it.each([
    ['was closed', () => connections.close()],
    ['closes for new policies', () => connections.policiesChanged()],
  ])('opens another, which stays open after the first one %s', async (_how, close) => {
    const closing = close();
    await connections.open('summit');
    stopDemo.mockClear();
    closed();
    await closing;
    expect(openedIds).toEqual(['harbor', 'summit']);
    expect(connections.session.value.open).toMatchObject({ connection: { id: 'summit' }, state: 'open' });
    expect(stopDemo).not.toHaveBeenCalled();
    expect(JSON.parse(fs.readFileSync(path.join(root, 'connections.json'), 'utf8'))).toMatchObject({
      last: 'summit',
    });
  });

  it('removes one that is opened again, only after closing it again', async () => {
    const removing = connections.remove('harbor');
    const opening = connections.open('harbor');
    closed();
    await Promise.all([removing, opening]);
    expect(connections.session.value).toMatchObject({ open: null, leftoverData: 0, leftoverKeys: 0 });
    expect(connections.session.value.connections.map(({ id }) => id)).toEqual(['summit']);
    expect(fs.readdirSync(path.join(root, 'connections'))).toEqual(['summit']);
  });
});
