import { afterEach, beforeEach, expect, it } from 'vitest';
import { openWorkspace, type Workspace } from '../../../main/engine/workspace/workspace';
import { KEY, tempFile } from './temp-workspace';

let file: string;
let workspace: Workspace;
beforeEach(() => {
  file = tempFile();
  workspace = openWorkspace(file, KEY);
});
afterEach(() => workspace.close());

it('a retired structure and the ceiling are there after a restart, and can be taken back', () => {
  expect(workspace.structureMarks.get()).toEqual({ retired: [], ceiling: null });
  workspace.structureMarks.retire('1290', 'jo', '2026-11-21T08:00:00Z');
  workspace.structureMarks.retire('1290', 'al', '2026-11-22T08:00:00Z');
  workspace.structureMarks.setCeiling('1.50');
  workspace.close();
  workspace = openWorkspace(file, KEY);
  expect(workspace.structureMarks.get()).toEqual({
    retired: [{ key: '1290', by: 'jo', at: '2026-11-21T08:00:00Z' }],
    ceiling: '1.50',
  });
  workspace.structureMarks.setCeiling('2');
  workspace.structureMarks.restore('1290');
  expect(workspace.structureMarks.get()).toEqual({ retired: [], ceiling: '2' });
  workspace.structureMarks.setCeiling(null);
  expect(workspace.structureMarks.get().ceiling).toBeNull();
});
