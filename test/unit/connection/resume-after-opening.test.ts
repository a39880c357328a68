import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { openWriter } from '#engine/cache/ingest/writer';
import type { OpenConnection } from '#engine/connection/open-connection';
import { OpenConnections } from '#engine/connection/open-connections';
import { ALL_SAVED_WORK } from '#engine/features/saved-work';
import { engineRouter } from '#engine/engine-router';

/** Delay before work is resumed, while the first screen loads its rows. */
const FIRST_SCREEN_MS = 1_000;
afterEach(() => void vi.useRealTimers());

/**
 * Returns a router, a function that simulates an opening, and the listeners added since the router was
 * created.
 */
function createRouter() {
  const listeners: ((opened: OpenConnection) => void)[] = [];
  const connections = { onOpen: (listener: (opened: OpenConnection) => void) => listeners.push(listener) };
  engineRouter(connections as never, {} as never);
  const atCreation = listeners.slice();
  return {
    open: (closed: AbortSignal) => atCreation.forEach((listener) => listener({ closed } as OpenConnection)),
    added: () => listeners.length - atCreation.length,
  };
}

// Seven listeners: drafts; jobs of advisor codes, billing groups and fee files; due exports; due refreshes; the team.
it('resumes work of a killed process one second after opening, without a request', async () => {
  const { open, added } = createRouter();
  const openedAt = performance.now();
  open(new AbortController().signal);
  expect(added()).toBe(0);
  await vi.waitFor(() => expect(added()).toBe(7), { timeout: 10 * FIRST_SCREEN_MS });
  expect(performance.now() - openedAt).toBeGreaterThan(0.9 * FIRST_SCREEN_MS);
});

it('resumes nothing if the connection was closed first', async () => {
  vi.useFakeTimers();
  const { open, added } = createRouter();
  const closing = new AbortController();
  open(closing.signal);
  closing.abort();
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(2 * FIRST_SCREEN_MS);
  expect(added()).toBe(0);
});

it('notifies a late listener of the open connection and of later ones', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firm-desk-later-'));
  const databaseKey = '5a'.repeat(32);
  const writer = openWriter(path.join(folder, 'cache.db'), databaseKey);
  const run = writer.startRun([], '2026-01-02T03:04:05.000Z');
  writer.finishRun(run, 'done', '2026-01-02T03:05:00.000Z', '{}');
  writer.close();
  const connections = new OpenConnections({
    savedWork: ALL_SAVED_WORK,
    fetch: globalThis.fetch,
    writerEntry: 'none-is-needed.js',
  });
  const connection = { id: 'firm-1', name: 'Firm', baseUrl: 'https://firm.example', authUrl: '' };
  const open = () => connections.open({ connection, credential: null, databaseKey, folder } as never);
  await open();
  const notifiedOf: OpenConnection[] = [];
  connections.onOpen((opened) => notifiedOf.push(opened));
  expect(notifiedOf).toEqual([connections.current]);
  await open();
  expect(notifiedOf).toHaveLength(2);
  expect(notifiedOf[1]).toBe(connections.current);
  await connections.close();
  fs.rmSync(folder, { recursive: true, force: true });
});
