import { afterEach, beforeEach, expect, it } from 'vitest';
import { feeChangeThresholds } from '#contract/features/fee-structures/schemas';
import type { Workspace } from '#engine/workspace/open/workspace';
import { openTestWorkspace } from '#test/support/saved-work';
import { setCeiling, setFeeChange, setRetired } from '#engine/features/fee-structures/router';
import { WORKSPACE_KEY, tempWorkspaceFile } from './temp-workspace';

let file: string;
let workspace: Workspace;
beforeEach(() => {
  file = tempWorkspaceFile();
  workspace = openTestWorkspace(file, WORKSPACE_KEY);
});
afterEach(() => workspace.close());

it('retired structures and the ceiling survive a restart and can be reverted', () => {
  expect(workspace.feeSettings.get()).toEqual({ retired: [], ceiling: null });
  workspace.feeSettings.retire('1290', 'jo', '2026-11-21T08:00:00Z');
  workspace.feeSettings.retire('1290', 'al', '2026-11-22T08:00:00Z'); // keeps the first one
  workspace.feeSettings.setCeiling('1.50');
  workspace.close();
  workspace = openTestWorkspace(file, WORKSPACE_KEY);
  expect(workspace.feeSettings.get()).toEqual({
    retired: [{ key: '1290', by: 'jo', at: '2026-11-21T08:00:00Z' }],
    ceiling: '1.50',
  });
  workspace.feeSettings.setCeiling('2');
  workspace.feeSettings.restore('1290');
  expect(workspace.feeSettings.get()).toEqual({ retired: [], ceiling: '2' });
  workspace.feeSettings.setCeiling(null);
  expect(workspace.feeSettings.get().ceiling).toBeNull();
});

it('logs each retirement and ceiling that is set, changed or removed, but no repeated call', () => {
  const at = new Date('2026-11-22T08:00:00Z');
  setRetired(workspace, { key: '1290', isRetired: true }, at);
  setRetired(workspace, { key: '1290', isRetired: true }, at);
  setCeiling(workspace, '1.50');
  setCeiling(workspace, '1.50');
  setCeiling(workspace, '2');
  expect(setCeiling(workspace, null).ceiling).toBeNull();
  expect(setRetired(workspace, { key: '1290', isRetired: false }).retired).toEqual([]);
  const { entries } = workspace.activity.list({}, 0, 10);
  expect(entries.map(({ kind, outcome, facts }) => [kind, outcome, facts]).reverse()).toEqual([
    ['structure-retire', 'done', { fee_structure_id: '1290' }],
    ['rate-ceiling-set', 'done', { ceiling: '1.50', ceiling_before: null }],
    ['rate-ceiling-set', 'done', { ceiling: '2', ceiling_before: '1.50' }],
    ['rate-ceiling-remove', 'done', { ceiling: null, ceiling_before: '2' }],
    ['structure-restore', 'done', { fee_structure_id: '1290' }],
  ]);
});

it('thresholds of fee changes survive a restart, and are logged once', () => {
  const thresholds = { percent: '20', dollars: '250.50' };
  setFeeChange(workspace, thresholds);
  setFeeChange(workspace, thresholds);
  workspace.close();
  workspace = openTestWorkspace(file, WORKSPACE_KEY);
  expect(workspace.feeSettings.get()).toEqual({ retired: [], ceiling: null, feeChange: thresholds });
  expect(setFeeChange(workspace, null)).toEqual({ retired: [], ceiling: null });
  expect(
    workspace.activity
      .list({}, 0, 10)
      .entries.map(({ kind, facts }) => [kind, facts])
      .reverse(),
  ).toEqual([
    ['fee-thresholds-set', thresholds],
    ['fee-thresholds-set', { percent: '15', dollars: '100' }], // the default ones
  ]);
});

it('thresholds of fee changes are positive, with up to nine digits and two decimals', () => {
  const isAllowed = (thresholds: unknown) => feeChangeThresholds.safeParse(thresholds).success;
  expect(isAllowed({ percent: '0.01', dollars: '999999999.99' })).toBe(true);
  for (const wrong of ['0', '0.00', '', '-1', '1e3', '1.234', '1000000000']) {
    expect(isAllowed({ percent: wrong, dollars: '1' })).toBe(false);
    expect(isAllowed({ percent: '1', dollars: wrong })).toBe(false);
  }
});
