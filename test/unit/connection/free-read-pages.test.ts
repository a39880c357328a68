import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { CacheReader } from '#engine/cache/query/reader';
import { OpenConnections } from '#engine/connection/open-connections';
import { ALL_SAVED_WORK } from '#engine/features/saved-work';
import { bundleCacheThread } from '../../support/bundle';
import { connectionOf } from '../../support/connection';

let writerEntry: string;
let folder: string;
beforeAll(async () => {
  writerEntry = await bundleCacheThread();
}, 60_000);
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firm-desk-pages-'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  fs.rmSync(folder, { recursive: true, force: true });
});

it('frees the pages that preparing lists has read, once, after the last step', async () => {
  const prepare = vi.spyOn(CacheReader.prototype, 'prepare');
  prepare.mockReturnValueOnce(true).mockReturnValueOnce(true);
  const free = vi.spyOn(CacheReader.prototype, 'freeReadPages');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const connections = new OpenConnections({
    savedWork: ALL_SAVED_WORK,
    fetch: globalThis.fetch,
    writerEntry,
  });
  await connections.open({
    connection: connectionOf(),
    credential: null,
    databaseKey: '5a'.repeat(32),
    folder,
  });
  while (prepare.mock.calls.length < 3) {
    expect(free).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBeGreaterThan(0); // without a timer, this loop would not end
    vi.advanceTimersToNextTimer();
  }
  expect(free).toHaveBeenCalledOnce();
  vi.useRealTimers();
  await connections.close();
});
