import { describe, expect, it } from 'vitest';
import { accountNumberKey } from '#engine/features/reconcile/reconciled-numbers';
import { findingsOf } from './rule-findings';

const account = (id: number, overrides: object = {}) => ({
  id,
  name: `Account ${id}`,
  number: `N${id}`,
  custodian: 'SWB',
  status: 'funded',
  ...overrides,
});
const keys = async (...args: Parameters<typeof findingsOf>) => Object.keys(await findingsOf(...args));

describe('households', () => {
  it('flags an account in use without one, but not papered and closed accounts', async () => {
    const accounts = [
      account(1),
      account(2, { household_id: 60_001 }),
      account(3, { status: 'papered' }),
      account(4, { status: 'closed' }),
      account(5, { status: 'stale' }),
    ];
    expect(await keys('no-household', { accounts })).toEqual(['1', '5']);
  });

  it('flags once an owner with accounts in several households, without revealing the token', async () => {
    const accounts = [
      account(1, { tax_id_token: 'tok-a', household_id: 10 }),
      account(2, { tax_id_token: 'tok-a', household_id: 11 }),
      account(3, { tax_id_token: 'tok-a', household_id: 10 }),
      account(4, { tax_id_token: 'tok-b', household_id: 10 }),
      account(5, { tax_id_token: 'tok-b', household_id: '10' }),
      account(6, { tax_id_token: 'tok-b' }),
      account(7, { tax_id_token: 'tok-b', household_id: 12, status: 'closed' }),
      account(8, { household_id: 13 }),
    ];
    const findings = await findingsOf('owner-in-several-households', { accounts });
    expect(findings).toEqual({ '1': { households: ['10', '11'], accounts: ['1', '2', '3'] } });
    expect(JSON.stringify(findings)).not.toContain('tok-');
  });
});

describe('fee structures of one account', () => {
  const feeStructures = [
    { id: 1, name: 'A', collection_type: 'R', frequency: 'Q' },
    { id: 2, name: 'B', collection_type: 'D', frequency: 'Q' },
    { id: 3, name: 'C', collection_type: 'R', frequency: 'M' },
  ];
  const accounts = [
    account(1, { fee_structures_ids: [1, 2] }),
    account(2, { fee_structure_ids: [1, 3] }),
    account(3, { fee_structures_ids: [1, 99] }),
    account(4, { fee_structures_ids: [1, 2, 3], status: 'closed' }),
    account(5, { fee_structures_ids: [] }),
    account(6, { fee_structures_ids: [2], status: 'papered' }),
    account(7, { status: 'papered' }),
  ];

  it('flags structures with different collection types', async () => {
    expect(await findingsOf('collection-differs', { accounts, feeStructures })).toEqual({
      '1': { structures: ['1', '2'], values: ['R', 'D'] },
    });
  });

  it('flags structures with different frequencies, also under the other spelling of the field', async () => {
    expect(await findingsOf('frequency-differs', { accounts, feeStructures })).toEqual({
      '2': { structures: ['1', '3'], values: ['Q', 'M'] },
    });
  });

  it('flags an account in use without any', async () => {
    expect(await keys('no-fee-structure', { accounts })).toEqual(['5']);
  });
});

describe('billing groups', () => {
  const groupOf = (id: number, ...accounts: number[]) => ({
    id,
    name: `Group ${id}`,
    assignments: accounts.map((account_id) => ({ account_id, group_id: id, fee_location: 0 })),
  });
  const billingGroups = [
    groupOf(70, 1, 2),
    groupOf(71, 2, 3, 3, 6),
    { id: 72, name: 'Empty', assignments: null },
  ];
  const accounts = [
    account(1),
    account(2),
    account(3, { status: 'stale' }),
    account(4),
    account(5, { status: 'papered' }),
    account(6, { status: 'closed' }),
  ];

  it('flags an account in use that is in none', async () => {
    expect(await keys('no-group', { accounts, billingGroups })).toEqual(['4']);
  });

  it('flags an account in several groups, and counts a repeated group once', async () => {
    expect(await findingsOf('several-groups', { accounts, billingGroups })).toEqual({
      '2': { groups: ['70', '71'] },
    });
  });

  it('flags a closed or stale account that is in one', async () => {
    expect(await findingsOf('inactive-in-group', { accounts, billingGroups })).toEqual({
      '3': { groups: ['71'] },
      '6': { groups: ['71'] },
    });
  });
});

describe('an account number', () => {
  it('is flagged at the first account if one custodian has it twice', async () => {
    const accounts = [
      account(1, { number: '007' }),
      account(2, { number: '007', custodian: 'NFS' }),
      account(3, { number: '7' }),
      account(4, { number: '007' }),
      account(5, { number: null }),
      account(6, { number: null }),
    ];
    expect(await findingsOf('number-twice', { accounts })).toEqual({ '1': { accounts: ['1', '4'] } });
  });

  it('is flagged if its account is billed directly, yet charged in a signed-off fee file', async () => {
    const accounts = [
      account(1, { payment_source: 'D', number: '12-345' }),
      account(2, { payment_source: 'C', number: '777' }),
      account(3, { payment_source: 'D', number: '999' }),
      account(4, { payment_source: 'D', number: '12345', custodian: 'NFS' }),
    ];
    const charged = new Set([accountNumberKey('SWB', '12345'), accountNumberKey('SWB', '777')]);
    expect(await keys('direct-in-fee-file', { accounts }, { reconciled: charged })).toEqual(['1']);
  });
});

describe('advisor codes', () => {
  const accounts = [
    account(1, { advisor_codes: ['A1'] }),
    account(2, { advisor_codes: ['A1', 'B2'] }),
    account(3, { advisor_code: 'A1', custodian: 'NFS' }),
    account(4),
    account(5, { status: 'closed' }),
    account(6, { advisor_codes: ['X'], status: 'closed' }),
    account(7, { advisor_codes: ['a1'] }),
  ];

  it('flags an open account without one', async () => {
    expect(await keys('no-advisor-code', { accounts })).toEqual(['4']);
  });

  it('flags a code not mapped for its custodian, comparing it exactly', async () => {
    const advisorCodes = [{ id: 1, source: 'SWB', code: 'A1', firm_id: 3 }];
    expect(await findingsOf('code-not-mapped', { accounts, advisorCodes })).toEqual({
      '2': { codes: ['B2'] },
      '3': { codes: ['A1'] },
      '7': { codes: ['a1'] },
    });
  });
});

describe('dates', () => {
  it('flags a missing inception date of an account in use', async () => {
    const accounts = [
      account(1),
      account(2, { inception_date: '2020-01-01' }),
      account(3, { status: 'papered' }),
    ];
    expect(await keys('inception-missing', { accounts })).toEqual(['1']);
  });

  it('flags an inception after the closing day, ignoring times', async () => {
    const accounts = [
      account(1, { inception_date: '2021-06-30T00:00:00Z', close_date: '2021-06-29' }),
      account(2, { inception_date: '2021-06-30T23:00:00Z', close_date: '2021-06-30T01:00:00-08:00' }),
      account(3, { inception_date: '2021-06-30' }),
    ];
    expect(await keys('inception-after-closing', { accounts })).toEqual(['1']);
  });

  it('flags a quarantined account', async () => {
    const accounts = [
      account(1, { first_quarantine_date: '2026-11-02' }),
      account(2, { first_quarantine_date: null }),
    ];
    expect(await keys('quarantined', { accounts })).toEqual(['1']);
  });
});

describe('the tax status', () => {
  const accounts = [
    account(1, { is_taxable: true, is_tax_deferred: 'true' }),
    account(2, { is_taxable: true, is_tax_deferred: false }),
    account(3, { is_taxable: null }),
    account(4, { is_tax_deferred: false }),
    account(5, { status: 'closed' }),
  ];

  it('is flagged if an account is both taxable and tax-deferred', async () => {
    expect(await keys('taxable-and-deferred', { accounts })).toEqual(['1']);
  });

  it('is flagged if neither value is known', async () => {
    expect(await keys('tax-status-unknown', { accounts })).toEqual(['3']);
  });
});

describe('trading', () => {
  it('flags by ID a security that is both allowed and forbidden to buy or sell', async () => {
    const accounts = [
      account(1, { buy_securities_ids: [5, 6], do_not_buy_securities_ids: [6], sell_securities_ids: [6] }),
      account(2, { sell_securities_ids: [7], do_not_sell_securities_ids: [70, 7] }),
      account(3, {
        buy_securities_ids: [5],
        do_not_buy_securities_ids: [55],
        do_not_sell_securities_ids: [5],
      }),
    ];
    expect(await findingsOf('trade-lists-conflict', { accounts })).toEqual({
      '1': { buy: ['6'] },
      '2': { sell: ['7'] },
    });
  });

  it('flags required cash without a frequency, unless the cash is zero', async () => {
    const accounts = [
      account(1, { required_cash: 0.1, required_cash_frequency: '' }),
      account(2, { required_cash: '250.00' }),
      account(3, { required_cash: 0, required_cash_frequency: '' }),
      account(4, { required_cash: 100, required_cash_frequency: 'M' }),
      account(5, { required_cash: null }),
    ];
    expect(await keys('cash-without-frequency', { accounts })).toEqual(['1', '2']);
  });
});
