import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Workspace } from '#engine/workspace/open/workspace';
import { openTestWorkspace } from '#test/support/saved-work';
import { WORKSPACE_KEY, tempWorkspaceFile } from './temp-workspace';

let file: string;
let workspace: Workspace;
beforeEach(() => {
  file = tempWorkspaceFile();
  workspace = openTestWorkspace(file, WORKSPACE_KEY);
});
afterEach(() => workspace.close());
const visitAt = (time: string) => workspace.visits.recordVisit(new Date(`2026-11-${time}Z`));

it('starts a visit when the user returns after hours, but not on a restart', () => {
  expect(visitAt('20T09:00:00')).toBeNull();
  expect(visitAt('20T10:30:00')).toBeNull();
  expect(visitAt('20T11:45:00')).toBeNull();
  expect(visitAt('21T08:00:00')).toBe('2026-11-20T11:45:00.000Z');
  expect(visitAt('21T09:00:00')).toBe('2026-11-20T11:45:00.000Z');
  workspace.close();
  workspace = openTestWorkspace(file, WORKSPACE_KEY);
  expect(visitAt('21T09:10:00')).toBe('2026-11-20T11:45:00.000Z');
  expect(visitAt('21T12:00:00')).toBe('2026-11-21T09:10:00.000Z');
});

it('does not end a visit when the clock is set back', () => {
  visitAt('20T09:00:00');
  expect(visitAt('21T08:00:00')).toBe('2026-11-20T09:00:00.000Z');
  expect(visitAt('21T03:00:00')).toBe('2026-11-20T09:00:00.000Z');
  expect(visitAt('21T06:00:00')).toBe('2026-11-21T03:00:00.000Z');
});

it('returns the end of the previous visit without a new one while the user is away', () => {
  expect(workspace.visits.since()).toBeNull();
  visitAt('20T09:00:00');
  visitAt('21T08:00:00');
  expect(workspace.visits.since()).toBe('2026-11-20T09:00:00.000Z');
  expect(visitAt('22T08:00:00')).toBe('2026-11-21T08:00:00.000Z');
});
