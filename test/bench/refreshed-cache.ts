import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Run } from '#contract/calls/live';
import type { ResourceName } from '#contract/resources';
import { createReader } from '#engine/cache/query/reader';
import { PageThread } from '#engine/cache/worker/page-client';
import { startWriter } from '#engine/cache/worker/writer-client';
import { CacheRefresher } from '#engine/refresh/refresh';
import { Service } from '#engine/service/client';
import { bundleCacheThread } from '../support/bundle';

const KEY = '5a'.repeat(32);

export interface RefreshedCache {
  readonly reader: ReturnType<typeof createReader>;
  /** Refreshes these lists, and returns the milliseconds until the end; fails if the refresh does. */
  refresh(resources: readonly ResourceName[], options?: { readonly complete?: boolean }): Promise<number>;
  /** The last refresh. */
  lastRun(): Run | undefined;
  close(): Promise<void>;
}

/** Opens an empty cache with its threads, and refreshes it from a service as the engine does. */
export async function refreshedCache(service: {
  readonly baseUrl: string;
  readonly apiKey: string;
}): Promise<RefreshedCache> {
  const folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-bench-refresh-'));
  const entry = await bundleCacheThread();
  const file = path.join(folder, 'cache.db');
  const writer = await startWriter(entry, file, KEY);
  const pages = new PageThread(entry);
  const reader = createReader(file, KEY);
  const refresher = new CacheRefresher({
    service: new Service({
      fetch: globalThis.fetch,
      baseUrl: service.baseUrl,
      authUrl: service.baseUrl,
      credential: { kind: 'api-key', key: service.apiKey },
      hasResponded: true, // as after the first refresh: an unknown host means no network
    }),
    writer: { ...writer, read: (...args) => pages.read(...args) },
    states: () => reader.states(),
    report: () => undefined,
  });
  const lastRun = () => refresher.current() ?? undefined;
  return {
    reader,
    lastRun,
    async refresh(resources, options) {
      const started = performance.now();
      await refresher.start(resources, options);
      await refresher.settled();
      const ms = performance.now() - started;
      const outcome = lastRun()?.state;
      if (outcome !== 'done') throw new Error(`The refresh ended as ${outcome ?? 'not started'}`);
      reader.refresh();
      return ms;
    },
    async close() {
      reader.close();
      await pages.end();
      await writer.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
