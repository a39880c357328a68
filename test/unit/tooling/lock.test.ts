import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withLock } from '../../../scripts/lib/lock.mjs';

let cache: string;
const lockFile = () => path.join(cache, 'firm-desk-runtime/locks/work');

beforeEach(() => {
  cache = fs.mkdtempSync(path.join(os.tmpdir(), 'lock-'));
  vi.stubEnv('XDG_CACHE_HOME', cache);
});
afterEach(() => {
  vi.unstubAllEnvs();
  fs.rmSync(cache, { recursive: true });
});

test('releases the lock after failed work', async () => {
  await expect(withLock('work', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(fs.existsSync(lockFile())).toBe(false);
});

test('waits while a running process holds the lock', async () => {
  fs.mkdirSync(path.dirname(lockFile()), { recursive: true });
  fs.writeFileSync(lockFile(), String(process.ppid));
  let hasWorked = false;
  const waiting = withLock('work', () => Promise.resolve((hasWorked = true)));
  await sleep(50);
  expect(hasWorked).toBe(false);
  fs.rmSync(lockFile());
  await waiting;
  expect(hasWorked).toBe(true);
});

test('takes the lock of a killed process', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']); // the ID of a process that ended
  fs.mkdirSync(path.dirname(lockFile()), { recursive: true });
  fs.writeFileSync(lockFile(), String(pid));
  await expect(withLock('work', () => Promise.resolve('done'))).resolves.toBe('done');
});
