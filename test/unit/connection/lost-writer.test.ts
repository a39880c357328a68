import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startDemo } from '#main/demo/index';
import { OpenConnections } from '#engine/connection/open-connections';
import { ALL_SAVED_WORK } from '#engine/features/saved-work';
import { failureOf, type Failure } from '#contract/failure';
import { BREAKS_DISK, ENDS_THREAD, failingWriter } from '../../support/failing-writer';
import { sampleOpenRequest } from '../../support/open-request';

const ACCOUNTS = 300;
let failing: Awaited<ReturnType<typeof failingWriter>>;
beforeAll(async () => {
  failing = await failingWriter();
}, 60_000);
afterAll(() => failing.remove());

const cleanups: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
});

/**
 * Creates a connection with all accounts fetched. `reopened`: whether it was closed and opened again, so that the thread
 * starts later.
 */
async function createFilledConnection(reopened = false) {
  const firm = await startDemo({ accounts: ACCOUNTS, seed: 3 });
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firm-desk-lost-writer-'));
  /** Inserted into every page received. */
  let injectedText: string | undefined;
  const fetching: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (injectedText === undefined || !response.ok) return response;
    const text = (await response.text()).replace(/("data":\s*\[\s*\{)/, `$1"note":"${injectedText}",`);
    return new Response(text, { status: response.status, headers: { 'content-type': 'application/json' } });
  };
  const connections = new OpenConnections({
    savedWork: ALL_SAVED_WORK,
    fetch: fetching,
    writerEntry: failing.entry,
  });
  cleanups.push(
    () => fs.rmSync(folder, { recursive: true, force: true }),
    () => firm.close(),
    () => connections.close(),
  );
  const request = sampleOpenRequest(folder, '5a'.repeat(32), firm);
  const refresh = async () => {
    await connections.current.refresh({ complete: true });
    await connections.current.refresher.settled();
    return connections.current.refresher.current();
  };
  await connections.open(request);
  await refresh();
  if (reopened) await connections.open(request);
  const put = (name: string): Promise<Failure | undefined> =>
    connections.current.putRecords('accounts', [JSON.stringify({ id: 9_000_001, name })]).then(
      () => undefined,
      (error: unknown) => failureOf(error),
    );
  const name = () => {
    connections.current.reader.refresh();
    return connections.current.reader.get({ resource: 'accounts', key: '9000001' })?.title;
  };
  const injectText = (text: string | undefined) => (injectedText = text);
  return { put, name, refresh, injectText };
}

describe.each([
  ['that was opened first', false],
  ['that starts later', true],
])('a writer thread %s', (_, reopened) => {
  it('fails the record in progress with a reason when it ends, and stores the next one', async () => {
    const { put, name, refresh } = await createFilledConnection(reopened);
    expect(await put(ENDS_THREAD)).toMatchObject({ kind: 'engine-lost' });
    expect(name()).toBeUndefined();
    expect(await put('Stored')).toBeUndefined();
    expect(name()).toBe('Stored');
    expect(await refresh()).toMatchObject({ state: 'done' });
  }, 30_000);

  it('reports a disk that cannot be read, and another thread opens the file', async () => {
    const { put, name } = await createFilledConnection(reopened);
    expect(await put(BREAKS_DISK)).toMatchObject({ kind: 'disk-not-read', cause: 'SQLITE_IOERR_READ' });
    expect(await put('Stored')).toBeUndefined();
    expect(name()).toBe('Stored');
  }, 30_000);
});

it.each([
  [ENDS_THREAD, 'engine-lost'],
  [BREAKS_DISK, 'disk-not-read'],
])(
  'reports a refresh whose thread fails (%s), and completes the next refresh',
  async (what, kind) => {
    const { refresh, injectText } = await createFilledConnection();
    injectText(what);
    expect(await refresh()).toMatchObject({ state: 'failed', failure: { kind } });
    injectText(undefined);
    const next = await refresh();
    expect(next).toMatchObject({ state: 'done' });
    expect(next?.resources.find(({ resource }) => resource === 'accounts')).toMatchObject({
      records: ACCOUNTS,
      removed: 0,
    });
  },
  30_000,
);
