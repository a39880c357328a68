import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { failureOf, type Failure } from '#contract/failure';
import { addCleanup } from '../../support/cleanups';

export const WORKSPACE_KEY = '7c'.repeat(32);
export const OTHER_WORKSPACE_KEY = '8d'.repeat(32);

export function tempWorkspaceFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-workspace-'));
  addCleanup(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'workspace.db');
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
