import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createWorkerClient } from '#engine/worker/worker-client';
import type { WorkerClient } from '#engine/worker/worker-tasks';
import { openEncrypted } from '#engine/sqlite/open-database';
import type { Workspace } from '#engine/workspace/open/workspace';
import { bundleWorkerThread } from '#test/support/bundle';
import { connectionOf } from '#test/support/connection';
import { openTestWorkspace } from '#test/support/saved-work';

const KEY = '5a'.repeat(32);
let worker: WorkerClient;
let folder: string;
let file: string;
let workspace: Workspace;
beforeAll(async () => {
  worker = createWorkerClient(await bundleWorkerThread());
}, 60_000);
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firm-desk-worker-'));
  file = path.join(folder, 'workspace.db');
  workspace = openTestWorkspace(file, KEY);
});
afterEach(() => {
  workspace.close();
  fs.rmSync(folder, { recursive: true, force: true });
});
const addEntries = (count: number) =>
  workspace.transaction(() => {
    for (let index = 0; index < count; index += 1)
      workspace.activity.note({ kind: 'records-copy', count: index });
  });

/** Returns this thread's share of the process's CPU time during the work. The load of the machine does not change it. */
async function threadCpuShare(work: Promise<unknown>): Promise<number> {
  const [thread, all] = [process.threadCpuUsage(), process.cpuUsage()];
  await work;
  const sum = ({ user, system }: NodeJS.CpuUsage) => user + system;
  return sum(process.threadCpuUsage(thread)) / sum(process.cpuUsage(all));
}

it('verifies a long log without blocking the event loop or new lines', async () => {
  addEntries(20_000);
  const checking = worker.verify(file, KEY);
  const share = threadCpuShare(checking);
  await new Promise((resolve) => setImmediate(resolve));
  addEntries(1);
  expect((await checking).broken).toBeNull();
  expect(await share).toBeLessThan(0.3);
}, 60_000);

it('detects removed last lines by a note of the number of lines and the last hash', async () => {
  addEntries(5);
  const db = openEncrypted(file, KEY);
  const { hash } = db.prepare('SELECT hash FROM activity WHERE seq = 5').get() as { hash: string };
  db.exec('DROP TRIGGER activity_stays; DROP TRIGGER activity_remains; DELETE FROM activity WHERE seq > 3');
  db.exec('UPDATE activity_head SET seq = 3, hash = (SELECT hash FROM activity WHERE seq = 3)');
  db.close();
  expect(await worker.verify(file, KEY)).toEqual({ lines: 3, broken: null });
  expect(await worker.verify(file, KEY, { lines: 5, hash })).toMatchObject({
    broken: { how: 'cut', line: 4 },
  });
});

it('makes a backup while saved work is open, and reports why another one fails', async () => {
  addEntries(10);
  const location = { folder, databaseKey: KEY, connection: connectionOf() };
  const to = path.join(folder, 'mine.fdbackup');
  expect(await worker.backUp(location, 'correct horse battery', to)).toMatchObject({ lines: 10 });
  await expect(
    worker.backUp(location, 'correct horse battery', path.join(folder, 'nowhere', 'mine.fdbackup')),
  ).rejects.toMatchObject({ failure: { kind: 'file-not-saved' } });
}, 30_000);
