import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startWriter } from '#engine/cache/worker/writer-client';
import { Jobs } from '#engine/jobs/jobs';
import type { AnyJobDefinition } from '#engine/jobs/kind';
import { Service } from '#engine/service/client';
import { openTestWorkspace } from '#test/support/saved-work';
import { startDemoProcess } from './demo-process';

/** Key of every database of a benchmark. */
export const JOBS_KEY = '5a'.repeat(32);

export type JobHarness = Awaited<ReturnType<typeof startJobHarness>>;

/** Starts durable jobs as in the app, on this computer's disk and with a demo service in a separate process. */
export async function startJobHarness(accounts: number) {
  const folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-bench-jobs-'));
  const service = await startDemoProcess(accounts);
  const { baseUrl, apiKey: key } = service;
  const writer = await startWriter(
    path.resolve('out/main/writer.js'),
    path.join(folder, 'cache.db'),
    JOBS_KEY,
  );
  const workspace = openTestWorkspace(path.join(folder, 'workspace.db'), JOBS_KEY);
  let settledAt = 0;
  const store = workspace.jobs;
  const settle = store.settle.bind(store);
  store.settle = (...args) => {
    settle(...args);
    settledAt = performance.now();
  };
  const jobs = new Jobs({ store, closed: new AbortController().signal });
  return {
    folder,
    writer,
    jobs,
    client: new Service({ fetch, baseUrl, authUrl: baseUrl, credential: { kind: 'api-key', key } }),

    /** Makes a bare request for baselines: returns the list in the response, parsed once. */
    async request(method: string, endpointPath: string, body?: unknown): Promise<unknown[]> {
      const response = await fetch(`${baseUrl}${endpointPath}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${method} ${endpointPath}: ${response.status}`);
      return (JSON.parse(await response.text()) as { data: unknown[] }).data;
    },

    /**
     * Returns milliseconds until every outcome of a new job is on disk, and until the lists have it. All rows
     * must be done.
     */
    async send(
      kind: AnyJobDefinition,
      inputs: readonly unknown[],
    ): Promise<{ onDisk: number; inLists: number }> {
      const rows = inputs.map((input) => ({ input, state: 'planned' as const, issue: null }));
      const started = performance.now();
      const { id } = jobs.launch(kind, rows, {}, () => undefined);
      await jobs.settled(id);
      const inLists = performance.now() - started;
      const { done } = jobs.get(id).counts;
      if (done !== rows.length) throw new Error(`${done} of ${rows.length} are done`);
      return { onDisk: settledAt - started, inLists };
    },

    async close(): Promise<void> {
      workspace.close();
      await writer.close();
      service.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
