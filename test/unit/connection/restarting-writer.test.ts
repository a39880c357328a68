import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { OpenedCache, StartedWriter } from '#engine/cache/worker/writer';
import { openWriter } from '#engine/cache/ingest/writer';
import type { OpenRequest } from '#contract/calls/control';
import { OpenConnections } from '#engine/connection/open-connections';
import { ALL_SAVED_WORK } from '#engine/features/saved-work';
import { openEncrypted } from '#engine/sqlite/open-database';
import { restartingWriter } from '#engine/connection/restarting-writer';
import { fail, failureOf } from '#contract/failure';
import { FakeClock } from '../../support/fake-clock';

/** Returns a clock with one alarm. */
function createAlarmClock() {
  let ring: (() => void) | undefined;
  const after = (_ms: number, then: () => void) => {
    ring = then;
    return () => (ring = undefined);
  };
  return { clock: { now: () => 0, after }, ring: () => ring?.(), isSet: () => ring !== undefined };
}

const createFakeThread = () => ({
  startRun: vi.fn(() => Promise.resolve(7)),
  store: vi.fn(() => Promise.resolve('stored')),
  close: vi.fn(() => Promise.resolve()),
  wasRebuilt: false,
  wasHistoryReplaced: true,
  isEnded: vi.fn(() => false),
});

describe('a writer with a delayed start', () => {
  it('starts once, with the first call, and runs that call', async () => {
    const { clock, ring, isSet } = createAlarmClock();
    const existing = createFakeThread();
    const start = vi.fn(() => Promise.resolve(existing as unknown as StartedWriter));
    const openings: OpenedCache[] = [];
    const writer = restartingWriter({
      start,
      clock,
      onStart: (opening) => void opening.then((opened) => openings.push(opened)),
      isWorkLeft: true,
    });
    expect(start).not.toHaveBeenCalled();
    await expect(writer.startRun([], 'now')).resolves.toBe(7);
    expect(existing.startRun).toHaveBeenCalledWith([], 'now');
    expect(isSet()).toBe(false);
    ring();
    await expect(writer.store({} as never, {} as never)).resolves.toBe('stored');
    expect(start).toHaveBeenCalledTimes(1);
    expect(openings.map(({ wasHistoryReplaced }) => wasHistoryReplaced)).toEqual([true]);
    await writer.close();
    expect(existing.close).toHaveBeenCalledTimes(1);
  });

  it('starts after a delay if work is left, and reports a failed start', async () => {
    const { clock, ring } = createAlarmClock();
    const failures: string[] = [];
    const start = vi.fn(() => Promise.reject<StartedWriter>(fail('cache-unreadable')));
    const writer = restartingWriter({
      start,
      clock,
      onStart: (opening) => void opening.catch((error: unknown) => failures.push(failureOf(error).kind)),
      isWorkLeft: true,
    });
    ring();
    await vi.waitFor(() => expect(failures).toEqual(['cache-unreadable']));
    start.mockImplementation(() => Promise.resolve(createFakeThread() as unknown as StartedWriter));
    await expect(writer.startRun([], 'now')).resolves.toBe(7); // a call retries
  });

  it('without pending work, starts only with the first call', async () => {
    const { clock, ring, isSet } = createAlarmClock();
    const start = vi.fn(() => Promise.resolve(createFakeThread() as unknown as StartedWriter));
    const writer = restartingWriter({ start, clock, onStart: () => undefined, isWorkLeft: false });
    expect(isSet()).toBe(false);
    ring();
    expect(start).not.toHaveBeenCalled();
    await expect(writer.startRun([], 'now')).resolves.toBe(7);
  });

  it('does not start after it was closed', async () => {
    const { clock, isSet } = createAlarmClock();
    const start = vi.fn(() => Promise.resolve(createFakeThread() as unknown as StartedWriter));
    const writer = restartingWriter({ start, clock, onStart: () => undefined, isWorkLeft: true });
    await writer.close();
    expect(isSet()).toBe(false);
    expect((await writer.startRun([], 'now').catch(failureOf)) as unknown).toMatchObject({
      kind: 'engine-lost',
    });
    expect(start).not.toHaveBeenCalled();
  });
});

describe('a writer whose thread ended', () => {
  /** Returns a restarting writer with the fake threads it starts. `end` marks the latest as ended; it fails no call. */
  function startRestartingWriter() {
    const clock = new FakeClock();
    const threads: ReturnType<typeof createFakeThread>[] = [];
    const start = vi.fn(() => {
      const next = createFakeThread();
      threads.push(next);
      return Promise.resolve(next as unknown as StartedWriter);
    });
    const end = () => threads.at(-1)?.isEnded.mockReturnValue(true);
    const writer = restartingWriter({ start, clock, onStart: () => undefined, isWorkLeft: false });
    return { clock, threads, start, end, writer };
  }
  const kind = (call: Promise<unknown>) =>
    call.then(
      () => 'done',
      (error: unknown) => failureOf(error).kind,
    );

  it('starts another thread with the next call, without repeating the interrupted call', async () => {
    const { threads, writer, end } = startRestartingWriter();
    await writer.startRun([], 'first');
    threads[0]?.startRun.mockImplementation(() => {
      end();
      return Promise.reject(fail('engine-lost'));
    });
    expect(await kind(writer.startRun([], 'lost'))).toBe('engine-lost');
    expect(threads).toHaveLength(1);
    expect(await kind(writer.startRun([], 'next'))).toBe('done');
    expect(threads[1]?.startRun.mock.calls).toEqual([[[], 'next']]);
  });

  it('closes a thread after a disk failure before the next one opens the file', async () => {
    const { threads, start, writer } = startRestartingWriter();
    await writer.startRun([], 'first');
    let finishClosing: () => void = () => undefined;
    threads[0]?.close.mockReturnValue(new Promise((resolve) => (finishClosing = resolve)));
    threads[0]?.startRun.mockRejectedValue(fail('disk-not-read', { cause: 'SQLITE_IOERR_READ' }));
    expect(await kind(writer.startRun([], 'failed'))).toBe('disk-not-read');
    const next = kind(writer.startRun([], 'next'));
    await Promise.resolve();
    expect(start).toHaveBeenCalledTimes(1);
    finishClosing();
    expect(await next).toBe('done');
    expect(start).toHaveBeenCalledTimes(2);
  });

  it('sends no page of a refresh to a different thread than the one that began it', async () => {
    const { threads, writer, end } = startRestartingWriter();
    await writer.startRun([], 'first');
    end();
    expect(await kind(writer.store({} as never, {} as never))).toBe('engine-lost');
    expect(threads[1]?.store).not.toHaveBeenCalled();
    await writer.startRun([], 'second');
    expect(await kind(writer.store({} as never, {} as never))).toBe('done');
  });

  it('starts no thread for the rest of a minute after losing three, and reports it', async () => {
    const { clock, start, writer, end } = startRestartingWriter();
    for (let lost = 0; lost < 3; lost++) {
      expect(await kind(writer.startRun([], 'now'))).toBe('done');
      end();
    }
    expect(await kind(writer.startRun([], 'now'))).toBe('engine-lost');
    expect(await kind(writer.startRun([], 'now'))).toBe('engine-lost');
    expect(start).toHaveBeenCalledTimes(3);
    clock.advance(59_999);
    expect(await kind(writer.startRun([], 'now'))).toBe('engine-lost');
    clock.advance(1);
    expect(await kind(writer.startRun([], 'now'))).toBe('done');
    await writer.close();
    expect(clock.timers).toBe(0);
  });
});

describe('opening a cache', () => {
  const KEY = '5a'.repeat(32);
  const folders: string[] = [];
  afterEach(() => folders.splice(0).forEach((folder) => fs.rmSync(folder, { recursive: true, force: true })));

  /** Returns a folder with a cache whose last refresh is in this state. */
  function createCacheFolder(state: 'done' | 'running'): string {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firm-desk-order-'));
    folders.push(folder);
    const writer = openWriter(path.join(folder, 'cache.db'), KEY);
    const run = writer.startRun([], '2026-01-02T03:04:05.000Z');
    if (state === 'done') writer.finishRun(run, 'done', '2026-01-02T03:05:00.000Z', '{}');
    writer.close();
    return folder;
  }

  /**
   * Opens a cache whose last refresh is in this state, with a writer thread that cannot start. Returns whether a
   * refresh can be resumed, or the kind of failure: `engine-lost` if opening waited for the writer.
   */
  async function openCache(state: 'done' | 'running', change?: (folder: string) => void) {
    const folder = createCacheFolder(state);
    change?.(folder);
    const writerEntry = path.join(folder, 'no-such-thread.js');
    const connections = new OpenConnections({
      savedWork: ALL_SAVED_WORK,
      fetch: globalThis.fetch,
      writerEntry,
    });
    const connection = { id: 'firm-1', name: 'Firm', baseUrl: 'https://firm.example', authUrl: '' };
    const request = { connection, credential: null, databaseKey: KEY, folder } as unknown as OpenRequest;
    try {
      await connections.open(request);
      return connections.current.live.value.canResume;
    } catch (error) {
      return failureOf(error).kind;
    } finally {
      await connections.close();
    }
  }

  it('reads it without waiting for the writer after a clean close', async () => {
    expect(await openCache('done')).toBe(false);
  });
  it('starts the writer automatically only if a WAL is left to checkpoint', async () => {
    /** Opens a cache after a clean close; its thread only creates `startedFile`. */
    const openAfterClose = async (prepare: (file: string) => void = () => undefined) => {
      const folder = createCacheFolder('done');
      const writerEntry = path.join(folder, 'thread.mjs');
      const startedFile = path.join(folder, 'started');
      fs.writeFileSync(
        writerEntry,
        `import fs from 'node:fs'; fs.writeFileSync(${JSON.stringify(startedFile)}, '');`,
      );
      prepare(path.join(folder, 'cache.db'));
      const connections = new OpenConnections({
        savedWork: ALL_SAVED_WORK,
        fetch: globalThis.fetch,
        writerEntry,
      });
      const connection = { id: 'firm-1', name: 'Firm', baseUrl: 'https://firm.example', authUrl: '' };
      await connections.open({ connection, credential: null, databaseKey: KEY, folder } as never);
      return { connections, isStarted: () => fs.existsSync(startedFile) };
    };
    let other: ReturnType<typeof openEncrypted> | undefined;
    const withoutWal = await openAfterClose();
    const withWal = await openAfterClose((file) => {
      other = openEncrypted(file, KEY); // keeps the WAL while it is open
      other.exec('CREATE TABLE left_over (id INTEGER)');
    });
    await vi.waitFor(() => expect(withWal.isStarted()).toBe(true), { timeout: 15_000 });
    expect(withoutWal.isStarted()).toBe(false); // opened first, so its delay has passed too
    other?.close();
    await withWal.connections.close();
    await withoutWal.connections.close();
  });
  it('waits for the writer after an interrupted refresh', async () => {
    expect(await openCache('running')).toBe('engine-lost');
  });
  it('waits for the writer if the layout differs or a file is missing', async () => {
    const change = (text: string) => (folder: string) => {
      const db = openEncrypted(path.join(folder, 'cache.db'), KEY);
      db.exec(text);
      db.close();
    };
    expect(await openCache('done', change('UPDATE meta SET value = value'))).toBe(false);
    expect(await openCache('done', change(`UPDATE meta SET value = 'x' WHERE name = 'fingerprint'`))).toBe(
      'engine-lost',
    );
    expect(await openCache('done', (folder) => fs.rmSync(path.join(folder, 'history.db')))).toBe(
      'engine-lost',
    );
  });
  it.skipIf(process.platform === 'win32')('waits for the writer if others may read a file', async () => {
    expect(await openCache('done', (folder) => fs.chmodSync(path.join(folder, 'cache.db'), 0o644))).toBe(
      'engine-lost',
    );
  });
});
