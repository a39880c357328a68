import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { OpenConnections } from '#engine/connection/open-connections';
import { ALL_SAVED_WORK } from '#engine/features/saved-work';
import { failureOf } from '#contract/failure';
import { bundleCacheThread } from '../../support/bundle';
import { sampleOpenRequest } from '../../support/open-request';

const unreachable = { baseUrl: 'http://127.0.0.1:9/v2', authUrl: 'http://127.0.0.1:9/v2' };
let writerEntry: string;
let root: string;
let folder: string;
let note: string;
let connections: OpenConnections;
beforeAll(async () => {
  writerEntry = await bundleCacheThread();
}, 60_000);
beforeEach(async () => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'firm-desk-missing-'));
  folder = path.join(root, 'firm');
  note = path.join(root, 'notes', 'firm.json');
  fs.mkdirSync(folder);
  connections = new OpenConnections({
    savedWork: ALL_SAVED_WORK,
    fetch: () => Promise.reject(new Error('no network')),
    writerEntry,
  });
  await open();
  connections.current.workspace.views.save({
    resource: 'accounts',
    name: 'Mine',
    query: { search: '', filters: [], sort: { field: 'name', descending: false } },
  });
  await connections.close();
});
afterEach(async () => {
  await connections.close();
  fs.rmSync(root, { recursive: true, force: true });
});

const open = (options: { acceptLoss?: boolean } = {}) =>
  connections.open({ ...sampleOpenRequest(folder, '5a'.repeat(32), unreachable), note, ...options });
const notices = () => connections.current.live.value.notices.map(({ failure }) => failure);
const views = () => connections.current.workspace.views.list('accounts').map(({ name }) => name);
const remove = (name: string) => {
  for (const part of ['', '-wal', '-shm']) fs.rmSync(path.join(folder, name + part), { force: true });
};

it('reports a missing history once, and starts a new one', async () => {
  remove('history.db');
  await open();
  expect(notices()).toMatchObject([{ kind: 'history-unreadable', detail: { code: 'history-missing' } }]);
  expect(views()).toEqual(['Mine']);
  expect(connections.current.history.runs({ offset: 0, limit: 9 }).total).toBe(0);
  await connections.close();
  await open();
  expect(notices()).toEqual([]);
});

it.each(['history.db', 'cache.db'])(
  'opens saved work if there is a folder at the path of %s',
  async (name) => {
    remove(name);
    fs.mkdirSync(path.join(folder, name));
    await open();
    const kind = name === 'history.db' ? 'history-unreadable' : 'cache-unreadable';
    expect(notices()).toMatchObject([{ kind }]);
    expect(views()).toEqual(['Mine']);
    expect(fs.readdirSync(folder).filter((entry) => entry.includes('.folder-'))).toHaveLength(1);
  },
);

it('reports that saved work and its note are missing, and opens the rest on request', async () => {
  remove('workspace.db');
  fs.rmSync(note);
  await open().then(
    () => expect.fail('it opened'),
    (error: unknown) =>
      expect(failureOf(error)).toMatchObject({
        kind: 'workspace-lost',
        detail: { code: 'work-missing-unnoted', facts: { folder } },
      }),
  );
  expect(fs.existsSync(path.join(folder, 'workspace.db'))).toBe(false);
  await open({ acceptLoss: true });
  const { entries } = connections.current.workspace.activity.list({}, 0, 9);
  expect(entries.map(({ kind }) => kind)).toEqual(['saved-work-lost']);
  await connections.close();
  await open();
  expect(notices()).toEqual([]);
});
