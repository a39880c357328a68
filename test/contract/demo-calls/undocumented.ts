import { expect } from 'vitest';
import { RESOURCE_NAMES, resourceNamed, type ResourceName } from '#contract/resources';
import { numericIdOf, idPath, FIRST_TWO_RECORDS, type CallCheck, type CallChecks } from './call-check';

/** Calls that the wire facts list and the specification does not. */
export const undocumentedChecks = {
  'securities.search': async (service) => {
    const response = await service.call('securities.search', { path: { q: 'harbor energy' } });
    expect(response.length).toBeGreaterThan(1);
    for (const { description } of response) expect(description).toMatch(/^Harbor Energy/);
  },
  'securities.filter': async (service) => {
    const conditions = [12, 999_999].map((value) => ({ value, op: 'eq' as const }));
    const response = await service.call('securities.filter', {
      body: { id: { any_or_all: 'any', conditions } },
    });
    expect(response.map(({ id }) => id)).toEqual([12]);
  },
  'analytics.aumByAccount': async (service) => {
    const response = await service.call('analytics.aumByAccount', {
      body: { account_ids: [200_001, 999_999_999], as_of_date: '2026-09-30' },
    });
    expect(response.as_of_date).toBe('2026-09-30');
    expect(response.values).toEqual([{ account_id: 200_001, aum: expect.any(Number) as number }]);
  },
  'status.sourceData': async (service) => {
    const response = await service.call('status.sourceData', { body: {} });
    expect(response['SWB']).toMatchObject({ balances: { available: true } });
  },
  'serviceJobs.running': async (service) => {
    const response = await service.call('serviceJobs.running');
    expect(response.filter(({ is_running }) => is_running)).toMatchObject([
      { job_type: 'billing_run', num_steps: 8, current_step: 3 },
    ]);
  },
  /** All optional resources have the same list call. */
  ...Object.fromEntries(
    RESOURCE_NAMES.filter((name) => resourceNamed(name).service.optional).map((name): [string, CallCheck] => [
      `${name}.list`,
      async (service) => {
        const { records } = await service.call(`${name}.list`, FIRST_TWO_RECORDS);
        expect(records.map(({ fits }) => fits)).toEqual([true, true]);
      },
    ]),
  ),
  ...writeChecks(
    'billingMinimums',
    { name: 'New', value: 250, value_type: 'F', firm_id: 39 },
    { value: 0.1 },
  ),
  ...writeChecks('billingSplits', { name: 'New', percentage: 12.5, firm_id: 39 }, { splitter_name: 'Else' }),
} satisfies CallChecks;

type RecordJson = Record<string, unknown>;
/** Calls an operation by its name, for any resource. */
type Caller = (name: string, request?: unknown) => Promise<unknown>;

/** Checks every write of a resource that is created, edited and deleted like those of the specification. */
function writeChecks(name: ResourceName, body: RecordJson, edit: RecordJson): Record<string, CallCheck> {
  const onNewRecord =
    (check: (call: Caller, record: RecordJson) => Promise<void>): CallCheck =>
    async (service) => {
      const call = service.call.bind(service) as unknown as Caller;
      const created = (await call(`${name}.create`, { body })) as { record: RecordJson };
      await check(call, created.record);
    };
  const bulkResponse = async (response: Promise<unknown>) =>
    (await response) as { records: { record: RecordJson }[] };
  return {
    [`${name}.create`]: onNewRecord((_, record) => {
      expect(record).toMatchObject(body);
      return Promise.resolve();
    }),
    [`${name}.createMany`]: onNewRecord(async (call) => {
      expect((await bulkResponse(call(`${name}.createMany`, { body: [body, body] }))).records).toHaveLength(
        2,
      );
    }),
    [`${name}.get`]: onNewRecord(async (call, record) => {
      expect(await call(`${name}.get`, idPath(record))).toMatchObject({ record });
    }),
    [`${name}.filter`]: onNewRecord(async (call, { id }) => {
      const response = await bulkResponse(call(`${name}.filter`, { body: { id } }));
      expect(response.records).toHaveLength(1);
    }),
    [`${name}.put`]: onNewRecord(async (call, record) => {
      const response = call(`${name}.put`, { ...idPath(record), body: { ...record, ...edit } });
      expect(await response).toMatchObject({ record: edit });
    }),
    [`${name}.putMany`]: onNewRecord(async (call, record) => {
      const response = await bulkResponse(call(`${name}.putMany`, { body: [{ ...record, ...edit }] }));
      expect(response.records[0]?.record).toMatchObject(edit);
    }),
    [`${name}.remove`]: onNewRecord(async (call, record) => {
      expect(await call(`${name}.remove`, idPath(record))).toMatchObject({ ids: [String(record['id'])] });
    }),
    [`${name}.removeMany`]: onNewRecord(async (call, record) => {
      const removed = await call(`${name}.removeMany`, { body: { ids: [numericIdOf(record)] } });
      expect(removed).toMatchObject({ n: 1 });
    }),
  };
}
