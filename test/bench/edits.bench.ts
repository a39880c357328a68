import { test } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startWriter } from '../../main/engine/cache/thread/writer-client';
import { Jobs } from '../../main/engine/jobs/jobs';
import { EDIT_CHUNK, editingRecords } from '../../main/engine/records/edits/kind';
import { createService } from '../../main/engine/service/client';
import { openWorkspace } from '../../main/engine/workspace/workspace';
import { median, note, report } from './numbers';
import { demoProcess, type DemoProcess } from './service';

const RECORDS = 5_000;
const ROUNDS = 5;
const KEY = '5a'.repeat(32);
const ACCOUNTS = '/account-management/accounts';

interface Account {
  readonly id: number;
  readonly notes: string | null;
}

let folder: string;
let service: DemoProcess;
test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-bench-edits-'));
  service = await demoProcess(2 * RECORDS);
});
test.afterAll(() => {
  service.stop();
  rmSync(folder, { recursive: true });
  console.log(report());
});

async function ask(method: string, place: string, body?: unknown): Promise<Account[]> {
  const answer = await fetch(`${service.baseUrl}${place}`, {
    method,
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (JSON.parse(await answer.text()) as { data: Account[] }).data;
}

/** What no edit can be faster than: the same records read, parsed, sent whole and parsed once, in the same chunks. */
async function floor(ids: readonly number[], notes: string): Promise<number> {
  const started = performance.now();
  for (let at = 0; at < ids.length; at += EDIT_CHUNK) {
    const conditions = ids.slice(at, at + EDIT_CHUNK).map((value) => ({ value, op: 'eq' }));
    const asked = { id: { any_or_all: 'any', conditions } };
    const records = await ask('POST', `${ACCOUNTS}/filter?pager.limit=${EDIT_CHUNK}&pager.page=1`, asked);
    await ask(
      'PUT',
      ACCOUNTS,
      records.map((record) => ({ ...record, notes })),
    );
  }
  return performance.now() - started;
}

test('edit five thousand accounts', async () => {
  const writer = await startWriter(path.resolve('out/main/writer.js'), path.join(folder, 'cache.db'), KEY);
  const workspace = openWorkspace(path.join(folder, 'workspace.db'), KEY);
  let ended = 0;
  const end: typeof workspace.jobs.end = (...of) => {
    workspace.jobs.end(...of);
    ended = performance.now();
  };
  const jobs = new Jobs({ store: { ...workspace.jobs, end }, closed: new AbortController().signal });
  const { baseUrl, apiKey: key } = service;
  const kind = editingRecords('accounts', {
    service: createService({ fetch, baseUrl, authUrl: baseUrl, credential: { kind: 'api-key', key } }),
    put: async (...records) => void (await writer.putRecords(...records)),
  });
  jobs.register(kind);

  const listed = (await ask('GET', `${ACCOUNTS}?pager.limit=${RECORDS}&pager.page=1`)).slice(0, RECORDS);
  await writer.putRecords(
    'accounts',
    listed.map((record) => JSON.stringify(record)),
  );
  let before = new Map(listed.map(({ id, notes }) => [id, notes]));
  const floors: number[] = [];
  const own: number[] = [];
  const taken: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const of = (who: string) => `${who}, round ${round}`;
    floors.push(await floor([...before.keys()], of('bare')));
    before = new Map([...before.keys()].map((id) => [id, of('bare')]));
    const after = JSON.stringify(of('edited'));
    const rows = [...before].map(([id, notes]) => ({
      input: {
        key: String(id),
        title: '',
        subtitle: '',
        line: null,
        fields: [{ field: 'notes', before: JSON.stringify(notes), after }],
      },
      state: 'planned' as const,
      remark: null,
    }));
    const started = performance.now();
    const job = jobs.launch(kind, rows, {}, () => undefined);
    await jobs.settled(job.id);
    taken.push(performance.now() - started);
    own.push(ended - started);
    const { counts } = jobs.get(job.id);
    if (counts.done !== rows.length) throw new Error(`${counts.done} of ${rows.length} were edited`);
  }
  // The floor keeps nothing; here the intent and the outcome of every record are on disk.
  note('bulk edit of 5,000 accounts; floor: the same bytes read, sent and parsed once', median(own), 'ms', {
    floor: median(floors),
    times: 2,
  });
  note('  until lists and history have them, too', median(taken), 'ms', null);
  workspace.close();
  await writer.close();
});
