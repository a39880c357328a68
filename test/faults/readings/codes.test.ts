import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Jobs } from '#engine/jobs/jobs';
import { Service } from '#engine/service/client';
import { createCodesJob, deleteCodesJob } from '#engine/features/advisor-codes/code-jobs';
import type { CodeLine } from '#contract/features/advisor-codes/schemas';
import { textAt } from '#contract/exact-json/patch';
import { InstantClock } from '../responses/harness';
import { sampleOrAll } from '../trial-report';
import { reportOutcome } from './cells';
import { OddStores } from './odd-stores';
import { OddService } from './odd-service';
import { ODD_WRITES, oddWrite, type OddWrite } from './odd-writes';

/** Odd responses to creates and deletes of advisor codes: none is written twice, and each shows its real outcome. */
let stores: OddStores;
beforeAll(() => {
  stores = new OddStores();
});
afterAll(() => stores.close());

const MAPPED = [801, 802, 803, 804];
const record = (id: number) => `{"id":${id},"code":"C${id}","source":"PER","firm_id":39}`;

async function runCell(odd: OddWrite, operation: 'create' | 'remove', count: number, isOnce: boolean) {
  const label = `${odd.name} × ${operation} ${count} codes`;
  const mapping = new OddService(['advisorCodes']);
  mapping.fill('advisorCodes', MAPPED.map(record));
  const recordsBefore = new Map(mapping.records('advisorCodes'));
  const existingIds = [...recordsBefore.keys()];
  const service = new Service({
    baseUrl: 'http://127.0.0.1/v2',
    authUrl: 'http://127.0.0.1/auth/v2',
    credential: { kind: 'api-key', key: 'a-key-for-the-test' },
    fetch: mapping.fetch,
    clock: new InstantClock(false),
    hasResponded: true,
  });
  const closing = new AbortController();
  const jobs = new Jobs({ store: stores.workspace.jobs, closed: closing.signal });
  const done = () => Promise.resolve();
  const lists = { put: done, remove: done, existingKeys: () => new Set(existingIds) };
  const kind =
    operation === 'create' ? createCodesJob({ service, lists }) : deleteCodesJob({ service, lists });
  jobs.register(kind);
  const codes = operation === 'create' ? ['N1', 'N2', 'N3'] : ['C801', 'C802', 'C803'];
  const rows = codes.slice(0, count).map((code, index) => ({
    input: {
      number: null,
      custodian: 'PER',
      code,
      firmId: '39',
      accounts: null,
      record: operation === 'create' ? null : String(MAPPED[index]),
    } satisfies CodeLine,
    state: 'planned' as const,
    issue: null,
  }));
  mapping.override = oddWrite(mapping, odd, { existingIds, isOnce });
  const { id } = jobs.plan(kind, rows, { accounts: null, custodian: 'PER', custodians: 1 });
  jobs.start(id, count);
  await jobs.settled(id);
  const job = jobs.get(id);
  const jobRows = jobs.rows(id, { offset: 0, limit: 10 }).rows;
  closing.abort();

  const after = [...mapping.records('advisorCodes').values()].map((raw) => textAt(raw, ['code']) ?? '');
  expect(new Set(after).size, `${label}: created twice`).toBe(after.length);
  for (const [key, raw] of recordsBefore)
    if (operation === 'create' || !MAPPED.slice(0, count).includes(Number(key)))
      expect(mapping.records('advisorCodes').get(key), label).toBe(raw);
  expect(jobRows, label).toHaveLength(count);
  for (const [index, row] of jobRows.entries()) {
    const isThere = after.includes(JSON.stringify(codes[index]));
    const context = `${label}: ${row.state} ${row.issue?.code ?? ''} verified ${String(row.verified)}, ${isThere ? 'there' : 'not there'}`;
    // `verified` is false if a later read contradicted the response.
    if (row.state === 'done')
      expect(isThere === (operation === 'create'), context).toBe(row.verified !== false);
    else if (row.state !== 'unknown') expect(isThere, context).toBe(operation === 'remove');
  }
  reportOutcome(
    `${odd.name}, ${isOnce ? 'once' : 'every time'}`,
    `${operation} ${count} of advisorCodes`,
    jobRows,
    {
      stored: `${after.length - recordsBefore.size} more codes`,
      sent: mapping.writes.length,
      job,
    },
  );
}

const COLUMNS = (['create', 'remove'] as const).flatMap((operation) =>
  [1, 3].flatMap((count) => [true, false].map((isOnce) => ({ operation, count, isOnce }))),
);
/** In `npm test`, one cell of each row. */
const SAMPLE_STEP = sampleOrAll(COLUMNS.length, 1);

describe('advisor codes', () => {
  it.each(ODD_WRITES.map((odd, row) => ({ odd, row, name: odd.name })))(
    'answered with $name: writes none twice, and shows the real outcome',
    async ({ odd, row }) => {
      const chosen = COLUMNS.filter((_, index) => (index + row) % SAMPLE_STEP === 0);
      expect(chosen.length, 'cells of this row that run').toBeGreaterThan(0);
      for (const { operation, count, isOnce } of chosen) await runCell(odd, operation, count, isOnce);
    },
    60_000,
  );
});
