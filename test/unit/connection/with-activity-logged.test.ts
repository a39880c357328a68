import { existsSync, mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fail } from '#contract/failure';
import type { EngineRequest } from '#contract/calls/control';
import { ALL_SAVED_WORK } from '#engine/features/saved-work';
import type { CheckDatabase } from '#engine/connection/open-stores';
import { withActivityLogged } from '#engine/connection/with-activity-logged';
import { Events } from '#common/observable';
import { openTestWorkspace } from '#test/support/saved-work';

const KEY = '9'.repeat(64);
const DELETION = { kind: 'api-key-delete', count: 1, facts: { key: 'Old laptop' } } as const;
let root: string;
let sentRequests: EngineRequest[];

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'firm-desk-written-'));
  sentRequests = [];
});
afterEach(() => rmSync(root, { recursive: true }));

const newLocation = (id: string) => {
  const folder = mkdtempSync(path.join(root, `${id}-`));
  return { id, name: `Firm ${id}`, folder, databaseKey: KEY };
};
const fileIn = ({ folder }: { folder: string }) => path.join(folder, 'workspace.db');
/** Creates saved work. */
const location = (id: string, key = KEY) => {
  const created = newLocation(id);
  openTestWorkspace(fileIn(created), key).close();
  return created;
};
const connections = (isIntact?: CheckDatabase) => {
  const requests = new Events<EngineRequest>();
  requests.emit = (request) => void sentRequests.push(request);
  return { opened: () => undefined, requests, savedWork: ALL_SAVED_WORK, isIntact };
};
function entriesOf(connection: { folder: string }) {
  const workspace = openTestWorkspace(fileIn(connection), KEY);
  try {
    expect(workspace.activity.verify().broken).toBeNull();
    return workspace.activity.list({}, 0, 10).entries;
  } finally {
    workspace.close();
  }
}

it('logs an action without an open connection in every connection it concerns', async () => {
  const locations = [location('one'), location('two')];
  expect(
    await withActivityLogged(connections(), { locations, entry: DELETION }, () => Promise.resolve(7)),
  ).toBe(7);
  for (const connection of locations)
    expect(entriesOf(connection)).toMatchObject([
      { kind: 'api-key-delete', outcome: 'done', connection: connection.name, facts: { key: 'Old laptop' } },
    ]);
});

it.each([
  ['refused', 'not-allowed'],
  ['failed', 'offline'],
  ['unknown', 'unknown-outcome'],
] as const)('reports an action that fails, and logs its outcome as %s', async (outcome, kind) => {
  const connection = location('one');
  const work = withActivityLogged(connections(), { locations: [connection], entry: DELETION }, () =>
    Promise.reject(fail(kind)),
  );
  await expect(work).rejects.toMatchObject({ failure: { kind } });
  expect(entriesOf(connection)).toMatchObject([{ outcome }]);
});

it("continues if a log cannot be opened, and reports it in the app's own log", async () => {
  const lost = location('lost', '1'.repeat(64)); // another key
  const connection = location('one');
  await withActivityLogged(connections(), { locations: [lost, connection], entry: DELETION }, () =>
    Promise.resolve(),
  );
  expect(entriesOf(connection)).toHaveLength(1);
  expect(sentRequests).toMatchObject([{ kind: 'log', event: 'activity.not-written' }]);
});

it('creates no saved work, whose loss that would hide, except for a new connection', async () => {
  const entry = DELETION;
  const missing = newLocation('missing');
  await withActivityLogged(connections(), { locations: [missing], entry }, () => Promise.resolve());
  expect(existsSync(fileIn(missing))).toBe(false);
  expect(sentRequests).toMatchObject([{ event: 'activity.not-written', data: { kind: 'workspace-lost' } }]);
  const created = newLocation('new');
  await withActivityLogged(connections(), { locations: [created], entry, isNew: true }, () =>
    Promise.resolve(),
  );
  expect(entriesOf(created)).toHaveLength(1);
});

it('verifies a large file of saved work in another thread', async () => {
  const connection = location('one');
  truncateSync(fileIn(connection), 65_000_000); // longer by zeros, which SQLite ignores
  const isIntact = vi.fn(() => Promise.resolve(true));
  await withActivityLogged(connections(isIntact), { locations: [connection], entry: DELETION }, () =>
    Promise.resolve(),
  );
  expect(isIntact).toHaveBeenCalledExactlyOnceWith(fileIn(connection), KEY);
  expect(entriesOf(connection)).toHaveLength(1);
});
