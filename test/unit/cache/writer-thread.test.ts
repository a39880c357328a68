import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FailureError, type Failure } from '#contract/failure';
import { createReader } from '#engine/cache/query/reader';
import { openEncrypted } from '#engine/sqlite/open-database';
import { PageThread } from '#engine/cache/worker/page-client';
import { ReaderPriority } from '#engine/cache/worker/reader-priority';
import { startWriter } from '#engine/cache/worker/writer-client';
import type { PageTarget, StoredPageCounts, WriterThread } from '#engine/cache/worker/writer';
import { bundleCacheThread } from '../../support/bundle';

const KEY = '5a'.repeat(32);

let entry: string;
let pages: PageThread;

const folders: string[] = [];
const writers: WriterThread[] = [];
const tempFile = (): string => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firm-desk-writer-'));
  folders.push(folder);
  return path.join(folder, 'cache.db');
};
async function open(file: string, key = KEY) {
  const writer = await startWriter(entry, file, key);
  writers.push(writer);
  return writer;
}
const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;
const pageBytes = (data: unknown[]): ArrayBuffer =>
  bytes(JSON.stringify({ has_next: false, total_items: data.length, data }));
const failureIn = async (promise: Promise<unknown>): Promise<Failure> => {
  try {
    await promise;
  } catch (error) {
    if (error instanceof FailureError) return error.failure;
    throw error;
  }
  throw new Error('It succeeded.');
};

/** Starts a pass and returns the destination of its pages. */
async function beginTestPass(writer: WriterThread): Promise<(page: number) => PageTarget> {
  const run = await writer.startRun(['accounts'], '2026-01-02T03:04:05.000Z');
  const generation = await writer.beginPass(run, 'accounts');
  return (page) => ({ run, resource: 'accounts', generation, position: { source: 0, page, limit: 10_000 } });
}

/** Reads a page and stores it, as a refresh does. */
async function put(
  writer: WriterThread,
  target: PageTarget,
  body: ArrayBuffer,
  isFirstFill = false,
): Promise<StoredPageCounts> {
  return writer.store(target, await pages.read({ resource: 'accounts', isFirstFill }, body));
}

describe('the threads of the cache', () => {
  beforeAll(async () => {
    entry = await bundleCacheThread();
    pages = new PageThread(entry);
  }, 60_000);
  afterAll(() => pages.end());
  afterEach(async () => {
    await Promise.all(writers.splice(0).map((writer) => writer.close()));
    for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
  });

  it('store a page although list requests have priority, which any other call ends', async () => {
    const file = tempFile();
    const priority = new ReaderPriority();
    const writer = await startWriter(entry, file, KEY, priority);
    writers.push(writer);
    const targetOf = await beginTestPass(writer);
    priority.claim();
    const page = await pages.read(
      { resource: 'accounts', isFirstFill: false },
      pageBytes([{ id: 'a' }, { id: 'b' }]),
    );
    const stored = writer.store(targetOf(1), page);
    priority.claim();
    expect(await writer.putRecords('accounts', ['{"id":"c"}'])).toEqual({ put: 1 });
    expect((await stored).added).toBe(2);
    expect(new Int32Array(priority.shared)[0]).toBe(0); // the call cleared it
  });

  it.each([false, true])(
    'parse a page, store it and transfer its bytes (prepared rows: %s)',
    async (isFirstFill) => {
      const writer = await open(tempFile());
      const targetOf = await beginTestPass(writer);
      const page = pageBytes([
        { id: 1, name: 'A' },
        { id: 2, name: 'B' },
        { id: 2, name: 'B' },
      ]);
      const reading = pages.read({ resource: 'accounts', isFirstFill }, page);
      expect(page.byteLength).toBe(0);
      const read = await reading;
      expect(read.meta).toMatchObject({ hasNext: false, totalItems: 3, count: 3 });
      const storing = writer.store(targetOf(1), read);
      expect(read.records.bytes.byteLength).toBe(0);
      expect(await storing).toMatchObject({ added: 2, repeated: 1, distinct: 2 });
      const { run, generation } = targetOf(1);
      const end = { asOf: '2026-01-02T03:04:05.000Z', uncertain: false };
      expect(await writer.finishPass(run, 'accounts', generation, end)).toEqual({
        removed: 0,
        withoutKey: 0,
      });
    },
  );

  it('remember where a run was interrupted', async () => {
    const file = tempFile();
    const first = await open(file);
    const targetOf = await beginTestPass(first);
    await put(first, targetOf(1), pageBytes([{ id: 1 }]));
    await put(first, targetOf(2), pageBytes([{ id: 2 }]));
    await first.close();
    const second = await open(file);
    expect(await second.interruptedRun()).toMatchObject({
      id: targetOf(1).run,
      startedAt: '2026-01-02T03:04:05.000Z',
      done: [],
      progress: { accounts: { source: 0, page: 2, limit: 10_000, generation: targetOf(1).generation } },
    });
    expect(await put(second, targetOf(2), pageBytes([{ id: 2 }]))).toMatchObject({
      repeated: 1,
      distinct: 2,
    });
  });

  it('survive a page that is truncated or invalid JSON', async () => {
    const writer = await open(tempFile());
    const targetOf = await beginTestPass(writer);
    const kindOf = async (text: string) => (await failureIn(put(writer, targetOf(1), bytes(text)))).kind;
    expect(await kindOf('{"has_next":false,"data":[{"id":1}')).toBe('cut-short');
    expect(await kindOf('<html>')).toBe('not-the-service');
    expect(await put(writer, targetOf(1), pageBytes([{ id: 1 }]))).toMatchObject({ added: 1 });
  });

  it('write and remove records during a refresh, without being undone by its pages', async () => {
    const file = tempFile();
    const writer = await open(file);
    const targetOf = await beginTestPass(writer);
    const recordNamed = (id: number, name: string) => ({ id, name });
    const list = Array.from({ length: 3_000 }, (_, id) => recordNamed(id, 'Old'));
    // All at once, as they arrive: the pages were sent before the records were written.
    const read = (from: number) =>
      pages.read({ resource: 'accounts', isFirstFill: true }, pageBytes(list.slice(from, from + 1_000)));
    const [page1, page2, page3] = await Promise.all([read(0), read(1_000), read(2_000)]);
    const first = writer.store(targetOf(1), page1);
    const written = writer.putRecords('accounts', [
      JSON.stringify(recordNamed(5, 'New')),
      JSON.stringify(recordNamed(2_500, 'New')),
      JSON.stringify(recordNamed(7_000, 'New')),
    ]);
    const second = writer.store(targetOf(2), page2);
    const removed = writer.removeRecords('accounts', ['6', '2501']);
    const third = writer.store(targetOf(3), page3);
    expect(await first).toMatchObject({ added: 1_000, distinct: 1_000 });
    expect(await written).toEqual({ put: 3 });
    expect(await second).toMatchObject({ added: 1_000, distinct: 2_000 });
    expect(await removed).toEqual({ removed: 1 });
    expect(await third).toMatchObject({ added: 998, unchanged: 2, repeated: 0, distinct: 3_000 });
    const { run, generation } = targetOf(1);
    const end = { asOf: '2026-01-02T03:04:05.000Z', uncertain: false };
    expect(await writer.finishPass(run, 'accounts', generation, end)).toEqual({ removed: 0, withoutKey: 0 });
    const reader = createReader(file, KEY);
    const nameOf = (key: string) => reader.get({ resource: 'accounts', key })?.title;
    expect(['5', '6', '7', '2500', '2501', '7000'].map(nameOf)).toEqual([
      'New',
      undefined,
      'Old',
      'New',
      undefined,
      'New',
    ]);
    reader.close();
  });

  it('report an unreadable cache for a wrong key', async () => {
    const file = tempFile();
    await (await open(file)).close();
    writers.length = 0;
    expect((await failureIn(startWriter(entry, file, '6b'.repeat(32)))).kind).toBe('cache-unreadable');
  });

  it('fail every call at once after they are closed', async () => {
    const writer = await open(tempFile());
    await writer.close();
    expect((await failureIn(writer.interruptedRun())).kind).toBe('engine-lost');
    expect((await failureIn(put(writer, {} as PageTarget, pageBytes([])))).kind).toBe('engine-lost');
  });

  it('fail the current page when they end, and start again for the next page', async () => {
    const other = new PageThread(entry);
    const reading = failureIn(
      other.read({ resource: 'accounts', isFirstFill: true }, pageBytes([{ id: 1 }])),
    );
    await other.end();
    expect(await reading).toMatchObject({ kind: 'engine-lost' });
    await other.end(); // no thread to end
    const { meta } = await other.read({ resource: 'accounts', isFirstFill: true }, pageBytes([{ id: 1 }]));
    expect(meta.count).toBe(1);
    await other.end();
  });

  it('report that the cache had another layout and was recreated', async () => {
    const file = tempFile();
    expect((await open(file)).wasRebuilt).toBe(false);
    await writers.pop()?.close();
    const db = openEncrypted(file, KEY);
    db.exec(`UPDATE meta SET value = 'of another version' WHERE name = 'fingerprint'`);
    db.close();
    expect((await open(file)).wasRebuilt).toBe(true);
  });
});
