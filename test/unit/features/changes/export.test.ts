import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Change } from '#contract/features/changes/calls';
import { openTestWorkspace } from '#test/support/saved-work';
import { AwaitedExports } from '#engine/connection/awaited-exports';
import { exportChanges } from '#engine/features/changes/router';
import { WORKSPACE_KEY, tempWorkspaceFile } from '../../workspace/temp-workspace';

const change: Change = {
  id: 1,
  runId: 4,
  at: '2026-11-21T07:00:00.000Z',
  resource: 'accounts',
  key: '9007199254740993',
  title: '=Juns, "Violet"',
  number: '007',
  custodian: 'PER',
  kind: 'changed',
  fields: [
    { field: 'required_cash', before: '0.10', after: 'null' },
    { field: 'notes', before: null, after: '"Call, then\\nwrite"' },
    { field: 'tax_id_token', before: null, after: null, hidden: true },
  ],
};

it('writes one line per field with exact digits, and logs the export', async () => {
  const workspaceFile = tempWorkspaceFile();
  const workspace = openTestWorkspace(workspaceFile, WORKSPACE_KEY);
  const file = path.join(path.dirname(workspaceFile), 'changes.csv');
  const history = {
    list: () => ({ total: 2, items: [] }),
    each: () => [change, { ...change, kind: 'new', fields: [] }][Symbol.iterator](),
  };
  const count = await exportChanges({ history, workspace } as never, {}, file);
  expect(count).toBe(2);
  const rowStart = `2026-11-21T07:00:00.000Z,accounts,Changed,"'=Juns, ""Violet""",9007199254740993,007,Pershing`;
  expect(readFileSync(file, 'utf8').split('\r\n').slice(1)).toEqual([
    `${rowStart},Required cash,0.10,,4`,
    `${rowStart},Notes,,"Call, then\nwrite",4`,
    `${rowStart},Owner tax ID (token),not recorded,not recorded,4`,
    `${rowStart.replace('Changed', 'New')},,,,4`,
    '',
  ]);
  expect(workspace.activity.list({}, 0, 1).entries[0]).toMatchObject({
    kind: 'changes-export',
    count: 2,
    outcome: 'done',
  });
  workspace.close();
});

it('is active work until saved, and leaves no file if the connection closes earlier', async () => {
  const workspaceFile = tempWorkspaceFile();
  const workspace = openTestWorkspace(workspaceFile, WORKSPACE_KEY);
  const folder = path.dirname(workspaceFile);
  const filesBefore = readdirSync(folder);
  function* manyChanges() {
    for (let count = 0; count < 20_000; count += 1) yield change;
  }
  const history = { list: () => ({ total: 20_000, items: [] }), each: manyChanges };
  const exports = new AwaitedExports(new AbortController().signal);
  const exported = exports.run((signal) =>
    exportChanges({ history, workspace } as never, {}, path.join(folder, 'changes.csv'), signal),
  );
  const canceled = expect(exported).rejects.toMatchObject({ failure: { kind: 'canceled' } });
  expect(exports.count()).toBe(1);
  await exports.end();
  await canceled;
  expect(exports.count()).toBe(0);
  expect(readdirSync(folder)).toEqual(filesBefore);
  expect(workspace.activity.list({}, 0, 1).entries[0]).toMatchObject({ outcome: 'canceled' });
  workspace.close();
});
