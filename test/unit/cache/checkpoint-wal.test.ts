import fs from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { addCleanup } from '../../support/cleanups';
import { queriedKeys, readerAt, refreshCache, tempCacheFile, writerAt } from './temp-cache';

const accounts = Array.from({ length: 300 }, (_, index) => ({ id: index + 1, name: `Account ${index}` }));
const walSize = (file: string): number => fs.statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;

it('checkpoints the WAL after a refresh while the list is open', async () => {
  const file = tempCacheFile();
  const writer = writerAt(file);
  const reader = readerAt(file);
  refreshCache(writer, 'accounts', accounts);
  expect(walSize(file)).toBeGreaterThan(0);
  await nextTurn();
  expect(walSize(file)).toBe(0);
  reader.refresh();
  expect(queriedKeys(reader)).toHaveLength(accounts.length);
});

it('leaves no WAL if the cache closes right after a refresh while others have it open', () => {
  const file = tempCacheFile();
  const writer = writerAt(file);
  readerAt(file);
  refreshCache(writer, 'accounts', accounts);
  expect(walSize(file)).toBeGreaterThan(0);
  writer.close();
  expect(walSize(file)).toBe(0);
});

it('checkpoints a leftover WAL after the next opening, but not during a refresh', () => {
  const file = tempCacheFile();
  refreshCache(writerAt(file), 'accounts', accounts);
  const busyFile = path.join(path.dirname(file), 'busy.db');
  for (const part of ['', '-wal']) fs.copyFileSync(file + part, busyFile + part); // as a killed process leaves it
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  addCleanup(() => void vi.useRealTimers());
  const busyWriter = writerAt(busyFile);
  busyWriter.startRun(['accounts'], '2026-01-02T03:04:05.000Z');
  vi.advanceTimersByTime(60_000);
  expect(walSize(busyFile)).toBeGreaterThan(0);
  const idleFile = path.join(path.dirname(file), 'idle.db');
  for (const part of ['', '-wal']) fs.copyFileSync(file + part, idleFile + part);
  writerAt(idleFile);
  expect(walSize(idleFile)).toBeGreaterThan(0);
  vi.advanceTimersByTime(60_000);
  expect(walSize(idleFile)).toBe(0);
  expect(queriedKeys(readerAt(idleFile))).toHaveLength(accounts.length);
});
