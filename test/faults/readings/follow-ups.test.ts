import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldText } from '#contract/exact-json/field-text';
import { resourceNamed } from '#contract/resources';
import { sampleOrAll } from '../trial-report';
import { expectOnlyCreated, withHarness, reportOutcome } from './cells';
import { OddStores } from './odd-stores';
import { changeRecords, type ServedResponse, type OddServiceRequest } from './odd-service';
import { ODD_PUT_RESPONSES, oddPutResponse, SCOPES } from './oddities';
import { editableTexts, rebuilt, without } from './records';

/**
 * The PUT that follows a create (feeStructures: the create body lacks the annual cycle), after partial responses to the
 * create, partial reads, and odd responses to the PUT. `npm test` runs every 17th cell.
 */
const SAMPLE_STEP = sampleOrAll(17, 1);

const BODY: Readonly<Record<string, string>> = {
  name: '"New tiers"',
  calculation_type: '"R"',
  flat_rate: '0.85',
  frequency: '"Q"',
  collection_type: '"R"',
  balance_type: '"E"',
  quarter_cycle: '1',
  firm_id: '7',
};
const FOLLOW = { annual_cycle: '2' };

type RecordChange = (raw: string) => string;
const PARTIAL_RECORDS: readonly { readonly name: string; readonly change: RecordChange }[] = [
  { name: 'lacks one editable field', change: (raw) => without('feeStructures', raw, ['balance_type']) },
  {
    name: 'lacks several editable fields',
    change: (raw) => without('feeStructures', raw, ['balance_type', 'frequency', 'tiers', 'flat_dollar_fee']),
  },
  {
    name: 'has only ID, name, slug and firm',
    change: (raw) =>
      rebuilt(raw, (name, text) => (['id', 'name', 'slug', 'firm_id'].includes(name) ? text : undefined)),
  },
  {
    name: 'null for editable fields',
    change: (raw) =>
      rebuilt(raw, (name, text) => (['balance_type', 'frequency'].includes(name) ? 'null' : text)),
  },
];
const READ_SCOPES = [{ name: 'nowhere else', operations: [] as OddServiceRequest['operation'][] }, ...SCOPES];

let stores: OddStores;
beforeAll(() => {
  stores = new OddStores();
});
afterAll(() => stores.close());

interface Cell {
  readonly fault: string;
  readonly isOdd: (arrived: OddServiceRequest) => boolean;
  readonly change: RecordChange;
  readonly put?: (typeof ODD_PUT_RESPONSES)[number];
}

async function runFollowUp({ fault, isOdd, change, put }: Cell): Promise<void> {
  await withHarness(stores, ['feeStructures'], async (harness) => {
    const { service } = harness;
    const before = new Map(service.records('feeStructures'));
    const { id } = harness.edits.create('feeStructures', null);
    const edits = Object.entries({ ...BODY, ...FOLLOW }).map(([field, json]) => ({
      op: 'set' as const,
      field,
      json,
    }));
    harness.edits.saveRow(id, 0, edits);
    const odd = put && oddPutResponse({ service, resource: 'feeStructures', field: 'annual_cycle' }, put);
    service.override = (arrived, carryOut): ServedResponse => {
      if (odd && arrived.operation.startsWith('put')) return odd(arrived, carryOut);
      const response = carryOut();
      return isOdd(arrived)
        ? changeRecords(response, (raw) => (raw.includes('New tiers') ? change(raw) : raw))
        : response;
    };
    const sent = await harness.send(id);
    service.override = (_, carryOut) => carryOut();

    const created = expectOnlyCreated(fault, 'feeStructures', before, service.records('feeStructures'), 1);
    const [raw = '{}'] = created;
    const texts = editableTexts('feeStructures', raw);
    const { fields } = resourceNamed('feeStructures');
    for (const [name, text] of Object.entries(BODY))
      expect(fieldText(raw, name, fields[name] ?? {}), `${fault}: ${name} is lost`).toBe(text);
    const isWritten = texts.get('annual_cycle') === FOLLOW.annual_cycle;
    const [row] = sent?.rows ?? [];
    const context = `${fault}: ${row?.state} ${JSON.stringify(row?.issue)}`;
    if (row?.state === 'done') expect(isWritten, context).toBe(true);
    if (row?.state === 'refused') {
      expect(row.issue?.code, context).toBe('created-incomplete');
      expect(isWritten, context).toBe(false);
    }
    expect(['done', 'refused', 'unknown'], context).toContain(row?.state);
    const creates = service.writes.filter(({ operation }) => operation.startsWith('create'));
    expect(creates, context).toHaveLength(1);
    reportOutcome(fault, 'PUT after a create of feeStructures', sent?.rows ?? [], {
      stored: isWritten ? 'created completely' : 'created in part',
      sent: service.writes.length,
      ...(sent ? { job: sent.job } : {}),
    });
  });
}

describe('the PUT that follows a create', () => {
  const partialCells = PARTIAL_RECORDS.flatMap(({ name, change }) =>
    READ_SCOPES.map((scope) => ({
      fault: `partial response to the create (${name}), partial read ${scope.name}`,
      change,
      isOdd: ({ operation }: OddServiceRequest) =>
        operation === 'create' || scope.operations.includes(operation),
    })),
  );
  it.each(partialCells.filter((_, index) => index % SAMPLE_STEP === 0))(
    '$fault: erases nothing',
    runFollowUp,
  );

  const [onlyName] = PARTIAL_RECORDS.slice(2); // only ID, name, slug and firm
  const responses = ODD_PUT_RESPONSES.flatMap((put) => [
    {
      fault: `complete response to the create, PUT ${put.name}`,
      put,
      change: (raw: string) => raw,
      isOdd: () => false,
    },
    {
      fault: `partial response to the create, PUT ${put.name}`,
      put,
      change: onlyName?.change ?? ((raw: string) => raw),
      isOdd: ({ operation }: OddServiceRequest) => operation === 'create',
    },
  ]);
  it.each(responses.filter((_, index) => index % SAMPLE_STEP === 0))(
    '$fault: shows the real outcome',
    runFollowUp,
  );
});
