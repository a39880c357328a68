import { test } from '@playwright/test';
import path from 'node:path';
import { CREATE_CHUNK, creatingRecords } from '../../main/engine/records/create/kind';
import { openEncrypted } from '../../main/engine/sqlite/open-database';
import type { CreateLine } from '../../preload/contract/creation';
import { jobBench, KEY, type JobBench } from './job-bench';
import { median, note, report } from './numbers';

const RECORDS = 5_000;
const ROUNDS = 5;
const GROUPS = '/billing/groups';

interface NewGroup {
  readonly name: string;
  readonly slug: string;
  readonly firm_id: number;
}

let bench: JobBench;
test.beforeAll(async () => {
  bench = await jobBench(1_000);
});
test.afterAll(async () => {
  await bench.close();
  console.log(report());
});

const created = (groups: readonly NewGroup[]) => bench.ask('POST', `${GROUPS}/create-many`, groups);

/** The bare minimum, which keeps nothing: the same bodies sent, and their answers parsed once, in the same chunks. */
async function floor(groups: readonly NewGroup[]): Promise<number> {
  const started = performance.now();
  for (let at = 0; at < groups.length; at += CREATE_CHUNK) await created(groups.slice(at, at + CREATE_CHUNK));
  return performance.now() - started;
}

/**
 * What no creation can be faster than that loses nothing: the same, with the plan on disk first, each record's intent before
 * its request, and its outcome afterwards, by bare statements.
 */
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
  const { client, jobs, writer } = bench;
  const kind = creatingRecords('billingGroups', {
    service: client,
    lists: {
      put: async (...records) => void (await writer.putRecords(...records, 'created')),
      remove: async (...records) => void (await writer.removeRecords(...records)),
    },
  });
  jobs.register(kind);

  const [listed] = (await bench.ask('GET', `${GROUPS}?pager.limit=1&pager.page=1`)) as NewGroup[];
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
    const kept = await durableFloor(fresh(`kept ${round}`), path.join(bench.folder, `floor-${round}.db`));
    const { onDisk, inLists } = await bench.send(kind, fresh(`created ${round}`).map(lineOf));
    if (round === 0) continue; // the first pays for code that is compiled
    floors.push(bare);
    durable.push(kept);
    own.push(onDisk);
    taken.push(inLists);
  }
  // The aim stands beside the floor that keeps what must be kept: a write may never be lost or sent twice, so plan, intent and
  // outcome have to be on disk, and to write them costs about as much as sending and parsing, which the bare floor is.
  const measure =
    'create many of 5,000 billing groups; floor: the same bytes, and each on disk before and after';
  note(measure, median(own), 'ms', { floor: median(durable), times: 2 });
  note('  floor: the same bytes sent and parsed once, nothing on disk', median(own), 'ms', {
    floor: median(floors),
  });
  note('  until the lists have them, too', median(taken), 'ms', null);
});
