import { strToU8, zipSync } from 'fflate';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ConnectionStore } from '#main/desktop/connection-store';
import { backUp } from '#engine/backup/back-up';
import { previewBackup } from '#engine/backup/restore';
import { restore } from '../../support/restore-backup';
import { openWriter } from '#engine/cache/ingest/writer';
import { createReader } from '#engine/cache/query/reader';
import { createHistoryReader } from '#engine/history/history-reader';
import { HISTORY_FILE } from '#engine/history/history-writer';
import { fileDigest } from '#engine/files/digest';
import { DAMAGE_CODE } from '#engine/sqlite/integrity';
import { verifySaved } from '#engine/features/fee-files/verify';
import { openEncrypted } from '#engine/sqlite/open-database';
import { readNote } from '#engine/workspace/activity/note';
import { errorCodeOf } from '#common/error-code';
import { FailureError } from '#contract/failure';
import { resources } from '#contract/resources';
import { openTestWorkspace } from '#test/support/saved-work';
import { refreshCache } from '../../unit/cache/temp-cache';
import { seededRandom, sampleOrAll, runTrials } from '../trial-report';

const KEY = '5a'.repeat(32);
const PASSPHRASE = 'correct horse battery';
const random = seededRandom(20_261_124);
const root = fs.mkdtempSync(path.join(tmpdir(), 'firm-desk-flips-'));
/** The undamaged files; each trial uses a copy. */
const original = path.join(root, 'original');
const copies = path.join(root, 'copies');
const connection = {
  id: 'firm-1234',
  name: 'Canary Wealth',
  baseUrl: 'https://canary.example/v2',
  authUrl: 'https://canary.example/v2',
  application: 'production' as const,
  credentialKind: 'api-key' as const,
  demo: false,
  createdAt: '2026-01-01T00:00:00.000Z',
};
const copyPath = (name: string): string => path.join(copies, name);
const note = copyPath('elsewhere/note.json');
const location = () => ({ folder: path.join(original, 'connections', connection.id), databaseKey: KEY });
const inConnection = (name: string): string => path.join('connections', connection.id, name);

beforeAll(async () => {
  const { folder } = location();
  const store = new ConnectionStore(original, (id) => path.join(original, 'connections', id));
  store.put(connection);
  store.setLast(connection.id);
  const workspace = openTestWorkspace(path.join(folder, 'workspace.db'), KEY, {
    note: path.join(original, 'elsewhere/note.json'),
  });
  workspace.transaction(() => {
    for (let number = 0; number < 150; number += 1) {
      workspace.activity.note({ kind: 'records-copy', count: number, facts: { note: 'y'.repeat(300) } });
      workspace.views.save({
        resource: 'accounts',
        name: `View ${number}`,
        query: { search: 'x'.repeat(150), filters: [], sort: { field: 'name', descending: false } },
      });
    }
  });
  workspace.close();
  const writer = openWriter(path.join(folder, 'cache.db'), KEY);
  const accounts = (cash: number) =>
    Array.from({ length: 400 }, (_, id) => ({ id, name: `Account ${id}`, required_cash: cash }));
  refreshCache(writer, 'accounts', accounts(1));
  refreshCache(writer, 'accounts', accounts(2)); // fills the history of changes
  writer.close();
  await backUp({ ...location(), connection }, PASSPHRASE, path.join(original, 'mine.fdbackup'));
  fs.writeFileSync(path.join(original, 'fees.zip'), zipSync({ 'SWB.csv': strToU8('1,2\r\n'.repeat(4_000)) }));
  // The write-ahead log beside the file, as a killed process leaves it: not yet checkpointed.
  const killed = path.join(original, 'killed');
  fs.mkdirSync(killed);
  const copy = path.join(killed, 'workspace.db');
  fs.copyFileSync(path.join(folder, 'workspace.db'), copy);
  const open = openTestWorkspace(copy, KEY, { note: path.join(killed, 'note.json') });
  const reader = openEncrypted(copy, KEY, { readonly: true });
  reader.exec('BEGIN; SELECT count(*) FROM activity'); // an open reader prevents the checkpoint
  for (let count = 0; count < 40; count += 1) open.activity.note({ kind: 'roi-send', count });
  await vi.waitFor(() => expect(readNote(path.join(killed, 'note.json'))?.lines).toBe(190), {
    timeout: 10_000,
  });
  for (const suffix of ['', '-wal']) fs.copyFileSync(copy + suffix, path.join(killed, `left.db${suffix}`));
  reader.close();
  open.close();
});
afterAll(() => fs.rmSync(root, { recursive: true }));

/** Maximum number of extra flips if none of the sample was in data that is read. */
const MAX_MORE_FLIPS = 200;

/** Flips one random bit in a copy of everything, and returns its position. */
function flip(name: string): string {
  fs.rmSync(copies, { recursive: true, force: true });
  fs.cpSync(original, copies, { recursive: true });
  const bytes = fs.readFileSync(copyPath(name));
  const offset = random(bytes.length);
  const bit = 1 << random(8);
  bytes[offset] = (bytes[offset] ?? 0) ^ bit;
  fs.writeFileSync(copyPath(name), bytes);
  return `bit ${bit} of byte ${offset} of ${name}`;
}

/** Returns the value read, or undefined if the damage was reported; rethrows other errors. */
async function valueOrUndefined<T>(read: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof FailureError || DAMAGE_CODE.test(errorCodeOf(error))) return undefined;
    throw error;
  }
}

function workOf(file: string, noteFile: string): object {
  const workspace = openTestWorkspace(file, KEY, { note: noteFile });
  try {
    return {
      views: workspace.views.list('accounts'),
      lines: [...workspace.activity.lines()],
      verified: workspace.activity.verify(workspace.latestNote()),
    };
  } finally {
    workspace.close();
  }
}
function cacheOf(): object {
  const writer = openWriter(copyPath(inConnection('cache.db')), KEY);
  const reader = createReader(copyPath(inConnection('cache.db')), KEY);
  try {
    const query = { resource: 'accounts' as const, search: '', filters: [], sort: resources.accounts.sort };
    return {
      states: reader.states(),
      window: reader.window({
        query: { ...query, search: 'account' },
        columns: ['name'],
        offset: 0,
        limit: 200,
      }),
      records: [...reader.selectedRecords({ query, selection: { kind: 'all', except: [] } }, 1_000)],
    };
  } finally {
    reader.close();
    writer.close();
  }
}
function historyOf(): object {
  const history = createHistoryReader(copyPath(inConnection(HISTORY_FILE)), KEY);
  try {
    return {
      runs: history.runs({ offset: 0, limit: 100 }),
      changes: history.list({ filter: {}, offset: 0, limit: 1_000 }),
    };
  } finally {
    history.close();
  }
}
async function backupOf(): Promise<object> {
  const folder = copyPath('restored');
  const preview = await previewBackup(copyPath('mine.fdbackup'), PASSPHRASE);
  await restore(copyPath('mine.fdbackup'), PASSPHRASE, { folder, databaseKey: KEY });
  const workspace = openTestWorkspace(path.join(folder, 'workspace.db'), KEY);
  const names = workspace.views.list('accounts').map(({ name }) => name);
  workspace.close();
  return { preview, names };
}

it.each([
  [
    'the saved work',
    inConnection('workspace.db'),
    sampleOrAll(10, 400),
    () => workOf(copyPath(inConnection('workspace.db')), note),
  ],
  [
    'the log beside the saved work',
    'killed/left.db-wal',
    sampleOrAll(10, 200),
    () => workOf(copyPath('killed/left.db'), copyPath('killed/note.json')),
  ],
  ['the data on this computer', inConnection('cache.db'), sampleOrAll(16, 200), cacheOf],
  ['the history of changes', inConnection(HISTORY_FILE), sampleOrAll(6, 200), historyOf],
  ['a backup', 'mine.fdbackup', sampleOrAll(1, 60), backupOf],
] as const)(
  'reports a flipped bit in %s, or is not affected',
  { timeout: 600_000 },
  async (label, name, count, read) => {
    fs.rmSync(copies, { recursive: true, force: true });
    fs.cpSync(original, copies, { recursive: true });
    const intact = await Promise.resolve(read());
    let damaged = 0;
    const trial = async () => {
      const flipped = flip(name);
      const value = await valueOrUndefined(read);
      if (value === undefined) damaged += 1;
      else expect(value, flipped).toEqual(intact);
    };
    await runTrials(`bit flips in ${label}`, count, trial);
    // A small sample may miss the pages that are read.
    for (let index = 0; damaged === 0 && index < MAX_MORE_FLIPS; index += 1) await trial();
    expect(damaged).toBeGreaterThan(0); // otherwise no flipped bit was in data that is read
  },
);

it('reports a flipped bit in a saved archive during verification', async () => {
  const saved = { path: copyPath('fees.zip'), ...(await fileDigest(path.join(original, 'fees.zip'))) };
  await runTrials('bit flips in a saved archive', sampleOrAll(5, 200), async () => {
    const flipped = flip('fees.zip');
    expect(await verifySaved(saved), flipped).toBe('changed');
  });
});

it('reports a flipped bit in the list of connections, or keeps ID and addresses', async () => {
  await runTrials('bit flips in the list of connections', sampleOrAll(20, 400), () => {
    const flipped = flip('connections.json');
    let store: ConnectionStore;
    try {
      store = new ConnectionStore(copies, (id) => copyPath(path.join('connections', id)));
    } catch (error) {
      if (error instanceof FailureError) return; // reported, and nothing is changed
      throw error;
    }
    const [listed] = store.all;
    const { id, baseUrl, authUrl } = connection;
    expect(listed, flipped).toMatchObject({ id, baseUrl, authUrl }); // the credential is sent nowhere else
  });
});
