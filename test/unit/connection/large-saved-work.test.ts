import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createWorkerClient } from '#engine/worker/worker-client';
import type { WorkerClient } from '#engine/worker/worker-tasks';
import { OpenConnections } from '#engine/connection/open-connections';
import { ALL_SAVED_WORK } from '#engine/features/saved-work';
import { failureOf } from '#contract/failure';
import { openTestWorkspace } from '#test/support/saved-work';
import { bundleWorkerThread, bundleCacheThread } from '../../support/bundle';
import { connectionOf } from '../../support/connection';

const KEY = '5a'.repeat(32);
let writerEntry: string;
let worker: WorkerClient;
let source: string;
let folder: string;
let file: string;
beforeAll(async () => {
  writerEntry = await bundleCacheThread();
  worker = createWorkerClient(await bundleWorkerThread());
  source = fs.mkdtempSync(path.join(os.tmpdir(), 'firm-desk-long-'));
  // Above and below MAX_INLINE_CHECK_BYTES, 64 MB.
  writeWork('large.db', 7_000_000);
  writeWork('small.db', 1_000_000);
}, 60_000);
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firm-desk-long-'));
  file = path.join(folder, 'workspace.db');
  fs.copyFileSync(path.join(source, 'large.db'), file);
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));
afterAll(() => fs.rmSync(source, { recursive: true, force: true }));

/** Writes saved work with ten log entries of this length. */
function writeWork(name: string, length: number): void {
  const workspace = openTestWorkspace(path.join(source, name), KEY);
  for (let count = 0; count < 10; count += 1)
    workspace.activity.note({ kind: 'records-copy', count, facts: { note: 'x'.repeat(length) } });
  workspace.close();
}

const openWork = async (isIntact: WorkerClient['isIntact']) => {
  const connections = new OpenConnections({
    savedWork: ALL_SAVED_WORK,
    fetch: globalThis.fetch,
    writerEntry,
    isIntact,
  });
  try {
    await connections.open({ connection: connectionOf(), credential: null, databaseKey: KEY, folder });
    return connections.current.workspace.activity.list({}, 0, 1).total;
  } finally {
    await connections.close();
  }
};

it('verifies a large file of saved work in a worker thread, not in this one', async () => {
  const isIntact = vi.fn(worker.isIntact);
  expect(await openWork(isIntact)).toBe(10);
  expect(isIntact).toHaveBeenCalledExactlyOnceWith(file, KEY);
  damageFile();
  expect(await openWork(() => Promise.resolve(true))).toBe(10); // this thread would find the damage
});

it('verifies a smaller file in this thread, without starting a worker', async () => {
  fs.copyFileSync(path.join(source, 'small.db'), file);
  const isIntact = vi.fn(worker.isIntact);
  expect(await openWork(isIntact)).toBe(10);
  expect(isIntact).not.toHaveBeenCalled();
});

/** Flips a bit in the middle of the file, and returns the bytes of the damaged file. */
function damageFile(): Buffer {
  const bytes = fs.readFileSync(file);
  bytes[9_000_000] = (bytes[9_000_000] ?? 0) ^ 1;
  fs.writeFileSync(file, bytes);
  return bytes;
}

it('reports damage found by the worker before writing anything, and leaves nothing open', async () => {
  const bytes = damageFile();
  const failure = await openWork(worker.isIntact).then(() => null, failureOf);
  expect(failure).toMatchObject({ kind: 'workspace-unreadable' });
  expect(fs.readFileSync(file).equals(bytes)).toBe(true);
  expect(fs.existsSync(`${file}-wal`)).toBe(false);
});

it('verifies the file while opening if the worker ends early', async () => {
  const endEarly = () => Promise.reject(new Error('ended early'));
  expect(await openWork(endEarly)).toBe(10);
  damageFile();
  expect(await openWork(endEarly).then(() => null, failureOf)).toMatchObject({
    kind: 'workspace-unreadable',
  });
});
