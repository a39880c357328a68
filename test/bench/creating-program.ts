// Creates records as the app does, and measures the baselines of creating; prints the milliseconds of each
// round.
import path from 'node:path';
import { CREATE_CHUNK, createRecordsJob } from '#engine/records/create/kind';
import { openEncrypted } from '#engine/sqlite/open-database';
import type { CreateLine } from '#contract/creation';
import { startJobHarness, JOBS_KEY } from './job-harness';

const RECORDS = 5_000;
const ROUNDS = 15;
const GROUPS = '/billing/groups';

interface NewGroup {
  readonly name: string;
  readonly slug: string;
  readonly firm_id: number;
}

/** Milliseconds, one value per round. */
export interface CreateTimes {
  /** The same bytes sent and parsed once, nothing on disk. */
  readonly bare: number[];
  /** The same, with each record on disk before and after. */
  readonly durable: number[];
  /** Until every outcome is on disk. */
  readonly appTimes: number[];
  /** Until the lists contain the records. */
  readonly inLists: number[];
}

const bench = await startJobHarness(1_000);
const create = (groups: readonly NewGroup[]) => bench.request('POST', `${GROUPS}/create-many`, groups);

/**
 * Measures the bare baseline, which stores nothing: the same bodies sent, and their responses parsed once, in
 * the same chunks.
 */
async function bareBaseline(groups: readonly NewGroup[]): Promise<number> {
  const started = performance.now();
  for (let start = 0; start < groups.length; start += CREATE_CHUNK)
    await create(groups.slice(start, start + CREATE_CHUNK));
  return performance.now() - started;
}

/**
 * Measures the durable baseline: the same, with the plan on disk first, each record's intent
 * before its request, and its outcome afterwards, by bare statements.
 */
async function durableBaseline(groups: readonly NewGroup[], file: string): Promise<number> {
  const db = openEncrypted(file, JOBS_KEY);
  db.pragma('synchronous = FULL');
  db.exec('CREATE TABLE record (n INTEGER PRIMARY KEY, state INTEGER, body TEXT, id INTEGER) STRICT');
  const plan = db.prepare('INSERT INTO record (n, state, body) VALUES (?, 0, ?)');
  const markSent = db.prepare('UPDATE record SET state = 1 WHERE n >= ? AND n < ?');
  const markCreated = db.prepare('UPDATE record SET state = 2, id = ? WHERE n = ?');
  const started = performance.now();
  db.transaction(() => groups.forEach((group, n) => plan.run(n, JSON.stringify(lineOf(group)))))();
  // The pass after the last chunk only records that chunk's IDs. RECORDS is a multiple of CREATE_CHUNK.
  let newRecords: readonly { readonly id: number }[] = [];
  for (let start = 0; start <= groups.length; start += CREATE_CHUNK) {
    db.transaction(() => {
      newRecords.forEach(({ id }, n) => markCreated.run(id, start - CREATE_CHUNK + n));
      markSent.run(start, start + CREATE_CHUNK);
    })();
    if (start === groups.length) break;
    newRecords = (await create(groups.slice(start, start + CREATE_CHUNK))) as typeof newRecords;
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

const { client, jobs, writer } = bench;
const kind = createRecordsJob('billingGroups', {
  service: client,
  lists: {
    put: async (...records) => void (await writer.putRecords(...records, 'created')),
    remove: async (...records) => void (await writer.removeRecords(...records)),
    existingKeys: () => new Set(),
  },
});
jobs.register(kind);

const [firstGroup] = (await bench.request('GET', `${GROUPS}?pager.limit=1&pager.page=1`)) as NewGroup[];
const firmId = firstGroup?.firm_id ?? 0;
const newGroups = (prefix: string) =>
  Array.from({ length: RECORDS }, (_, index): NewGroup => {
    const name = `${prefix} ${index}`;
    return { name, slug: name.toLowerCase().replaceAll(' ', '-'), firm_id: firmId };
  });
const times: CreateTimes = { bare: [], durable: [], appTimes: [], inLists: [] };
for (let round = 0; round <= ROUNDS; round += 1) {
  const bare = await bareBaseline(newGroups(`bare ${round}`));
  const durable = await durableBaseline(
    newGroups(`durable ${round}`),
    path.join(bench.folder, `baseline-${round}.db`),
  );
  const { onDisk, inLists } = await bench.send(kind, newGroups(`created ${round}`).map(lineOf));
  if (round === 0) continue; // the first round includes compilation
  times.bare.push(bare);
  times.durable.push(durable);
  times.appTimes.push(onDisk);
  times.inLists.push(inLists);
}
await bench.close();
console.log(JSON.stringify(times));
