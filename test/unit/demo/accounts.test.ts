import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCOUNTS, DemoFirmClient, type DemoJson, type DemoPage } from './demo-firm-client';

let demo: DemoFirmClient;
beforeAll(async () => (demo = await DemoFirmClient.start({ accounts: 200 })));
afterAll(() => demo.close());

const account = (id: number): Promise<DemoJson> => demo.requestOk('GET', `${ACCOUNTS}/${id}`);
const without = (row: DemoJson, key: string): DemoJson =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name !== key));

describe('a PUT of one account', () => {
  test('stores the editable fields', async () => {
    const before = await account(200_001);
    const edits = {
      nickname: 'Core',
      notes: 'Call “after” four',
      payment_source: 'D',
      required_cash: 0.1,
      household_id: null,
    };
    const response = await demo.requestOk('PUT', `${ACCOUNTS}/200001`, { ...before, ...edits });
    expect(response).toMatchObject({ ...edits, is_direct_billed: true, is_custodian_billed: false });
    expect(await account(200_001)).toEqual(response);
    const found = (await demo.filter(ACCOUNTS, { household_id: null, payment_source: 'D' })).data;
    expect(found).toContainEqual(response);
  });

  test('ignores every other field', async () => {
    const before = await account(200_002);
    const body = {
      ...before,
      name: 'Somebody Else',
      status: 'closed',
      number: '1',
      city: 'Elsewhere',
      unheard_of: true,
    };
    const response = await demo.requestOk('PUT', `${ACCOUNTS}/200002`, body);
    expect({ ...response, updated_at_utc: '' }).toEqual({ ...before, updated_at_utc: '' });
  });

  test('accepts the spelling documented for the single-record route', async () => {
    const before = await account(200_003);
    const body = { ...before, benchmark_ids: [1, 2], fee_structure_ids: [1201], billing_split_ids: [] };
    expect(await demo.requestOk('PUT', `${ACCOUNTS}/200003`, body)).toMatchObject({
      benchmarks_ids: [1, 2],
      fee_structures_ids: [1201],
      billing_splits_ids: [],
    });
  });

  test('accepts a date without a time, and returns it with midnight', async () => {
    const before = await account(200_004);
    const body = { ...before, first_billable_date: '2026-01-31' };
    expect(await demo.requestOk('PUT', `${ACCOUNTS}/200004`, body)).toMatchObject({
      first_billable_date: '2026-01-31T00:00:00Z',
    });
  });

  test('is refused if a field of the record is missing, and changes nothing', async () => {
    const before = await account(200_005);
    expect(
      await demo.requestRefused('PUT', `${ACCOUNTS}/200005`, { ...without(before, 'city'), nickname: 'x' }),
    ).toContain('city');
    expect(await demo.requestRefused('PUT', `${ACCOUNTS}/200005`, { id: 200_005, nickname: 'x' })).toContain(
      'entire object',
    );
    expect(await account(200_005)).toEqual(before);
  });

  test('is refused for invalid values, another ID, an unknown household and an unknown account', async () => {
    const before = await account(200_006);
    const put = (edits: DemoJson): Promise<string> =>
      demo.requestRefused('PUT', `${ACCOUNTS}/200006`, { ...before, ...edits });
    expect(await put({ payment_source: 'X' })).toContain('payment_source');
    expect(await put({ required_cash: 'much' })).toContain('required_cash');
    expect(await put({ buy_securities_ids: ['a'] })).toContain('buy_securities_ids');
    expect(await put({ first_billable_date: 'soon' })).toContain('first_billable_date');
    expect(await put({ household_id: 5 })).toContain('household');
    expect(await put({ id: 200_007 })).toContain('id: must be the id of the path');
    expect(await account(200_006)).toEqual(before);
    expect((await demo.send('PUT', `${ACCOUNTS}/9`, { ...before, id: 9 })).status).toBe(404);
  });
});

describe('a bulk PUT', () => {
  test('accepts several accounts with plural spellings and returns an envelope', async () => {
    const rows = await Promise.all([account(200_011), account(200_012)]);
    const body = rows.map((row) => ({ ...row, benchmarks_ids: [9], do_not_buy_securities_ids: [3, 4] }));
    const response = await demo.requestOk<DemoPage>('PUT', ACCOUNTS, body);
    expect(response.total_items).toBe(2);
    expect(
      response.data.map((row) => [row['id'], row['benchmarks_ids'], row['do_not_buy_securities_ids']]),
    ).toEqual([
      [200_011, [9], [3, 4]],
      [200_012, [9], [3, 4]],
    ]);
  });

  test('is refused completely for an invalid, repeated or unknown account, or without a list', async () => {
    const [first, second] = await Promise.all([account(200_013), account(200_014)]);
    const reasons = await demo.requestRefused('PUT', ACCOUNTS, [
      { ...first, nickname: 'New' },
      without(second, 'name'),
    ]);
    expect(reasons).toContain('[1] name');
    await demo.requestRefused('PUT', ACCOUNTS, [first, first]);
    await demo.requestRefused('PUT', ACCOUNTS, [{ ...first, id: 1 }]);
    await demo.requestRefused('PUT', ACCOUNTS, first);
    expect(await account(200_013)).toEqual(first);
  });
});
