import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDemo, type DemoService } from '../../main/demo/index';
import type { CallName, DownloadName } from '../../main/engine/service/calls';
import { JsonText } from '../../main/engine/service/calls';
import { createService, type Service } from '../../main/engine/service/client';
import { endpoints } from '../../main/engine/service/endpoints';

/** Carries out one call and says what must be true of its answer. */
type Scene = (service: Service, owner: Service) => Promise<void>;

const two = { pager: { limit: 2, page: 1 } } as const;
const first = async (
  service: Service,
  list: `${string}.list` & CallName,
): Promise<Record<string, unknown>> => {
  const { bytes } = await service.page(list, { page: 1, limit: 1 });
  const answer = JSON.parse(new TextDecoder().decode(bytes)) as { data: Record<string, unknown>[] };
  const record = answer.data[0];
  if (!record) throw new Error(`${list} is empty`);
  return record;
};
const idOf = (record: Readonly<Record<string, unknown>>): number => Number(record['id']);
const path = (record: Readonly<Record<string, unknown>>) => ({ path: { id: idOf(record) } });

const code = (name: string) => ({ firm_id: 39, code: name, source: 'PER' as const });
const group = async (service: Service, name: string) => ({
  name,
  firm_id: 39,
  household_id: Number((await first(service, 'billingGroups.list'))['household_id']),
});
const adjustment = (name: string) => ({
  name,
  firm_id: 39,
  adjustment_type: 'e' as const,
  level: 'a' as const,
  weight: 100,
  security_ids: [62],
});
const fee = (name: string) => ({
  name,
  firm_id: 39,
  calculation_type: 'T' as const,
  collection_type: 'R' as const,
  frequency: 'Q' as const,
  quarter_cycle: 1,
  balance_type: 'E' as const,
  flat_rate: 0.25,
  tiers: [{ min_balance: 0, max_balance: null, rate: 0.9 }],
});
const made = async (answer: Promise<{ record: unknown }>): Promise<Record<string, unknown>> =>
  (await answer).record as Record<string, unknown>;

/** One scene for every call of the table: a call without one does not compile. */
const SCENES: Record<CallName | DownloadName, Scene> = {
  'accounts.list': async (service) => {
    const { meta, records } = await service.call('accounts.list', two);
    expect(meta).toMatchObject({ hasNext: true, currentPage: 1, pageSize: 2 });
    expect(records).toHaveLength(2);
    expect(records.every(({ fits }) => fits)).toBe(true);
  },
  'accounts.get': async (service) => {
    const account = await first(service, 'accounts.list');
    const read = await service.call('accounts.get', path(account));
    expect(JSON.parse(read.raw)).toEqual(account);
  },
  'accounts.filter': async (service) => {
    const { records } = await service.call('accounts.filter', { body: { status: 'closed' }, ...two });
    expect(records.map(({ record }) => (record as { status: string }).status)).toEqual(['closed', 'closed']);
    const some = await service.call('accounts.filter', {
      body: { custodian: { any_or_all: 'any', conditions: [{ value: 'SWB', op: 'eq' }] } },
      ...two,
    });
    expect(some.records).toHaveLength(2);
  },
  'accounts.put': async (service) => {
    const account = await first(service, 'accounts.list');
    const { raw } = await service.call('accounts.get', path(account));
    // The text goes out as it came, with one field changed.
    const text = raw.replace(/"notes":(null|"[^"]*")/, '"notes":"by text"');
    const answer = await made(service.call('accounts.put', { ...path(account), body: new JsonText(text) }));
    expect(answer).toMatchObject({ id: account['id'], notes: 'by text' });
  },
  'accounts.putMany': async (service) => {
    const account = await first(service, 'accounts.list');
    const body = [{ ...account, id: idOf(account), notes: 'by object' }];
    const { records } = await service.call('accounts.putMany', { body });
    expect(records[0]?.record).toMatchObject({ notes: 'by object' });
  },

  'taxIds.tokenizeOne': async (service) => {
    expect(await service.call('taxIds.tokenizeOne', { path: { taxid: '123-45-6789' } })).toMatch(/\w+/);
  },
  'taxIds.tokenize': async (service) => {
    const tokens = await service.call('taxIds.tokenize', { body: ['123-45-6789', '12-3456789'] });
    expect(new Set(tokens).size).toBe(2);
  },
  'taxIds.exchangeOne': async (service) => {
    const [token = ''] = await service.call('taxIds.tokenize', { body: ['123-45-6789'] });
    const answer = await service.call('taxIds.exchangeOne', { path: { tax_id_token: token } });
    expect(answer).toMatchObject({ tax_id_token: token, original_value: '123-45-6789', type: 'ssn' });
  },
  'taxIds.exchange': async (service) => {
    const tokens = await service.call('taxIds.tokenize', { body: ['123-45-6789', '12-3456789'] });
    const answer = await service.call('taxIds.exchange', { body: { tax_id_tokens: tokens } });
    expect(answer.map(({ original_value }) => original_value)).toEqual(['123-45-6789', '12-3456789']);
  },

  'relatedPersons.list': async (service) => {
    const { records } = await service.call('relatedPersons.list', two);
    expect(records.map(({ fits }) => fits)).toEqual([true, true]);
  },
  'relatedPersons.filter': async (service) => {
    const person = await first(service, 'relatedPersons.list');
    const { records } = await service.call('relatedPersons.filter', {
      body: { account_ids: [Number(person['account_id'])] },
    });
    expect(records.map(({ raw }) => idOf(JSON.parse(raw) as Record<string, unknown>))).toContain(
      person['id'],
    );
  },
  'legacyMappings.list': async (service) => {
    expect((await service.call('legacyMappings.list', two)).records).toHaveLength(2);
  },
  'legacyMappings.filter': async (service) => {
    const mapping = await first(service, 'legacyMappings.list');
    const { records } = await service.call('legacyMappings.filter', {
      body: { legacy_account_numbers: [String(mapping['legacy_account_number'])] },
    });
    expect(records.length).toBeGreaterThan(0);
  },

  'advisorCodes.list': async (service) => {
    expect((await service.call('advisorCodes.list', two)).records).toHaveLength(2);
  },
  'advisorCodes.create': async (service) => {
    expect(await made(service.call('advisorCodes.create', { body: code('NEW-1') }))).toMatchObject(
      code('NEW-1'),
    );
  },
  'advisorCodes.createMany': async (service) => {
    const { records } = await service.call('advisorCodes.createMany', {
      body: [code('NEW-2'), code('NEW-3')],
    });
    expect(records).toHaveLength(2);
  },
  'advisorCodes.remove': async (service) => {
    const record = await made(service.call('advisorCodes.create', { body: code('GO-1') }));
    const { ids, n } = await service.call('advisorCodes.remove', path(record));
    expect({ ids, n }).toEqual({ ids: [String(record['id'])], n: 1 });
  },
  'advisorCodes.removeMany': async (service) => {
    const record = await made(service.call('advisorCodes.create', { body: code('GO-2') }));
    const removed = await service.call('advisorCodes.removeMany', { body: { ids: [idOf(record)] } });
    expect(removed).toEqual({ ids: [String(record['id'])], n: 1 });
  },
  'roiRequests.send': async (service) => {
    const answer = await service.call('roiRequests.send', {
      body: {
        custodian: 'PER',
        advisor_codes: ['AB1'],
        owner_name: 'Violet Juns',
        firm_name: 'Demo Firm',
        sender_name: 'Ada Ops',
        cc_emails: ['ops@example.invalid'],
        reply_to_emails: ['reply@example.invalid'],
      },
    });
    expect(answer.status).toBe('Sent');
  },

  'billingGroups.list': async (service) => {
    expect((await service.call('billingGroups.list', two)).records).toHaveLength(2);
  },
  'billingGroups.get': async (service) => {
    const record = await first(service, 'billingGroups.list');
    expect(JSON.parse((await service.call('billingGroups.get', path(record))).raw)).toEqual(record);
  },
  'billingGroups.filter': async (service) => {
    const record = await first(service, 'billingGroups.list');
    const { records } = await service.call('billingGroups.filter', { body: { id: idOf(record) } });
    expect(records).toHaveLength(1);
  },
  'billingGroups.create': async (service) => {
    const record = await made(
      service.call('billingGroups.create', { body: await group(service, 'Created') }),
    );
    expect(record['name']).toBe('Created');
  },
  'billingGroups.createMany': async (service) => {
    const body = [await group(service, 'One of two'), await group(service, 'Two of two')];
    expect((await service.call('billingGroups.createMany', { body })).records).toHaveLength(2);
  },
  'billingGroups.put': async (service) => {
    const record = await first(service, 'billingGroups.list');
    const body = { ...record, id: idOf(record), name: 'Renamed' };
    expect(await made(service.call('billingGroups.put', { ...path(record), body }))).toMatchObject({
      name: 'Renamed',
    });
  },
  'billingGroups.putMany': async (service) => {
    const record = await first(service, 'billingGroups.list');
    const body = [{ ...record, id: idOf(record), name: 'Renamed again' }];
    const { records } = await service.call('billingGroups.putMany', { body });
    expect(records[0]?.record).toMatchObject({ name: 'Renamed again' });
  },
  'billingGroups.remove': async (service) => {
    const record = await made(service.call('billingGroups.create', { body: await group(service, 'To go') }));
    expect((await service.call('billingGroups.remove', path(record))).ids).toEqual([String(record['id'])]);
  },
  'billingGroups.removeMany': async (service) => {
    const record = await made(
      service.call('billingGroups.create', { body: await group(service, 'To go too') }),
    );
    expect(await service.call('billingGroups.removeMany', { body: { ids: [idOf(record)] } })).toEqual({
      ids: [String(record['id'])],
      n: 1,
    });
  },
  'billingGroups.removeAssignment': async (service) => {
    const { records } = await service.call('billingGroups.list', { pager: { limit: 200 } });
    const assigned = records
      .map(({ raw }) => JSON.parse(raw) as { id: number; assignments: { id: number }[] | null })
      .find(({ assignments }) => assignments && assignments.length > 0);
    const id = assigned?.assignments?.[0]?.id ?? 0;
    const removed = await service.call('billingGroups.removeAssignment', {
      body: { id, group_id: assigned?.id ?? 0 },
    });
    expect(removed.ids).toEqual([String(id)]);
  },
  'billingGroups.createFromHouseholds': async (service) => {
    expect((await service.call('billingGroups.createFromHouseholds')).records.length).toBeGreaterThan(0);
  },

  'assetAdjustments.list': async (service) => {
    expect((await service.call('assetAdjustments.list', two)).records).toHaveLength(2);
  },
  'assetAdjustments.get': async (service) => {
    const record = await first(service, 'assetAdjustments.list');
    expect(JSON.parse((await service.call('assetAdjustments.get', path(record))).raw)).toEqual(record);
  },
  'assetAdjustments.filter': async (service) => {
    const { records } = await service.call('assetAdjustments.filter', { body: { level: 'a' } });
    expect(records.length).toBeGreaterThan(0);
  },
  'assetAdjustments.create': async (service) => {
    const body = adjustment('Exclude Apple');
    expect(await made(service.call('assetAdjustments.create', { body }))).toMatchObject(body);
  },
  'assetAdjustments.createMany': async (service) => {
    const body = [adjustment('A'), adjustment('B')];
    expect((await service.call('assetAdjustments.createMany', { body })).records).toHaveLength(2);
  },
  'assetAdjustments.put': async (service) => {
    const record = await first(service, 'assetAdjustments.list');
    const body = { ...record, id: idOf(record), weight: 50 };
    const answer = await made(service.call('assetAdjustments.put', { ...path(record), body }));
    expect(answer['weight']).toBe(50);
  },
  'assetAdjustments.putMany': async (service) => {
    const record = await first(service, 'assetAdjustments.list');
    const body = [{ ...record, id: idOf(record), weight: 40 }];
    const { records } = await service.call('assetAdjustments.putMany', { body });
    expect(records[0]?.record).toMatchObject({ weight: 40 });
  },
  'assetAdjustments.remove': async (service) => {
    const record = await made(service.call('assetAdjustments.create', { body: adjustment('To go') }));
    expect((await service.call('assetAdjustments.remove', path(record))).ids).toEqual([String(record['id'])]);
  },
  'assetAdjustments.removeMany': async (service) => {
    const record = await made(service.call('assetAdjustments.create', { body: adjustment('To go too') }));
    const removed = await service.call('assetAdjustments.removeMany', { body: { ids: [idOf(record)] } });
    expect(removed.n).toBe(1);
  },

  'feeUploadFiles.list': async (service) => {
    expect((await service.call('feeUploadFiles.list', two)).records).toHaveLength(2);
  },
  'feeUploadFiles.get': async (service) => {
    const record = await first(service, 'feeUploadFiles.list');
    expect(JSON.parse((await service.call('feeUploadFiles.get', path(record))).raw)).toEqual(record);
  },
  'feeUploadFiles.filter': async (service) => {
    const record = await first(service, 'feeUploadFiles.list');
    const { records } = await service.call('feeUploadFiles.filter', { body: { id: idOf(record) } });
    expect(records).toHaveLength(1);
  },
  'feeUploadFiles.download': async (service) => {
    const record = await first(service, 'feeUploadFiles.list');
    const response = await service.download('feeUploadFiles.download', path(record));
    expect(response.headers.get('content-type')).toContain('application/zip');
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(String.fromCharCode(...bytes.subarray(0, 2))).toBe('PK');
  },

  'feeStructures.list': async (service) => {
    expect((await service.call('feeStructures.list', two)).records).toHaveLength(2);
  },
  'feeStructures.get': async (service) => {
    const record = await first(service, 'feeStructures.list');
    expect(JSON.parse((await service.call('feeStructures.get', path(record))).raw)).toEqual(record);
  },
  'feeStructures.filter': async (service) => {
    const { records } = await service.call('feeStructures.filter', { body: { calculation_type: 'T' } });
    expect(records.length).toBeGreaterThan(0);
  },
  'feeStructures.create': async (service) => {
    const record = await made(service.call('feeStructures.create', { body: fee('Created') }));
    expect(record['name']).toBe('Created');
  },
  'feeStructures.createMany': async (service) => {
    const body = [fee('One'), fee('Two')];
    expect((await service.call('feeStructures.createMany', { body })).records).toHaveLength(2);
  },
  'feeStructures.put': async (service) => {
    const record = await first(service, 'feeStructures.list');
    const body = { ...record, id: idOf(record), name: 'Renamed' };
    const answer = await made(service.call('feeStructures.put', { ...path(record), body }));
    expect(answer['name']).toBe('Renamed');
  },
  'feeStructures.putMany': async (service) => {
    const record = await first(service, 'feeStructures.list');
    const body = [{ ...record, id: idOf(record), name: 'Renamed again' }];
    const { records } = await service.call('feeStructures.putMany', { body });
    expect(records[0]?.record).toMatchObject({ name: 'Renamed again' });
  },
  'feeStructures.remove': async (service) => {
    const record = await made(service.call('feeStructures.create', { body: fee('To go') }));
    expect((await service.call('feeStructures.remove', path(record))).ids).toEqual([String(record['id'])]);
  },
  'feeStructures.removeMany': async (service) => {
    const record = await made(service.call('feeStructures.create', { body: fee('To go too') }));
    const removed = await service.call('feeStructures.removeMany', { body: { ids: [idOf(record)] } });
    expect(removed.n).toBe(1);
  },

  'apiKeys.create': async (_, owner) => {
    const { key, name } = await owner.call('apiKeys.create', { body: { name: 'Made in a test' } });
    expect(name).toBe('Made in a test');
    expect(key.length).toBeGreaterThan(8);
  },
  'apiKeys.list': async (_, owner) => {
    const keys = await owner.call('apiKeys.list');
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.every((listed) => !('key' in listed))).toBe(true);
  },
  'apiKeys.get': async (_, owner) => {
    const [listed] = await owner.call('apiKeys.list');
    const read = await owner.call('apiKeys.get', { path: { id: listed?.id ?? 0 } });
    expect(read).toEqual(listed);
  },
  'apiKeys.remove': async (_, owner) => {
    const { id } = await owner.call('apiKeys.create', { body: { name: 'To be removed' } });
    expect((await owner.call('apiKeys.remove', { path: { id } })).ids).toEqual([String(id)]);
  },

  'firms.list': async (service) => {
    expect((await service.call('firms.list')).length).toBeGreaterThan(0);
  },
  'households.list': async (service) => {
    expect((await service.call('households.list', two)).length).toBeGreaterThan(0);
  },
};

describe('every call of the table against the demo firm', () => {
  let demo: DemoService;
  let service: Service;
  let owner: Service;

  beforeAll(async () => {
    demo = await startDemo({ accounts: 500, seed: 7, application: 'production' });
    const { baseUrl, authUrl, apiKey, username, password } = demo;
    const address = { fetch: globalThis.fetch, baseUrl, authUrl };
    service = createService({ ...address, credential: { kind: 'api-key', key: apiKey } });
    owner = createService({ ...address, credential: { kind: 'password', username, password } });
  });
  afterAll(() => demo.close());

  for (const [name, scene] of Object.entries(SCENES)) it(name, () => scene(service, owner));

  it('oauth.token: an owner without any call made is signed in by the first one', async () => {
    const { baseUrl, authUrl, username, password } = demo;
    const credential = { kind: 'password', username, password } as const;
    const fresh = createService({ fetch: globalThis.fetch, baseUrl, authUrl, credential });
    expect((await fresh.call('accounts.list', two)).records).toHaveLength(2);
  });

  it('knows no call that is not in the table', () => {
    const known = Object.keys(endpoints).filter((name) => name !== 'oauth.token');
    expect(Object.keys(SCENES).sort()).toEqual(known.sort());
  });

  it('tells what the service refused, in its words', async () => {
    const account = await first(service, 'accounts.list');
    await expect(
      service.call('accounts.put', { ...path(account), body: { id: idOf(account) } }),
    ).rejects.toMatchObject({
      failure: {
        kind: 'refused',
        status: 400,
        reasons: expect.arrayContaining([expect.any(String)]) as unknown,
      },
    });
  });

  it('tells a refused key and a record that is not there', async () => {
    const { baseUrl, authUrl } = demo;
    const credential = { kind: 'api-key', key: 'not-a-key-of-theirs' } as const;
    const stranger = createService({ fetch: globalThis.fetch, baseUrl, authUrl, credential });
    await expect(stranger.call('accounts.list')).rejects.toMatchObject({
      failure: { kind: 'credential-refused', status: 401 },
    });
    await expect(service.call('accounts.get', { path: { id: 1 } })).rejects.toMatchObject({
      failure: { kind: 'not-found', status: 404 },
    });
  });

  it('stops a body that the service does not document before it is sent', async () => {
    const body = { status: 'open' } as unknown as { status: 'closed' };
    await expect(service.call('accounts.filter', { body })).rejects.toMatchObject({
      failure: { kind: 'refused', cause: 'stopped before sending' },
    });
    const unknown = { colour: 'red' } as unknown as { status: 'closed' };
    await expect(service.call('accounts.filter', { body: unknown })).rejects.toMatchObject({
      failure: { kind: 'refused' },
    });
  });
});
