import { test } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startWriter } from '../../main/engine/cache/thread/writer-client';
import { Jobs } from '../../main/engine/jobs/jobs';
import { CREATE_CHUNK, creatingRecords } from '../../main/engine/records/create/kind';
import { createService } from '../../main/engine/service/client';
import { openEncrypted } from '../../main/engine/sqlite/open-database';
import { openWorkspace } from '../../main/engine/workspace/workspace';
import type { CreateLine } from '../../preload/contract/creation';
import { median, note, report } from './numbers';
import { demoProcess, type DemoProcess } from './service';

const RECORDS = 5_000;
const ROUNDS = 5;
const KEY = '5a'.repeat(32);
const GROUPS = '/billing/groups';

interface NewGroup {
  readonly name: string;
  readonly slug: string;
  readonly firm_id: number;
}

let folder: string;
let service: DemoProcess;
test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-bench-create-'));
  service = await demoProcess(1_000);
});
test.afterAll(() => {
  service.stop();
  rmSync(folder, { recursive: true });
  console.log(report());
});

async function ask(method: string, place: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(`${service.baseUrl}${place}`, {
    method,
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${place}: ${answer.status}`);
  return (JSON.parse(await answer.text()) as { data: unknown }).data;
}

const created = (groups: readonly NewGroup[]) => ask('POST', `${GROUPS}/create-many`, groups);

/** What no creation can be faster than: the same bodies sent, and their answers parsed once, in the same chunks. */
async function floor(groups: readonly NewGroup[]): Promise<number> {
  const started = performance.now();
  for (let at = 0; at < groups.length; at += CREATE_CHUNK) await created(groups.slice(at, at + CREATE_CHUNK));
  return performance.now() - started;
}

/** The same with each record's intent on disk before its request, and its outcome afterwards, by bare statements. */
async function durableFloor(groups: readonly NewGroup[], file: string): Promise<number> {
  const db = openEncrypted(file, KEY);
  db.pragma('synchronous = FULL');
  db.exec('CREATE TABLE record (n INTEGER PRIMARY KEY, state INTEGER, body TEXT, id INTEGER) STRICT');
  const plan = db.prepare('INSERT INTO record (n, state, body) VALUES (?, 0, ?)');
  const ask = db.prepare('UPDATE record SET state = 1 WHERE n >= ? AND n < ?');
  const tell = db.prepare('UPDATE record SET state = 2, id = ? WHERE n = ?');
  const started = performance.now();
  db.transaction(() => groups.forEach((group, n) => plan.run(n, JSON.stringify(lineOf(group)))))();
  let made: readonly { readonly id: number }[] = [];
  for (let at = 0; at <= groups.length; at += CREATE_CHUNK) {
    db.transaction(() => {
      made.forEach(({ id }, n) => tell.run(id, at - CREATE_CHUNK + n));
      ask.run(at, at + CREATE_CHUNK);
    })();
    if (at === groups.length) break;
    made = (await created(groups.slice(at, at + CREATE_CHUNK))) as typeof made;
  }
  const ms = performance.now() - started;
  db.close();
  return ms;
}

const lineOf = (group: NewGroup): CreateLine => ({
  key: null,
  title: group.name,
  subtitle: '',
  line: null,
  body: Object.entries(group).map(([field, value]) => ({ field, after: JSON.stringify(value) })),
  follow: [],
  others: [],
  instead: null,
});

test('create five thousand billing groups', async () => {
  test.setTimeout(15 * 60_000);
  const writer = await startWriter(path.resolve('out/main/writer.js'), path.join(folder, 'cache.db'), KEY);
  const workspace = openWorkspace(path.join(folder, 'workspace.db'), KEY);
  let ended = 0;
  const end: typeof workspace.jobs.end = (...of) => {
    workspace.jobs.end(...of);
    ended = performance.now();
  };
  const jobs = new Jobs({ store: { ...workspace.jobs, end }, closed: new AbortController().signal });
  const { baseUrl, apiKey: key } = service;
  const kind = creatingRecords('billingGroups', {
    service: createService({ fetch, baseUrl, authUrl: baseUrl, credential: { kind: 'api-key', key } }),
    lists: {
      put: async (...records) => void (await writer.putRecords(...records, 'created')),
      remove: async (...records) => void (await writer.removeRecords(...records)),
    },
  });
  jobs.register(kind);

  const [listed] = (await ask('GET', `${GROUPS}?pager.limit=1&pager.page=1`)) as NewGroup[];
  const firm = listed?.firm_id ?? 0;
  const fresh = (who: string) =>
    Array.from({ length: RECORDS }, (_, at): NewGroup => {
      const name = `${who} ${at}`;
      return { name, slug: name.toLowerCase().replaceAll(' ', '-'), firm_id: firm };
    });
  const floors: number[] = [];
  const durable: number[] = [];
  const own: number[] = [];
  const taken: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const bare = await floor(fresh(`bare ${round}`));
    const kept = await durableFloor(fresh(`kept ${round}`), path.join(folder, `floor-${round}.db`));
    const rows = fresh(`created ${round}`).map((group) => ({
      input: lineOf(group),
      state: 'planned' as const,
      remark: null,
    }));
    const started = performance.now();
    const job = jobs.launch(kind, rows, {}, () => undefined);
    await jobs.settled(job.id);
    const whole = performance.now() - started;
    const { counts } = jobs.get(job.id);
    if (counts.done !== rows.length) throw new Error(`${counts.done} of ${rows.length} were created`);
    if (round === 0) continue; // the first pays for code that is compiled
    floors.push(bare);
    durable.push(kept);
    own.push(ended - started);
    taken.push(whole);
  }
  // The floor keeps nothing; here the intent and the outcome of every record are on disk.
  const measure = 'create many of 5,000 billing groups; floor: the same bytes sent and parsed once';
  note(measure, median(own), 'ms', { floor: median(floors), times: 2 });
  note('  floor: and each on disk before and after, by bare statements', median(own), 'ms', {
    floor: median(durable),
  });
  note('  until the lists have them, too', median(taken), 'ms', null);
  workspace.close();
  await writer.close();
});
