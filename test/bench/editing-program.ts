// Edits records as the app does, and measures the baseline of editing; prints the milliseconds of each round.
import { EDIT_CHUNK, editRecordsJob } from '#engine/records/edits/kind';
import { startJobHarness, type JobHarness } from './job-harness';

const RECORDS = 5_000;
const ROUNDS = 5;
const ACCOUNTS = '/account-management/accounts';

interface Account {
  readonly id: number;
  readonly notes: string | null;
}

/** Milliseconds, one value per round. */
export interface EditTimes {
  /** The same records read, parsed, sent completely and parsed once, nothing on disk. */
  readonly baselines: number[];
  /** Until every outcome is on disk. */
  readonly appTimes: number[];
  /** Until lists and history have them, too. */
  readonly inLists: number[];
}

const bench = await startJobHarness(2 * RECORDS);
const request = (...args: Parameters<JobHarness['request']>) => bench.request(...args) as Promise<Account[]>;

/**
 * Measures the baseline of an edit: the same records read, parsed, sent completely and parsed once, in the
 * same chunks.
 */
async function bareBaseline(ids: readonly number[], notes: string): Promise<number> {
  const started = performance.now();
  for (let start = 0; start < ids.length; start += EDIT_CHUNK) {
    const conditions = ids.slice(start, start + EDIT_CHUNK).map((value) => ({ value, op: 'eq' }));
    const filter = { id: { any_or_all: 'any', conditions } };
    const records = await request(
      'POST',
      `${ACCOUNTS}/filter?pager.limit=${EDIT_CHUNK}&pager.page=1`,
      filter,
    );
    await request(
      'PUT',
      ACCOUNTS,
      records.map((record) => ({ ...record, notes })),
    );
  }
  return performance.now() - started;
}

const { client, jobs, writer } = bench;
const kind = editRecordsJob('accounts', {
  service: client,
  put: async (...records) => void (await writer.putRecords(...records)),
  cached: () => new Map(),
  sentTo: () => () => undefined,
});
jobs.register(kind);

const listed = (await request('GET', `${ACCOUNTS}?pager.limit=${RECORDS}&pager.page=1`)).slice(0, RECORDS);
await writer.putRecords(
  'accounts',
  listed.map((record) => JSON.stringify(record)),
);
let notesById = new Map(listed.map(({ id, notes }) => [id, notes]));
const times: EditTimes = { baselines: [], appTimes: [], inLists: [] };
for (let round = 0; round < ROUNDS; round += 1) {
  const noteOf = (who: string) => `${who}, round ${round}`;
  times.baselines.push(await bareBaseline([...notesById.keys()], noteOf('bare')));
  notesById = new Map([...notesById.keys()].map((id) => [id, noteOf('bare')]));
  const after = JSON.stringify(noteOf('edited'));
  const lines = [...notesById].map(([id, notes]) => ({
    key: String(id),
    title: '',
    subtitle: '',
    line: null,
    fields: [{ field: 'notes', before: JSON.stringify(notes), after }],
  }));
  const { onDisk, inLists } = await bench.send(kind, lines);
  times.appTimes.push(onDisk);
  times.inLists.push(inLists);
}
await bench.close();
console.log(JSON.stringify(times));
