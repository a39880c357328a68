import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fingerprint } from '../../../scripts/lib/fingerprint.mjs';

let base: string;
const write = (name: string, text: string) => fs.writeFileSync(path.join(base, name), text);
const current = (only?: RegExp) => fingerprint(['src', 'absent.json'], { base, only });

beforeEach(() => {
  base = fs.mkdtempSync(path.join(os.tmpdir(), 'fingerprint-'));
  fs.mkdirSync(path.join(base, 'src'));
  write('src/a.ts', 'one');
});
afterEach(() => fs.rmSync(base, { recursive: true }));

test('stays the same while only file times change', () => {
  const original = current();
  fs.utimesSync(path.join(base, 'src/a.ts'), 1, 1);
  expect(current()).toBe(original);
});

test("changes with a file's content or name, and when a file is added or removed", () => {
  const fingerprints = [current()];
  write('src/a.ts', 'two');
  fingerprints.push(current());
  fs.renameSync(path.join(base, 'src/a.ts'), path.join(base, 'src/b.ts'));
  fingerprints.push(current());
  write('absent.json', '{}');
  fingerprints.push(current());
  fs.rmSync(path.join(base, 'src/b.ts'));
  fingerprints.push(current());
  expect(new Set(fingerprints).size).toBe(fingerprints.length);
});

test('stays the same while only unselected files change', () => {
  const original = current(/\.ts$/);
  write('src/notes.md', 'one');
  expect(current(/\.ts$/)).toBe(original);
  write('src/b.ts', 'two');
  expect(current(/\.ts$/)).not.toBe(original);
});
