import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fingerprint } from '../../../scripts/lib/fingerprint.mjs';

let base: string;
const write = (name: string, text: string) => fs.writeFileSync(path.join(base, name), text);
const now = (only?: RegExp) => fingerprint(['src', 'absent.json'], { base, only });

beforeEach(() => {
  base = fs.mkdtempSync(path.join(os.tmpdir(), 'fingerprint-'));
  fs.mkdirSync(path.join(base, 'src'));
  write('src/a.ts', 'one');
});
afterEach(() => fs.rmSync(base, { recursive: true }));

test('stays the same while only file times change', () => {
  const before = now();
  fs.utimesSync(path.join(base, 'src/a.ts'), 1, 1);
  expect(now()).toBe(before);
});

test("changes with a file's content or name, and when a file is added or removed", () => {
  const seen = [now()];
  write('src/a.ts', 'two');
  seen.push(now());
  fs.renameSync(path.join(base, 'src/a.ts'), path.join(base, 'src/b.ts'));
  seen.push(now());
  write('absent.json', '{}');
  seen.push(now());
  fs.rmSync(path.join(base, 'src/b.ts'));
  seen.push(now());
  expect(new Set(seen).size).toBe(seen.length);
});

test('stays the same while only unselected files change', () => {
  const before = now(/\.ts$/);
  write('src/notes.md', 'one');
  expect(now(/\.ts$/)).toBe(before);
  write('src/b.ts', 'two');
  expect(now(/\.ts$/)).not.toBe(before);
});
