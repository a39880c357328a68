import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ACCOUNTS,
  ADJUSTMENTS,
  DemoFirmClient,
  groupByField,
  GROUPS,
  STRUCTURES,
  type DemoJson,
} from './demo-firm-client';

let demo: DemoFirmClient;
beforeAll(async () => (demo = await DemoFirmClient.start({ accounts: 300 })));
afterAll(() => demo.close());

const create = async (path: string, body: DemoJson): Promise<DemoJson> =>
  (await demo.requestOk<{ data: DemoJson }>('POST', path, body)).data;
const readOne = async (path: string, id: unknown): Promise<DemoJson> =>
  (await demo.requestOk<{ data: DemoJson }>('GET', `${path}/${String(id)}`)).data;

const structure = {
  firm_id: 39,
  name: 'New Tiered',
  slug: 'new-tiered',
  calculation_type: 'T',
  collection_type: 'R',
  frequency: 'Q',
  quarter_cycle: 1,
  balance_type: 'E',
  flat_rate: 0,
  flat_dollar_fee: null,
  tiers: [
    { min_balance: 0, max_balance: 1_000_000, rate: 0.9 },
    { min_balance: 1_000_000.01, max_balance: null, rate: 0.75 },
  ],
};
const KINDS = {
  [GROUPS]: {
    body: {
      name: 'Néw Group',
      slug: 'new-group',
      household_id: 60_001,
      firm_id: 39,
      minimum_ids: [null, 4],
      assignments: [{ account_id: 200_001, fee_location: -1 }],
    },
    edit: { name: 'Renamed' },
    bad: { household_id: 5 },
  },
  [ADJUSTMENTS]: {
    body: {
      name: 'Exclude X',
      slug: 'exclude-x',
      adjustment_type: 'e',
      level: 'a',
      firm_id: 39,
      weight: 100,
    },
    edit: { weight: 50, security_ids: [62] },
    bad: { level: 'z' },
  },
  [STRUCTURES]: { body: structure, edit: { flat_rate: 99 }, bad: { flat_rate: 99.5 } },
};

describe.each(Object.entries(KINDS))('%s', (path, { body, edit, bad }) => {
  test('are created, read, updated and deleted one by one', async () => {
    const newRecord = await create(path, body);
    expect(newRecord).toMatchObject({ ...body, object: expect.stringMatching(/^billing\./) as string });
    expect(await readOne(path, newRecord['id'])).toEqual(newRecord);
    const put = await demo.requestOk<{ data: DemoJson }>('PUT', `${path}/${String(newRecord['id'])}`, {
      ...newRecord,
      ...edit,
      slug: 'ignored',
      firm_id: 44,
    });
    expect(put.data).toMatchObject({ ...edit, slug: newRecord['slug'], firm_id: 39 });
    expect((await demo.filter(path, { id: newRecord['id'] })).data).toEqual([put.data]);
    expect(await demo.requestOk('DELETE', `${path}/${String(newRecord['id'])}`)).toEqual({
      message: 'OK',
      id: newRecord['id'],
    });
    expect((await demo.send('GET', `${path}/${String(newRecord['id'])}`)).status).toBe(404);
    expect((await demo.filter(path, { id: newRecord['id'] })).total_items).toBe(0);
  });

  test('are created, updated and deleted in bulk, including generated ones', async () => {
    const before = await demo.all(path, 1000);
    const created = await demo.requestOk<{ data: DemoJson[] }>('POST', `${path}/create-many`, [
      body,
      { ...body, name: 'Second' },
    ]);
    const rows = [...before.slice(0, 1), ...created.data];
    const put = await demo.requestOk<{ data: DemoJson[] }>(
      'PUT',
      path,
      rows.map((row) => ({ ...row, ...edit })),
    );
    expect(put.data).toMatchObject(rows.map((row) => ({ id: row['id'], ...edit })));
    const ids = rows.map((row) => row['id']);
    expect(await demo.requestOk('POST', `${path}/delete-many`, { ids })).toEqual({
      message: 'OK',
      n: 3,
      ids,
    });
    expect(await demo.requestOk('POST', `${path}/delete-many`, ids)).toEqual({
      message: 'OK',
      n: 0,
      ids: [],
    });
    expect(await demo.all(path, 1000)).toEqual(before.slice(1));
  });

  test('are refused if incomplete or invalid, and nothing changes', async () => {
    const before = await demo.all(path, 1000);
    const [first] = before;
    await demo.requestRefused('POST', path, { ...body, name: '' });
    await demo.requestRefused('POST', path, { ...body, firm_id: 1 });
    await demo.requestRefused('POST', path, { ...body, ...bad });
    expect(await demo.requestRefused('POST', `${path}/create-many`, [body, { ...body, ...bad }])).toContain(
      '[1]',
    );
    const id = String(first?.['id']);
    await demo.requestRefused('PUT', `${path}/${id}`, { id: first?.['id'], ...edit });
    await demo.requestRefused('PUT', `${path}/${id}`, { ...first, ...bad });
    await demo.requestRefused('PUT', path, [{ ...first, ...edit }, { id: 3 }]);
    expect(await demo.all(path, 1000)).toEqual(before);
  });
});

test('gives new assignments and tiers an ID, and the ID of their group or fee structure', async () => {
  const group = await create(GROUPS, KINDS[GROUPS].body);
  expect(group['assignments']).toEqual([
    {
      id: expect.any(Number) as number,
      account_id: 200_001,
      group_id: group['id'],
      fee_location: -1,
      fee_location_option: 'G',
    },
  ]);
  const newStructure = await create(STRUCTURES, structure);
  expect(newStructure['tiers']).toMatchObject(
    structure.tiers.map((tier) => ({
      ...tier,
      id: expect.any(Number) as number,
      fee_structure_id: newStructure['id'],
    })),
  );
});

test('accepts a group without a household (spec 4.6 names no required field)', async () => {
  const group = await create(GROUPS, { name: 'Alone', firm_id: 39 });
  expect(group['household_id']).toBeNull();
  const [other] = (await demo.get(`${GROUPS}?pager.limit=1`)).data;
  const put = await demo.requestOk<{ data: DemoJson }>('PUT', `${GROUPS}/${String(other?.['id'])}`, {
    ...other,
    household_id: null,
  });
  expect(put.data['household_id']).toBeNull();
});

test('removes one account from a group with remove-assignment', async () => {
  const group = (await demo.all(GROUPS, 1000)).find(
    (row) => (row['assignments'] as DemoJson[] | null)?.length === 2,
  );
  const [first, second] = (group?.['assignments'] ?? []) as DemoJson[];
  const response = await demo.requestOk('POST', `${GROUPS}/remove-assignment`, {
    id: first?.['id'],
    group_id: group?.['id'],
  });
  expect(response).toEqual({ message: 'OK', id: first?.['id'] });
  expect((await readOne(GROUPS, group?.['id']))['assignments']).toEqual([second]);
  const secondRemoval = await demo.send('POST', `${GROUPS}/remove-assignment`, {
    id: first?.['id'],
    group_id: group?.['id'],
  });
  expect(secondRemoval.status).toBe(404);
});

test('replaces all groups by one per household with accounts (create-from-households)', async () => {
  const firm = await DemoFirmClient.start({ accounts: 300 });
  const before = await firm.all(GROUPS, 1000);
  const response = await firm.requestOk<{ data: DemoJson[]; total_items: number }>(
    'POST',
    `${GROUPS}/create-from-households`,
  );
  const after = await firm.all(GROUPS, 1000);
  expect(response.data).toEqual(after);
  const ids = new Set(before.map((row) => row['id']));
  expect(after.some((row) => ids.has(row['id']))).toBe(false);
  const accounts = await firm.all(ACCOUNTS, 1000);
  const byHousehold = groupByField(accounts, 'household_id');
  expect(after.length).toBe(byHousehold.size);
  for (const group of after) {
    const assigned = (group['assignments'] as DemoJson[]).map((assignment) => assignment['account_id']);
    expect(assigned).toEqual(byHousehold.get(group['household_id'])?.map((row) => row['id']));
  }
  await firm.close();
});

test('gives each assignment of the recreated groups its own ID', async () => {
  // After some nights, a household has accounts that are far apart in the list.
  const firm = await DemoFirmClient.start({ accounts: 300, day: 60 });
  await firm.requestOk('POST', `${GROUPS}/create-from-households`);
  const groups = await firm.all(GROUPS, 1000);
  const ids = groups.flatMap((group) => (group['assignments'] as DemoJson[]).map(({ id }) => id));
  expect(ids.length).toBeGreaterThan(200);
  expect(new Set(ids).size).toBe(ids.length);
  await firm.close();
});
