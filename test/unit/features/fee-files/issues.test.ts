import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openEncrypted } from '#engine/sqlite/open-database';
import type { Workspace } from '#engine/workspace/open/workspace';
import type { SavedIssue } from '#contract/features/fee-files/schemas';
import { openTestWorkspace } from '#test/support/saved-work';
import { issuesText } from '../../../../renderer/features/fee-files/file-messages';

const KEY = '5a'.repeat(32);
let folder = '';
let workspace: Workspace;
const open = (): Workspace => openTestWorkspace(path.join(folder, 'workspace.db'), KEY);
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firm-desk-issues-'));
  workspace = open();
});
afterEach(() => {
  workspace.close();
  fs.rmSync(folder, { recursive: true });
});

function save(issues: SavedIssue[]): void {
  const pending = workspace.feeFiles.begin('/x/40.zip.part', '/x/40.zip', '40', null);
  const verified = { sha256: 'ab', bytes: 1, files: 2, issues };
  workspace.feeFiles.markVerified(pending.part, verified);
  expect(workspace.feeFiles.pending()).toMatchObject([{ issues }]);
  workspace.feeFiles.register(pending, verified);
}

it('stores issues of a saved archive as codes and facts, and shows them as text', () => {
  const issues: SavedIssue[] = [
    { code: 'other-count', files: 2, recorded: 1 },
    { code: 'unchecked', files: 1 },
  ];
  save(issues);
  expect(workspace.feeFiles.saved()).toMatchObject([{ issues }]);
  expect(issuesText(issues)).toBe(
    'It contains 2 files; its record says 1. 1 file in it can’t be opened, so could not be checked.',
  );
});

it('shows an issue word for word if an earlier version stored it as text', () => {
  save([]);
  workspace.close();
  const db = openEncrypted(path.join(folder, 'workspace.db'), KEY);
  db.prepare('UPDATE fee_file_saved SET issues = ?').run('It contains no files.');
  db.close();
  workspace = open();
  const [saved] = workspace.feeFiles.saved();
  expect(issuesText(saved?.issues ?? [])).toBe('It contains no files.');
});
