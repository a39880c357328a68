import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fail } from '#contract/failure';
import type { EngineRequest } from '#contract/calls/control';
import { ALL_SAVED_WORK } from '#engine/features/saved-work';
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

const location = (id: string) => {
  const folder = mkdtempSync(path.join(root, `${id}-`));
  return { id, name: `Firm ${id}`, folder, databaseKey: KEY };
};
const connections = () => {
  const requests = new Events<EngineRequest>();
  requests.emit = (request) => void sentRequests.push(request);
  return { opened: () => undefined, requests, savedWork: ALL_SAVED_WORK };
};
function entriesOf({ folder }: { folder: string }) {
  const workspace = openTestWorkspace(path.join(folder, 'workspace.db'), KEY);
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
  const lost = location('lost');
  openTestWorkspace(path.join(lost.folder, 'workspace.db'), '1'.repeat(64)).close(); // another key
  const connection = location('one');
  await withActivityLogged(connections(), { locations: [lost, connection], entry: DELETION }, () =>
    Promise.resolve(),
  );
  expect(entriesOf(connection)).toHaveLength(1);
  expect(sentRequests).toMatchObject([{ kind: 'log', event: 'activity.not-written' }]);
});
