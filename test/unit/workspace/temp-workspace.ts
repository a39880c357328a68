import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { failureOf, type Failure } from '../../../preload/contract/failure';
import { whenOver } from '../../support/left-behind';

export const KEY = '7c'.repeat(32);
export const OTHER_KEY = '8d'.repeat(32);

export function tempFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-workspace-'));
  whenOver(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'workspace.db');
}

export const beside = (file: string): string[] => readdirSync(path.dirname(file)).sort();

export function failing(work: () => unknown): Failure {
  try {
    work();
  } catch (error) {
    return failureOf(error);
  }
  throw new Error('It succeeded.');
}
