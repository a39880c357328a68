import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLine, removeLine } from '#contract/creation';
import type { FieldEdit } from '#contract/edit';
import { idOf } from '#contract/exact-json/fields';
import { patchJson, textAt } from '#contract/exact-json/patch';
import { CREATED_INCOMPLETE, type JobRow } from '#contract/job';
import { resourceNamed } from '#contract/resources';
import { ADJUSTMENT_FIELDS, STRUCTURE_FIELDS } from '../../support/record-jobs';
import { sampleOrAll } from '../trial-report';
import { withDesk, reportOutcome } from './cells';
import { OddStores, type OddDesk, type Sent } from './odd-stores';
import { ODD_WRITES, oddWrite, type OddWrite } from './odd-writes';
import { TARGETS, type EditedName } from './records';

/**
 * Odd answers × creates, deletes and their undos. Every cell requires the same: no record is created twice; what is
 * shown as created or deleted is so in the service, and what is shown as refused or not sent is not; no other record is
 * touched; an honest undo takes back what was created. The whole table is `npm run faults -- readings`.
 */
const EVERY = sampleOrAll(23, 1);

let stores: OddStores;
beforeAll(() => {
  stores = new OddStores();
});
afterAll(() => stores.close());

const CREATED: readonly EditedName[] = [
  'billingGroups',
  'assetAdjustments',
  'feeStructures',
  'billingMinimums',
  'billingSplits',
];
const BODIES: Readonly<Partial<Record<EditedName, Readonly<Record<string, unknown>>>>> = {
  billingGroups: { firm_id: 39 },
  assetAdjustments: ADJUSTMENT_FIELDS,
  feeStructures: STRUCTURE_FIELDS,
  billingMinimums: { value: 250.1, value_type: 'F', firm_id: 39 },
  billingSplits: { percentage: 12.5, splitter_name: 'West Office', firm_id: 39 },
};
const NAMES = ['Harbor', 'Summit', 'Cedar', 'Prairie'];

interface Write {
  readonly name: string;
  readonly send: (desk: OddDesk, resource: EditedName, before: Sent | undefined) => Promise<Sent | undefined>;
  /** Sent first, with correct answers. */
  readonly before?: (desk: OddDesk, resource: EditedName) => Promise<Sent | undefined>;
}

async function createRecords(
  desk: OddDesk,
  resource: EditedName,
  names: readonly string[],
): Promise<Sent | undefined> {
  const fieldsOf = (name: string) =>
    new Map(
      Object.entries({ ...BODIES[resource], name }).map(([field, value]) => [
        field,
        { json: JSON.stringify(value) },
      ]),
    );
  const [only = '', ...more] = names;
  if (more.length > 0)
    return desk.send(
      desk.writes.createMany(
        { resource, origin: 'import' },
        names.map((name) => ({ values: fieldsOf(name), line: null, issue: null })),
      ).id,
    );
  const { id } = desk.writes.create(resource, null);
  const edits = [...fieldsOf(only)].map(([field, { json }]): FieldEdit => ({ op: 'set', field, json }));
  desk.writes.saveRow(id, 0, edits);
  return desk.send(id);
}

const removeRecords = (
  desk: OddDesk,
  resource: EditedName,
  keys: readonly string[],
): Promise<Sent | undefined> =>
  desk.send(
    desk.writes.remove(
      { resource, search: '', filters: [], sort: resourceNamed(resource).sort },
      { kind: 'keys', keys: [...keys] },
    ).id,
  );

const undo = (desk: OddDesk, before: Sent | undefined): Promise<Sent | undefined> =>
  desk.send(desk.writes.undo(before?.job.id ?? '').id);

const WRITES: readonly Write[] = [
  { name: 'create', send: (desk, resource) => createRecords(desk, resource, NAMES.slice(0, 1)) },
  { name: 'create many', send: (desk, resource) => createRecords(desk, resource, NAMES) },
  { name: 'delete', send: (desk, resource) => removeRecords(desk, resource, TARGETS.slice(0, 1)) },
  { name: 'delete many', send: (desk, resource) => removeRecords(desk, resource, TARGETS) },
  {
    name: 'undo of a create',
    before: (desk, resource) => createRecords(desk, resource, NAMES),
    send: (desk, _, before) => undo(desk, before),
  },
  {
    name: 'undo of a delete',
    before: (desk, resource) => removeRecords(desk, resource, TARGETS),
    send: (desk, _, before) => undo(desk, before),
  },
];

type Records = ReadonlyMap<string, string>;
const nameOf = (raw: string): string => textAt(raw, ['name']) ?? '';
const idsNamed = (records: Records, name: string): string[] =>
  [...records].flatMap(([key, raw]) => (nameOf(raw) === name ? [key] : []));

/** What is shown of a row is true of the service. */
function expectTrue(where: string, { kind }: Sent['job'], row: JobRow, after: Records): void {
  const creates = kind.operation === 'create';
  const name = creates
    ? (createLine.parse(row.input).body.find(({ field }) => field === 'name')?.after ?? '')
    : '';
  const ids = creates
    ? idsNamed(after, name)
    : [removeLine.parse(row.input).key].filter((key) => after.has(key));
  const isThere = ids.length > 0;
  const context = `${where}: ${row.state} ${row.issue?.code ?? ''} seen ${String(row.verified)}, ${isThere ? 'there' : 'not there'}`;
  const isIncomplete = row.issue?.code === CREATED_INCOMPLETE;
  if (row.state === 'done') expect(isThere === creates, context).toBe(row.verified !== false);
  else if (row.state !== 'unknown') expect(isThere, context).toBe(creates ? isIncomplete : true);
  // The ID that an undo, or a follow-up, would write to is that of the record.
  if (creates && row.responseIds.length > 0 && isThere) expect(row.responseIds, context).toEqual(ids);
}

async function runCell({
  odd,
  write,
  resource,
  isOnce,
}: {
  odd: OddWrite;
  write: Write;
  resource: EditedName;
  isOnce: boolean;
}): Promise<void> {
  const fault = `${odd.name}, ${isOnce ? 'once' : 'every time'}`;
  const where = `${fault} × ${write.name} of ${resource}`;
  await withDesk(stores, [resource], async (desk) => {
    const { service } = desk;
    if ('slug' in resourceNamed(resource).fields) {
      const named = [...service.records(resource)].map(([key, raw]) =>
        patchJson(raw, [{ op: 'set', path: ['slug'], value: `item-${key}` }]),
      );
      service.fill(resource, named);
      desk.refresh([resource]);
    }
    const original = new Map(service.records(resource));
    const before = await write.before?.(desk, resource);
    const started = new Map(service.records(resource));
    service.receivedRequests.length = 0;
    service.override = oddWrite(service, odd, { known: [...original.keys()], isOnce });
    const sent = await write.send(desk, resource, before);
    service.override = (_, honestly) => honestly();
    const after = new Map(service.records(resource));
    const { writes } = service;

    const names = [...after.values()].map(nameOf);
    expect(new Set(names).size, `${where}: created twice`).toBe(names.length);
    for (const row of sent?.rows ?? []) if (sent) expectTrue(where, sent.job, row, after);
    const targets = new Set(
      (sent?.rows ?? []).flatMap(({ input }) => removeLine.safeParse(input).data?.key ?? []),
    );
    for (const [key, raw] of started)
      if (!targets.has(key)) expect(after.get(key), `${where}: record ${key}`).toBe(raw);
    expect(writes.length, `${where}: requests`).toBeLessThanOrEqual(8);
    reportOutcome(fault, `${write.name} of ${resource}`, sent?.rows ?? [], {
      stored: `${after.size - started.size} more records`,
      sent: writes.length,
      ...(sent ? { job: sent.job } : {}),
    });
    if (sent?.job.kind.operation === 'create') await expectUndone(where, desk, sent, started);
  });
}

/** An honest undo deletes what was shown as created, and nothing else. */
async function expectUndone(where: string, desk: OddDesk, sent: Sent, started: Records): Promise<void> {
  if (sent.rows.every(({ responseIds }) => responseIds.length === 0)) return;
  await undo(desk, sent);
  const { resource } = sent.job.kind;
  const left = desk.service.records(resource);
  for (const [key, raw] of started) expect(left.get(key), `${where}, undone: record ${key}`).toBe(raw);
  for (const { input, responseIds: answer, state } of sent.rows) {
    const name = createLine.parse(input).body.find(({ field }) => field === 'name')?.after ?? '';
    if (state === 'done' && answer.length > 0) expect(idsNamed(left, name), `${where}, undone`).toEqual([]);
  }
}

const COLUMNS = WRITES.flatMap((write) => CREATED.map((resource) => ({ write, resource })));

describe('a create, a delete or an undo', () => {
  it.each(ODD_WRITES.map((odd, row) => ({ odd, row, name: odd.name })))(
    'answered with $name: writes nothing twice, and shows the real outcome',
    async ({ odd, row }) => {
      for (const [at, column] of COLUMNS.entries())
        if ((at + row) % EVERY === 0)
          await runCell({ odd, ...column, isOnce: (at + Math.floor(row / 3)) % 2 === 0 });
    },
    120_000,
  );
});

it('keeps all digits of an ID above 2^53 through a create, its undo and a delete', async () => {
  await withDesk(stores, ['assetAdjustments'], async (desk) => {
    const created = await createRecords(desk, 'assetAdjustments', NAMES);
    const ids = created?.rows.flatMap(({ responseIds }) => responseIds) ?? [];
    expect(created?.rows.map(({ state }) => state)).toEqual(NAMES.map(() => 'done'));
    expect(ids.every((id) => !Number.isSafeInteger(Number(id)))).toBe(true);
    expect([...desk.service.records('assetAdjustments').values()].slice(-4).map(idOf)).toEqual(ids);
    const removed = await undo(desk, created);
    expect(removed?.rows.map(({ state, issue }) => [state, issue])).toEqual(NAMES.map(() => ['done', null]));
    expect(desk.service.writes.map(({ operation }) => operation)).toEqual(['createMany', 'removeMany']);
  });
});
