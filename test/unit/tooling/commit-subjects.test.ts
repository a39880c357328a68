import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test as anyTest } from 'vitest';
import { checkCommitSubjects } from '../../../scripts/lib/commit-subjects.mjs';
import { hasGit } from '../../support/programs';

const test = anyTest.skipIf(!hasGit);

let folder: string;
const git = (...args: string[]): string =>
  execFileSync(
    'git',
    ['-C', folder, '-c', 'user.name=Test', '-c', 'user.email=test@example.invalid', ...args],
    {
      encoding: 'utf8',
    },
  ).trim();

/** Adds an empty commit and returns its hash. */
function commit(subject: string): string {
  git('commit', '--quiet', '--allow-empty', '-m', subject);
  return git('rev-parse', 'HEAD');
}

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'commits-'));
  git('init', '--quiet');
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

test('accepts a subject of 72 characters and names one of 73', () => {
  const base = commit('x'.repeat(100));
  commit('a'.repeat(72));
  expect(checkCommitSubjects({ base, folder })).toEqual({ ok: true, output: '' });
  commit('b'.repeat(73));
  const { ok, output } = checkCommitSubjects({ base, folder });
  expect(ok).toBe(false);
  expect(output).toMatch(/^Commit subjects of more than 72 characters:\n\w+ 73 b{73}\n$/);
});

test('skips a clone without the base commit and a folder without git', () => {
  commit('b'.repeat(100));
  const skipped = {
    ok: true,
    output: '',
    skipped: expect.stringContaining('is not in this clone') as string,
  };
  expect(checkCommitSubjects({ base: 'f'.repeat(40), folder })).toEqual(skipped);
  fs.rmSync(path.join(folder, '.git'), { recursive: true });
  expect(checkCommitSubjects({ folder })).toEqual(skipped);
});
