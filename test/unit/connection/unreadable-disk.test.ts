import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { OpenConnections } from '#engine/connection/open-connections';
import { ALL_SAVED_WORK } from '#engine/features/saved-work';
import { failureOf, type Failure } from '#contract/failure';
import { openTestWorkspace } from '#test/support/saved-work';
import { failingWriter } from '../../support/failing-writer';
import { FakeClock } from '../../support/fake-clock';
import { sampleOpenRequest } from '../../support/open-request';
import { CACHE_KEY, refreshCache, writerAt } from '../cache/temp-cache';

/** No server listens here. */
const UNREACHABLE_URL = 'http://127.0.0.1:9/v2';

let failing: Awaited<ReturnType<typeof failingWriter>>;
beforeAll(async () => {
  failing = await failingWriter();
}, 60_000);
afterAll(() => failing.remove());

const cleanups: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  failing.failOpenings(0);
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
});

/**
 * Creates a closed connection with one account. Other users may read its cache, so the writer thread opens the file
 * before it is read. Windows has no such mode, so there the file is read first.
 */
function createClosedConnection() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firm-desk-unread-'));
  const cache = path.join(folder, 'cache.db');
  const writer = writerAt(cache);
  refreshCache(writer, 'accounts', [{ id: 1, name: 'Violet Juns' }]);
  writer.close();
  fs.chmodSync(cache, 0o644);
  openTestWorkspace(path.join(folder, 'workspace.db'), CACHE_KEY, {}).close();
  const clock = new FakeClock();
  const connections = new OpenConnections({
    savedWork: ALL_SAVED_WORK,
    fetch,
    writerEntry: failing.entry,
    clock,
  });
  cleanups.push(
    () => fs.rmSync(folder, { recursive: true, force: true }),
    () => connections.close(),
  );
  const request = sampleOpenRequest(folder, CACHE_KEY, {
    baseUrl: UNREACHABLE_URL,
    authUrl: UNREACHABLE_URL,
  });
  const open = async (
    options: { freshData?: boolean; freshHistory?: boolean } = {},
  ): Promise<Failure | undefined> => {
    const opening = connections.open({ ...request, ...options }).then(
      () => undefined,
      (error: unknown) => failureOf(error),
    );
    const pauses = setInterval(() => clock.advance(1_000), 5);
    return opening.finally(() => clearInterval(pauses));
  };
  const damagedFiles = () => fs.readdirSync(folder).filter((name) => name.includes('.damaged-'));
  const accounts = () =>
    connections.current.reader.states().find(({ resource }) => resource === 'accounts')?.count;
  const noticeKinds = () => connections.current.live.value.notices.map(({ failure }) => failure.kind);
  return { folder, cache, open, damagedFiles, accounts, noticeKinds };
}

/** Linux returns EIO for a read of a process's memory at address 0. No other file fails on demand. */
const UNREADABLE = '/proc/self/mem';

describe('a disk that cannot be read while a connection opens', () => {
  it('is retried once, and nothing is quarantined', async () => {
    const { open, damagedFiles, accounts, noticeKinds } = createClosedConnection();
    failing.failOpenings(1);
    expect(await open()).toBeUndefined();
    expect(accounts()).toBe(1);
    expect(noticeKinds()).toEqual([]);
    expect(damagedFiles()).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')(
    'is reported after a second failure; the data opens when the disk works again',
    async () => {
      const { open, damagedFiles, accounts } = createClosedConnection();
      failing.failOpenings(2);
      expect(await open()).toMatchObject({
        kind: 'disk-not-read',
        where: 'history.db', // the writer opens it before the cache
        cause: 'SQLITE_IOERR_READ',
      });
      expect(damagedFiles()).toEqual([]);
      expect(await open()).toBeUndefined();
      expect(accounts()).toBe(1);
    },
  );

  it.runIf(process.platform === 'linux')(
    'is distinguished from damage (same SQLite code), and data can be fetched again',
    async () => {
      const { cache, folder, open, damagedFiles, accounts, noticeKinds } = createClosedConnection();
      fs.renameSync(cache, `${cache}.kept`);
      fs.symlinkSync(UNREADABLE, cache);
      expect(await open()).toMatchObject({ kind: 'disk-not-read', where: 'cache.db' });
      expect(damagedFiles()).toEqual([]);
      expect(await open({ freshData: true })).toBeUndefined();
      expect(noticeKinds()).toEqual(['cache-unreadable']);
      expect(accounts()).toBe(0);
      expect(damagedFiles()).toHaveLength(1);
      expect(fs.existsSync(path.join(folder, 'workspace.db'))).toBe(true);
    },
  );

  it.runIf(process.platform === 'linux')(
    'is reported for saved work, without calling it damaged',
    async () => {
      const { folder, open, damagedFiles } = createClosedConnection();
      const work = path.join(folder, 'workspace.db');
      fs.rmSync(work);
      fs.symlinkSync(UNREADABLE, work);
      expect(await open()).toMatchObject({ kind: 'disk-not-read', where: 'workspace.db' });
      expect(damagedFiles()).toEqual([]);
      expect(fs.readlinkSync(work)).toBe(UNREADABLE);
    },
  );

  it.runIf(process.platform === 'linux')(
    'is reported for the history, which only the user can start over',
    async () => {
      const { folder, open, damagedFiles, accounts, noticeKinds } = createClosedConnection();
      const history = path.join(folder, 'history.db');
      fs.rmSync(history, { force: true });
      fs.symlinkSync(UNREADABLE, history);
      expect(await open()).toMatchObject({ kind: 'disk-not-read', where: 'history.db' });
      expect(damagedFiles()).toEqual([]);
      expect(await open({ freshHistory: true })).toBeUndefined();
      expect(noticeKinds()).toEqual(['history-unreadable']);
      expect(damagedFiles()).toEqual([expect.stringMatching(/^history\.db\.damaged-/)]);
      expect(accounts()).toBe(1); // the data stays
    },
  );
});
