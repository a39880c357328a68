import { createRouterClient } from '@orpc/server';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openWriter } from '#engine/cache/ingest/writer';
import { OpenConnections } from '#engine/connection/open-connections';
import { ALL_SAVED_WORK } from '#engine/features/saved-work';
import { workRouter } from '#engine/work-router';
import { sampleOpenRequest } from '#test/support/open-request';
import { CACHE_KEY, refreshCache } from '../cache/temp-cache';

/** Nothing listens there: no request is needed. */
const ADDRESS = 'http://127.0.0.1:9';

it('ends the streams of drafts and jobs when their connection is closed', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firm-desk-followed-work-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  const writer = openWriter(path.join(folder, 'cache.db'), CACHE_KEY);
  refreshCache(writer, 'accounts', [{ id: 1, name: 'Ann' }]);
  writer.close();
  const connections = new OpenConnections({
    savedWork: ALL_SAVED_WORK,
    fetch: globalThis.fetch,
    writerEntry: 'none-is-needed.js',
  });
  onTestFinished(() => connections.close());
  const request = sampleOpenRequest(folder, CACHE_KEY, { baseUrl: ADDRESS, authUrl: ADDRESS });
  await connections.open(request);
  const { edits, jobs } = createRouterClient(workRouter(connections), { context: {} });
  const streams = [await edits.follow(), await jobs.changes()];
  for (const stream of streams) expect(await stream.next()).toMatchObject({ done: false });
  await connections.open(request);
  for (const stream of streams) expect(await stream.next()).toMatchObject({ done: true });
  expect(await (await edits.follow()).next()).toMatchObject({ done: false, value: [] });
});
