import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startDemo } from '#main/demo/index';
import { OpenConnections } from '#engine/connection/open-connections';
import { ALL_SAVED_WORK } from '#engine/features/saved-work';
import { failureOf } from '#contract/failure';
import { metaValue } from '#engine/cache/schema/schema';
import { openEncrypted } from '#engine/sqlite/open-database';
import { bundleCacheThread } from '../../support/bundle';
import { sampleOpenRequest } from '../../support/open-request';

const KEY = '5a'.repeat(32);
const ACCOUNTS = 500;
let writerEntry: string;
beforeAll(async () => {
  writerEntry = await bundleCacheThread();
}, 60_000);

const cleanups: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
});

/**
 * Creates a connection to a demo firm with all records fetched. `isIntact` replaces the integrity check of the cache;
 * tests restore the file's bytes in it, as if the disk could be read again.
 */
async function createFilledConnection(isIntact?: () => Promise<boolean>) {
  const firm = await startDemo({ accounts: ACCOUNTS, seed: 3 });
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firm-desk-damaged-'));
  const connections = new OpenConnections({
    savedWork: ALL_SAVED_WORK,
    fetch: globalThis.fetch,
    writerEntry,
    isIntact,
  });
  cleanups.push(
    () => fs.rmSync(folder, { recursive: true, force: true }),
    () => firm.close(),
    () => connections.close(),
  );
  const request = sampleOpenRequest(folder, KEY, firm);
  const refreshFully = async () => {
    await connections.current.refresh({});
    await connections.current.refresher.settled();
  };
  const open = () => connections.open(request);
  await open();
  await refreshFully();
  connections.current.workspace.views.save({
    resource: 'accounts',
    name: 'Mine',
    columns: [],
    query: { resource: 'accounts', search: '', filters: [], sort: { field: 'name', descending: false } },
  } as never);
  return { connections, folder, open, refreshFully };
}

/** Flips a byte of every page after the first ones. By default, the pages that are read on opening stay intact. */
function flipBytes(file: string, intactPages = 5): void {
  const bytes = fs.readFileSync(file);
  for (let offset = 8192 * intactPages + 100; offset < bytes.length; offset += 8192)
    bytes[offset] = (bytes[offset] ?? 0) ^ 1;
  fs.writeFileSync(file, bytes);
}
const accounts = (connections: OpenConnections) =>
  connections.current.reader.states().find(({ resource }) => resource === 'accounts')?.count;
const readAll = (connections: OpenConnections) => [
  ...connections.current.reader.selectedRecords(
    {
      query: { resource: 'accounts', search: '', filters: [], sort: { field: 'name', descending: false } },
      selection: { kind: 'all', except: [] },
    } as never,
    10_000,
  ),
];

describe('a damaged cache', () => {
  it('is quarantined by the read that finds the damage, reported and fetched again', async () => {
    const { connections, folder, open } = await createFilledConnection();
    await connections.close();
    flipBytes(path.join(folder, 'cache.db'));
    await open().catch(() => undefined); // opening may already read a damaged page
    const first = connections.current;
    const version = first.live.value.version;
    try {
      readAll(connections); // succeeds if opening found the damage and replaced the cache
    } catch (error) {
      expect(failureOf(error).kind).toBe('cache-unreadable');
    }
    await vi.waitFor(() => expect(connections.current.live.value.notices).toHaveLength(1), 10_000);
    expect(connections.current.live.value.notices[0]?.failure.kind).toBe('cache-unreadable');
    if (connections.current !== first)
      expect(connections.current.live.value.version).toBeGreaterThan(version);
    expect(fs.readdirSync(folder).some((name) => name.startsWith('cache.db.damaged-'))).toBe(true);
    expect(connections.current.workspace.views.list('accounts')).toHaveLength(1);
    await connections.current.refresher.settled();
    expect(accounts(connections)).toBe(ACCOUNTS);
    expect(readAll(connections)).toHaveLength(ACCOUNTS);
  }, 30_000);

  it('is fetched again automatically only once; a second time is left to the user', async () => {
    const { connections, folder, open } = await createFilledConnection();
    const beginDamaged = async () => {
      await connections.close();
      const bytes = fs.readFileSync(path.join(folder, 'cache.db'));
      fs.writeFileSync(path.join(folder, 'cache.db'), bytes.fill(0xa5, 0, 4096));
      await open();
      expect(connections.current.live.value.notices).toMatchObject([
        { failure: { kind: 'cache-unreadable' } },
      ]);
      await connections.current.refresher.settled();
    };
    await beginDamaged();
    expect(accounts(connections)).toBe(ACCOUNTS);
    await beginDamaged();
    expect(connections.current.refresher.current()).toBeNull();
    expect(accounts(connections)).toBe(0);
  }, 30_000);

  it('stays if it proves intact after a failed read, and is quarantined after a second failure', async () => {
    let bytes: Buffer;
    const { connections, folder, open } = await createFilledConnection(() => {
      fs.writeFileSync(file, bytes);
      return Promise.resolve(true);
    });
    const file = path.join(folder, 'cache.db');
    const damagedFiles = () => fs.readdirSync(folder).filter((name) => /^cache\.db\.damaged-\d+$/.test(name));
    const readDamagedPages = async (kind: string) => {
      await connections.close();
      await open();
      bytes = fs.readFileSync(file);
      flipBytes(file);
      try {
        readAll(connections);
      } catch (error) {
        expect(failureOf(error).kind).toBe('cache-unreadable');
      }
      await vi.waitFor(
        () =>
          expect(connections.current.live.value.notices.map(({ failure }) => failure.kind)).toEqual([kind]),
        10_000,
      );
    };
    await readDamagedPages('disk-not-read');
    expect(accounts(connections)).toBe(ACCOUNTS);
    expect(readAll(connections)).toHaveLength(ACCOUNTS);
    expect(damagedFiles()).toEqual([]);
    await readDamagedPages('cache-unreadable');
    expect(damagedFiles()).toHaveLength(1);
  }, 30_000);

  it('stays if the disk fails a second time, and the connection opens again', async () => {
    const { connections, folder, open } = await createFilledConnection(() => {
      fs.writeFileSync(file, bytes);
      return Promise.reject(new Error('the disk did not answer'));
    });
    const file = path.join(folder, 'cache.db');
    await connections.close();
    await open();
    const bytes = fs.readFileSync(file);
    flipBytes(file);
    expect(() => readAll(connections)).toThrow();
    await vi.waitFor(
      () =>
        expect(connections.current.live.value.notices).toMatchObject([
          { failure: { kind: 'disk-not-read' } },
        ]),
      10_000,
    );
    expect(readAll(connections)).toHaveLength(ACCOUNTS);
    expect(fs.readdirSync(folder).filter((name) => name.includes('damaged'))).toEqual([]);
  }, 30_000);

  it('reports a connection that does not reopen to the app process, and opens on request', async () => {
    const { connections, folder, open } = await createFilledConnection(() => {
      fs.renameSync(work, `${work}.away`);
      fs.mkdirSync(work); // saved work cannot be opened now
      fs.writeFileSync(file, bytes);
      return Promise.resolve(true);
    });
    const file = path.join(folder, 'cache.db');
    const work = path.join(folder, 'workspace.db');
    await connections.close();
    await open();
    const bytes = fs.readFileSync(file);
    const requestEvents = connections.requests.follow()[Symbol.asyncIterator]();
    const first = requestEvents.next();
    flipBytes(file);
    expect(() => readAll(connections)).toThrow();
    const requests = [(await first).value];
    while (requests.at(-1)?.kind !== 'closed') requests.push((await requestEvents.next()).value);
    expect(requests.at(-1)).toMatchObject({
      kind: 'closed',
      failure: { kind: expect.stringMatching(/disk-not-read|workspace-unreadable/) as unknown },
    });
    fs.rmdirSync(work);
    fs.renameSync(`${work}.away`, work);
    await open();
    expect(readAll(connections)).toHaveLength(ACCOUNTS);
    expect(connections.current.workspace.views.list('accounts')).toHaveLength(1);
  }, 30_000);

  it('is quarantined when a refresh finds the damage, and the next refresh is complete', async () => {
    const { connections, folder, open, refreshFully } = await createFilledConnection();
    await connections.close(); // A thread with the pages in memory would not read the damaged ones.
    flipBytes(path.join(folder, 'cache.db'));
    await open().catch(() => undefined);
    await connections.current.refresh({}).catch(() => undefined);
    await vi.waitFor(() => expect(connections.current.live.value.notices).toHaveLength(1), 10_000);
    await refreshFully();
    expect(connections.current.refresher.current()?.state).toBe('done');
    expect(accounts(connections)).toBe(ACCOUNTS);
  }, 30_000);

  it('is rebuilt on request by fetching again, without touching saved work', async () => {
    const { connections, folder } = await createFilledConnection();
    const cacheId = () => {
      const db = openEncrypted(path.join(folder, 'cache.db'), KEY, { readonly: true });
      const id = metaValue(db, 'cache');
      db.close();
      return id;
    };
    const previousId = cacheId();
    await connections.rebuild();
    await connections.current.refresher.settled();
    expect(cacheId()).not.toBe(previousId);
    expect(accounts(connections)).toBe(ACCOUNTS);
    expect(connections.current.live.value.notices).toEqual([]);
    expect(connections.current.workspace.views.list('accounts')).toHaveLength(1);
  }, 30_000);

  it('that a rebuild cannot delete is reported to the app process, and opens again on request', async () => {
    const { connections, open } = await createFilledConnection();
    const { id } = connections.current.connection;
    const requestEvents = connections.requests.follow()[Symbol.asyncIterator]();
    const requests = [requestEvents.next()];
    const remove = vi.spyOn(fs, 'rmSync').mockImplementationOnce(() => {
      throw Object.assign(new Error('busy'), { code: 'EBUSY' }); // on Windows, while another program reads the file
    });
    await expect(connections.rebuild()).rejects.toThrow('busy');
    remove.mockRestore();
    expect(() => connections.current).toThrow();
    while ((await requests.at(-1))?.value?.kind !== 'closed') requests.push(requestEvents.next());
    expect((await requests.at(-1))?.value).toMatchObject({ connectionId: id });
    await open();
    expect(accounts(connections)).toBe(ACCOUNTS);
  }, 30_000);
});

describe('a damaged change history', () => {
  const damagedFilesOf = (folder: string) =>
    fs.readdirSync(folder).filter((name) => /^(cache|history|workspace)\.db\.damaged-\d+$/.test(name));
  const noticesOf = (connections: OpenConnections) =>
    connections.current.live.value.notices.map(({ failure }) => failure.kind);

  it('is quarantined and reported by the read that finds it, then starts over', async () => {
    const { connections, folder, open, refreshFully } = await createFilledConnection();
    await connections.close();
    await open();
    flipBytes(path.join(folder, 'history.db'), 1);
    expect(() => connections.current.history.runs({ offset: 0, limit: 10 })).toThrow(
      expect.objectContaining({
        failure: expect.objectContaining({ kind: 'history-unreadable' }) as unknown,
      }),
    );
    await vi.waitFor(() => expect(noticesOf(connections)).toEqual(['history-unreadable']), 10_000);
    expect(damagedFilesOf(folder)).toEqual([expect.stringMatching(/^history/)]);
    expect(accounts(connections)).toBe(ACCOUNTS);
    expect(connections.current.workspace.views.list('accounts')).toHaveLength(1);
    await refreshFully();
    expect(connections.current.history.runs({ offset: 0, limit: 10 }).total).toBe(2); // the refreshes recorded in the cache
  }, 30_000);

  it.skipIf(process.platform === 'win32')(
    'is quarantined on opening, and the cache stays',
    async () => {
      const { connections, folder, open } = await createFilledConnection();
      await connections.close();
      flipBytes(path.join(folder, 'history.db'), 1);
      // The writer opens both files before they are read, because one is not private (open-stores.ts).
      fs.chmodSync(path.join(folder, 'cache.db'), 0o644);
      await open();
      expect(noticesOf(connections)).toEqual(['history-unreadable']);
      expect(damagedFilesOf(folder)).toEqual([expect.stringMatching(/^history/)]);
      expect(accounts(connections)).toBe(ACCOUNTS);
      expect(connections.current.history.runs({ offset: 0, limit: 10 }).total).toBe(1);
    },
    30_000,
  );
});
