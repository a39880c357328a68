import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageOf } from '#main/demo/pager';
import { Collection, fixedGenerator } from '#main/demo/table';
import {
  ACCOUNTS,
  ADJUSTMENTS,
  CODES,
  FEE_FILES,
  DemoFirmClient,
  GROUPS,
  LEGACY,
  PERSONS,
  STRUCTURES,
  type DemoPage,
} from './demo-firm-client';

let demo: DemoFirmClient;
beforeAll(async () => (demo = await DemoFirmClient.start({ accounts: 1203 })));
afterAll(() => demo.close());

const LISTS = [
  ACCOUNTS,
  PERSONS,
  LEGACY,
  CODES,
  GROUPS,
  ADJUSTMENTS,
  FEE_FILES,
  STRUCTURES,
  '/org/firms',
  '/reporting/households',
];

/** Lists whose records lack the time of creation or of the last change. */
const LISTS_WITHOUT_TIMES = new Set([LEGACY, '/org/firms', '/reporting/households']);

test.each(LISTS.filter((path) => !LISTS_WITHOUT_TIMES.has(path)))(
  '%s lists no record that was updated before it was created',
  async (path) => {
    const rows = await demo.all(path, 1000);
    expect(rows.length).toBeGreaterThan(0);
    for (const { created_at_utc: created, updated_at_utc: updated } of rows) {
      expect([created, updated]).toEqual([expect.any(String), expect.any(String)]);
      expect(String(updated) >= String(created)).toBe(true);
    }
  },
);

describe.each(LISTS)('%s', (path) => {
  test('returns every record once over all pages', async () => {
    const { total_items: total } = await demo.get(path);
    const limit = Math.max(1, Math.ceil(total / 7));
    const rows = await demo.all(path, limit);
    expect(rows.length).toBe(total);
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(total);
    expect(rows.every((row) => typeof row['object'] === 'string')).toBe(true);
  });

  test.each([
    'pager.limit=0',
    'pager.limit=100001',
    'pager.limit=ten',
    'pager.limit=1.5',
    'pager.page=0',
    'pager.page=-1',
    'pager.page=',
  ])('refuses %s', async (query) => {
    const body = JSON.parse(await demo.requestRefused('GET', `${path}?${query}`)) as Record<string, unknown>;
    expect(body['message']).toEqual(expect.any(String));
    expect(body['validation_errors']).toEqual([expect.stringContaining(query.split('=')[0] ?? '')]);
  });
});

test('the envelope describes the position of the page', async () => {
  const { total_items: total } = await demo.get(ACCOUNTS);
  const pages = Math.ceil(total / 100);
  const first = await demo.get(`${ACCOUNTS}?pager.limit=100`);
  expect(first).toMatchObject({
    object: 'list',
    has_next: true,
    has_previous: false,
    current_page: 1,
    total_pages: pages,
    page_size_limit: 100,
  });
  const last = await demo.get(`${ACCOUNTS}?pager.limit=100&pager.page=${pages}`);
  expect(last).toMatchObject({ has_next: false, has_previous: true });
  expect(last.data.length).toBe(total % 100 || 100);
  expect((await demo.get(ACCOUNTS)).page_size_limit).toBe(10_000);
  expect((await demo.get(`${ACCOUNTS}?pager.limit=100000`)).data.length).toBe(total);
  expect(await demo.get(`${ACCOUNTS}?pager.page=99`)).toMatchObject({ data: [], has_next: false });
});

test('a page leaves out a record that is removed while the page is streamed', async () => {
  const rows = Array.from({ length: 1_100 }, (_, index) => ({ id: index + 1 }));
  const table = new Collection(fixedGenerator(rows), 2_000);
  const response = pageOf(table, table.ids(), { limit: 2_000, page: 1 });
  // The stream generates its first chunk at once, and the others when they are read.
  for (const id of [1_001, 1_050, 1_100]) table.remove(id);
  const { data } = (await response.json()) as DemoPage;
  expect(data).toEqual(rows.filter(({ id }) => ![1_001, 1_050, 1_100].includes(id)));
});

describe('filters', () => {
  test('include closed accounts only if filtered by status', async () => {
    const listed = await demo.all(ACCOUNTS, 10_000);
    expect(listed.some((row) => row['status'] === 'closed')).toBe(false);
    const closed = (await demo.filter(ACCOUNTS, { status: 'closed' })).data;
    expect(closed.length).toBeGreaterThan(20);
    expect(closed.every((row) => row['status'] === 'closed')).toBe(true);
    const id = closed[0]?.['id'];
    expect((await demo.filter(ACCOUNTS, { id })).total_items).toBe(0);
    expect((await demo.filter(ACCOUNTS, { id, status: 'closed' })).total_items).toBe(1);
    expect(await demo.get(`${ACCOUNTS}/${String(id)}`)).toMatchObject({ id, status: 'closed' });
    expect((await demo.filter(ACCOUNTS, {})).total_items).toBe(listed.length);
  });

  test('return exactly the accounts with a value, for every documented account field', async () => {
    const listed = await demo.all(ACCOUNTS, 10_000);
    const fields =
      'id name firm_id inception_date close_date status number custodian city zip_code acct_type is_tax_deferred is_taxable payment_source advisor_code household_id';
    for (const field of fields.split(' ')) {
      const value = listed[17]?.[field];
      const wanted = listed.filter((row) => row[field] === value).map((row) => row['id']);
      expect((await demo.filter(ACCOUNTS, { [field]: value })).data.map((row) => row['id'])).toEqual(wanted);
    }
  });

  test('combine fields with AND, match null, and match date-times by date', async () => {
    const listed = await demo.all(ACCOUNTS, 10_000);
    const both = await demo.filter(ACCOUNTS, { custodian: 'SWB', payment_source: 'D' });
    expect(both.total_items).toBe(
      listed.filter((row) => row['custodian'] === 'SWB' && row['payment_source'] === 'D').length,
    );
    const withoutHousehold = await demo.filter(ACCOUNTS, { household_id: null });
    expect(withoutHousehold.total_items).toBe(listed.filter((row) => row['household_id'] === null).length);
    const day = String(listed[5]?.['inception_date']).slice(0, 10);
    expect((await demo.filter(ACCOUNTS, { inception_date: day })).total_items).toBeGreaterThan(0);
  });

  test('accept any, all, contains, gte and lte, and refuse several conditions without either', async () => {
    const listed = await demo.all(ACCOUNTS, 10_000);
    const count = async (body: unknown): Promise<number> => (await demo.filter(ACCOUNTS, body)).total_items;
    const either = {
      any_or_all: 'any',
      conditions: [
        { value: 'SWB', op: 'eq' },
        { value: 'NFS', op: 'eq' },
      ],
    };
    expect(await count({ custodian: either })).toBe(
      listed.filter((row) => row['custodian'] === 'SWB' || row['custodian'] === 'NFS').length,
    );
    expect(await count({ name: { conditions: [{ value: 'trust', op: 'contains' }] } })).toBe(
      listed.filter((row) => String(row['name']).toLowerCase().includes('trust')).length,
    );
    const between = {
      any_or_all: 'all',
      conditions: [
        { value: 200_100, op: 'gte' },
        { value: 200_199, op: 'lte' },
      ],
    };
    expect(await count({ id: between })).toBe(
      listed.filter((row) => Number(row['id']) >= 200_100 && Number(row['id']) <= 200_199).length,
    );
    const since = { conditions: [{ value: '2020-01-01', op: 'gte' }] };
    expect(await count({ inception_date: since })).toBe(
      listed.filter(({ inception_date: day }) => typeof day === 'string' && day >= '2020-01-01').length,
    );
    await demo.requestRefused('POST', `${ACCOUNTS}/filter`, {
      custodian: { conditions: [{ value: 'SWB' }, { value: 'NFS' }] },
    });
  });

  test('return everything without a body', async () => {
    for (const path of [PERSONS, GROUPS]) {
      const { total_items: total } = await demo.get(path);
      expect(await demo.requestOk('POST', `${path}/filter`)).toMatchObject({ total_items: total });
    }
  });

  test('accept a date-time for a date in any notation, and null for a creator', async () => {
    for (const end_date of ['2026-06-30', '2026-06-30T00:00:00Z', '2026-06-30T00:00:00.000+00:00'])
      expect((await demo.filter(FEE_FILES, { end_date })).total_items).toBe(1);
    const structures = await demo.all(STRUCTURES, 100);
    expect((await demo.filter(STRUCTURES, { created_by_user_id: null })).total_items).toBe(
      structures.filter((row) => row['created_by_user_id'] === null).length,
    );
  });

  test('refuse unknown fields and malformed bodies', async () => {
    expect(await demo.requestRefused('POST', `${ACCOUNTS}/filter`, { nonsense: 1 })).toContain('nonsense');
    expect(await demo.requestRefused('POST', `${PERSONS}/filter`, [])).toContain('object');
    const response = await fetch(`${demo.service.baseUrl}${ACCOUNTS}/filter`, {
      method: 'POST',
      headers: { authorization: `Bearer ${demo.service.apiKey}` },
      body: '{',
    });
    expect(response.status).toBe(400);
  });

  test('match any of a list of IDs or texts', async () => {
    const persons = await demo.all(PERSONS, 10_000);
    const ids = [persons[0]?.['account_id'], persons.at(-1)?.['account_id']];
    const found = await demo.filter(PERSONS, { account_ids: ids });
    expect(found.data).toEqual(persons.filter((person) => ids.includes(person['account_id'])));
    const mappings = await demo.all(LEGACY, 100);
    const codes = [...new Set(mappings.map((row) => row['legacy_rep_code']))].slice(0, 2);
    expect((await demo.filter(LEGACY, { legacy_rep_codes: codes })).data).toEqual(
      mappings.filter((row) => codes.includes(row['legacy_rep_code'])),
    );
    const adjustments = await demo.all(ADJUSTMENTS, 100);
    const security = ((adjustments[3]?.['security_ids'] ?? []) as number[])[0];
    const adjustmentsOfSecurity = (await demo.filter(ADJUSTMENTS, { security_ids: [security] })).data;
    expect(adjustmentsOfSecurity).toContainEqual(adjustments[3]);
    const [group] = (await demo.get(`${GROUPS}?pager.limit=1`)).data;
    expect((await demo.filter(GROUPS, { household_id: group?.['household_id'] })).data).toEqual([group]);
    expect((await demo.filter(FEE_FILES, { end_date: '2026-06-30' })).total_items).toBe(1);
    expect((await demo.filter(STRUCTURES, { calculation_type: 'T' })).total_items).toBeGreaterThan(5);
  });
});

test('returns 404 for unknown paths and IDs, and 401 for every list with an unknown key', async () => {
  expect((await demo.send('GET', `${ACCOUNTS}/1`)).status).toBe(404);
  expect((await demo.send('GET', `${ACCOUNTS}/abc`)).status).toBe(404);
  const nowhere = await demo.send('GET', '/nowhere');
  expect([nowhere.status, await nowhere.json()]).toEqual([404, { message: 'Not Found' }]);
  for (const path of LISTS) {
    const response = await demo.send('GET', path, undefined, 'jhk_wrong');
    expect([response.status, await response.json()]).toEqual([401, { message: 'Unauthorized' }]);
  }
});
