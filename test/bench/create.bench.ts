import { test } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startWriter } from '../../main/engine/cache/thread/writer-client';
import { Jobs } from '../../main/engine/jobs/jobs';
import { CREATE_CHUNK, creatingRecords } from '../../main/engine/records/create/kind';
import { createService } from '../../main/engine/service/client';
import { openWorkspace } from '../../main/engine/workspace/workspace';
import type { CreateLine } from '../../preload/contract/creation';
import { median, note, report } from './numbers';
import { demoProcess, type DemoProcess } from './service';

const RECORDS = 5_000;
const ROUNDS = 3;
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

/** What no creation can be faster than: the same bodies sent, and their answers parsed once, in the same chunks. */
async function floor(groups: readonly NewGroup[]): Promise<number> {
  const started = performance.now();
  for (let at = 0; at < groups.length; at += CREATE_CHUNK)
    await ask('POST', `${GROUPS}/create-many`, groups.slice(at, at + CREATE_CHUNK));
  return performance.now() - started;
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
  const jobs = new Jobs({ store: workspace.jobs, closed: new AbortController().signal });
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
  const own: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const bare = await floor(fresh(`bare ${round}`));
    const rows = fresh(`created ${round}`).map((group) => ({
      input: lineOf(group),
      state: 'planned' as const,
      remark: null,
    }));
    const started = performance.now();
    const job = jobs.launch(kind, rows, {}, () => undefined);
    await jobs.settled(job.id);
    const ms = performance.now() - started;
    const { counts } = jobs.get(job.id);
    if (counts.done !== rows.length) throw new Error(`${counts.done} of ${rows.length} were created`);
    if (round === 0) continue; // the first pays for code that is compiled
    floors.push(bare);
    own.push(ms);
  }
  // The floor keeps nothing, and reads nothing; here the intent and the outcome of every record are on disk, and the
  // service's list is read to see them in it.
  const measure =
    'create many of 5,000 billing groups (aim ≤ 2 ×); floor: the same bytes sent and parsed once';
  note(measure, median(own), 'ms', { floor: median(floors) });
  workspace.close();
  await writer.close();
});
