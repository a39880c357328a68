import { expect, it } from 'vitest';
import { copyRows } from '#engine/records/copy-rows';
import type { EngineRequest } from '#contract/calls/control';
import { Events } from '#common/observable';
import { openTestWorkspace } from '#test/support/saved-work';
import { WORKSPACE_KEY, tempWorkspaceFile } from '../workspace/temp-workspace';

it('logs a copy of several rows with their count, but not a copy of one row', () => {
  const emitted: EngineRequest[] = [];
  const requests = new Events<EngineRequest>();
  requests.emit = (request) => void emitted.push(request);
  const workspace = openTestWorkspace(tempWorkspaceFile(), WORKSPACE_KEY);
  const copy = (rows: number) =>
    copyRows(
      { workspace, requests },
      { text: `Name\n${'Ann Lee\n'.repeat(rows)}`, rows },
      { list: 'accounts' },
    );
  expect([copy(1), copy(3)]).toEqual([{ rows: 1 }, { rows: 3 }]);
  expect(emitted.map(({ kind }) => kind)).toEqual(['clipboard', 'clipboard']);
  const { entries } = workspace.activity.list({}, 0, 10);
  expect(entries).toMatchObject([
    { kind: 'records-copy', count: 3, outcome: 'done', facts: { list: 'accounts' } },
  ]);
  expect(JSON.stringify(entries)).not.toContain('Ann');
  workspace.close();
});
