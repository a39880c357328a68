import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { failureOf, type Failure } from '#contract/failure';
import { openTestWorkspace } from '#test/support/saved-work';
import { addCleanup } from '../../support/cleanups';
import { newDatabase } from '../../support/new-database';
import { removeFolder } from '../../support/remove-folder';

export const WORKSPACE_KEY = '7c'.repeat(32);
export const OTHER_WORKSPACE_KEY = '8d'.repeat(32);

const NAME = 'workspace.db';
const putNewWorkspace = newDatabase((folder) =>
  openTestWorkspace(path.join(folder, NAME), WORKSPACE_KEY).close(),
);

/** Returns a file that does not exist yet. */
export function missingWorkspaceFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-workspace-'));
  addCleanup(() => removeFolder(folder));
  return path.join(folder, NAME);
}

/** Returns a file with new, empty saved work under WORKSPACE_KEY. */
export function tempWorkspaceFile(): string {
  const file = missingWorkspaceFile();
  putNewWorkspace(path.dirname(file));
  return file;
}

export const siblingFiles = (file: string): string[] => readdirSync(path.dirname(file)).sort();

export function failureFrom(work: () => unknown): Failure {
  try {
    work();
  } catch (error) {
    return failureOf(error);
  }
  throw new Error('It succeeded.');
}
