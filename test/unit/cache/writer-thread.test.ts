import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FailureError, type Failure } from '../../../preload/contract/failure';
import { createReader } from '../../../main/engine/cache/reader';
import { openEncrypted } from '../../../main/engine/sqlite/open-database';
import { startWriter } from '../../../main/engine/cache/thread/writer-client';
import type { PagePlace, WriterThread } from '../../../main/engine/cache/thread/writer';
import { bundledWriter } from '../../support/bundled';

const KEY = '5a'.repeat(32);

let entry: string;

const folders: string[] = [];
const writers: WriterThread[] = [];
const fileIn = (): string => {
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
const listed = (data: unknown[]): ArrayBuffer =>
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

/** Begins a pass and says where its pages go. */
async function begun(writer: WriterThread): Promise<(page: number) => PagePlace> {
  const run = await writer.startRun(['accounts'], '2026-01-02T03:04:05.000Z');
  const generation = await writer.beginPass(run, 'accounts');
  return (page) => ({ run, resource: 'accounts', generation, mark: { source: 0, page, limit: 10_000 } });
}

describe('the writer thread', () => {
  beforeAll(async () => {
    entry = await bundledWriter();
  }, 60_000);
  afterEach(async () => {
    await Promise.all(writers.splice(0).map((writer) => writer.close()));
    for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
  });

  it('takes a page apart, stores it, and takes the bytes over', async () => {
    const writer = await open(fileIn());
    const place = await begun(writer);
    const page = listed([
      { id: 1, name: 'A' },
      { id: 2, name: 'B' },
      { id: 2, name: 'B' },
    ]);
    const inHand = writer.page(place(1), page);
    expect(page.byteLength).toBe(0);
    expect(await inHand.meta).toMatchObject({ hasNext: false, totalItems: 3, count: 3 });
    expect(await inHand.stored).toMatchObject({ added: 2, repeated: 1, distinct: 2 });
    const { run, generation } = place(1);
    const end = { asOf: '2026-01-02T03:04:05.000Z', uncertain: false };
    expect(await writer.finishPass(run, 'accounts', generation, end)).toEqual({ gone: 0, unnamed: 0 });
  });

  it('remembers where a run was broken off', async () => {
    const file = fileIn();
    const first = await open(file);
    const place = await begun(first);
    await first.page(place(1), listed([{ id: 1 }])).stored;
    await first.page(place(2), listed([{ id: 2 }])).stored;
    await first.close();
    const second = await open(file);
    expect(await second.openRun()).toMatchObject({
      id: place(1).run,
      startedAt: '2026-01-02T03:04:05.000Z',
      done: [],
      progress: { accounts: { source: 0, page: 2, limit: 10_000, generation: place(1).generation } },
    });
    expect(await second.page(place(2), listed([{ id: 2 }])).stored).toMatchObject({
      repeated: 1,
      distinct: 2,
    });
  });

  it('survives a page that is cut or is no JSON', async () => {
    const writer = await open(fileIn());
    const place = await begun(writer);
    const cut = writer.page(place(1), bytes('{"has_next":false,"data":[{"id":1}'));
    expect((await failureIn(cut.meta)).kind).toBe('cut-short');
    expect((await failureIn(cut.stored)).kind).toBe('cut-short');
    expect((await failureIn(writer.page(place(1), bytes('<html>')).stored)).kind).toBe('not-the-service');
    expect(await writer.page(place(1), listed([{ id: 1 }])).stored).toMatchObject({ added: 1 });
  });

  it('puts and removes records while a refresh goes on, and its pages undo nothing', async () => {
    const file = fileIn();
    const writer = await open(file);
    const place = await begun(writer);
    const named = (id: number, name: string) => ({ id, name });
    const list = Array.from({ length: 3_000 }, (_, id) => named(id, 'Old'));
    // All at once, as they come in: the pages left the service before the records were written.
    const first = writer.page(place(1), listed(list.slice(0, 1_000)));
    const put = writer.putRecords('accounts', [
      JSON.stringify(named(5, 'New')),
      JSON.stringify(named(2_500, 'New')),
      JSON.stringify(named(7_000, 'New')),
    ]);
    const second = writer.page(place(2), listed(list.slice(1_000, 2_000)));
    const removed = writer.removeRecords('accounts', ['6', '2501']);
    const third = writer.page(place(3), listed(list.slice(2_000)));
    expect(await first.stored).toMatchObject({ added: 1_000, distinct: 1_000 });
    expect(await put).toEqual({ put: 3 });
    expect(await second.stored).toMatchObject({ added: 1_000, distinct: 2_000 });
    expect(await removed).toEqual({ removed: 1 });
    expect(await third.stored).toMatchObject({ added: 998, unchanged: 2, repeated: 0, distinct: 3_000 });
    const { run, generation } = place(1);
    const end = { asOf: '2026-01-02T03:04:05.000Z', uncertain: false };
    expect(await writer.finishPass(run, 'accounts', generation, end)).toEqual({ gone: 0, unnamed: 0 });
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

  it('with another key calls the cache unreadable', async () => {
    const file = fileIn();
    await (await open(file)).close();
    writers.length = 0;
    expect((await failureIn(startWriter(entry, file, '6b'.repeat(32)))).kind).toBe('cache-unreadable');
  });

  it('that is gone fails every call, at once', async () => {
    const writer = await open(fileIn());
    await writer.close();
    expect((await failureIn(writer.openRun())).kind).toBe('engine-lost');
    expect((await failureIn(writer.page({} as PagePlace, listed([])).stored)).kind).toBe('engine-lost');
  });

  it('says when the cache had another layout and was begun anew', async () => {
    const file = fileIn();
    expect((await open(file)).rebuilt).toBe(false);
    await writers.pop()?.close();
    const db = openEncrypted(file, KEY);
    db.exec(`UPDATE meta SET value = 'of another version' WHERE name = 'fingerprint'`);
    db.close();
    expect((await open(file)).rebuilt).toBe(true);
  });
});
