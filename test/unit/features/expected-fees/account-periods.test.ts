import { describe, expect, it } from 'vitest';
import { expectedPeriods } from '#engine/features/expected-fees/account-periods';
import { createBalanceSheets } from '#engine/features/expected-fees/balance-sheet';
import { billedDates } from '#engine/features/expected-fees/router';
import { openWorkspace } from '#engine/workspace/open/workspace';
import { closeAfterTest } from '../../../support/cleanups';
import { readerWith } from '../../cache/temp-cache';
import { tempWorkspaceFile, WORKSPACE_KEY } from '../../workspace/temp-workspace';

const structure = (id: number, more: object = {}) => ({
  id,
  name: `Structure ${id}`,
  calculation_type: 'R',
  flat_rate: 1,
  frequency: 'Q',
  balance_type: 'E',
  ...more,
});
const account = (id: number, more: object = {}) => ({
  id,
  name: `Account ${id}`,
  number: `00${id}`,
  custodian: 'SWB',
  firm_id: 39,
  fee_structures_ids: [7],
  ...more,
});
const TIERS = [
  { min_balance: 0, max_balance: 1000000, rate: 1 },
  { min_balance: 1000000.01, max_balance: null, rate: 0.5 },
];
const STRUCTURES = [
  structure(7),
  structure(8, { calculation_type: 'T', tiers: TIERS }),
  structure(9, { balance_type: 'A' }),
  structure(10, { calculation_type: 'F' }),
  structure(11, { frequency: 'W' }),
  structure(12, { calculation_type: 'D', tiers: TIERS }),
];
const BALANCES = 'Account number\tBalance\tBalance date';

function setUp(accounts: object[], more: Record<string, object[]> = {}) {
  const reader = readerWith({
    accounts,
    feeStructures: STRUCTURES,
    feeUploadFiles: [{ id: 40, end_date: '2026-09-30T00:00:00Z' }],
    ...more,
  });
  const workspace = closeAfterTest(openWorkspace(tempWorkspaceFile(), WORKSPACE_KEY));
  const sheets = createBalanceSheets({
    reader,
    workspace,
    billedDates: () => billedDates(reader),
    now: () => '2026-11-24T10:00:00.000Z',
    user: () => 'jo',
  });
  const store = async (...lines: string[]) => {
    const text = [BALANCES, ...lines].join('\n');
    const table = await sheets.read({ from: 'text', text }, () => '');
    return sheets.store(
      table.id,
      table.columns.map(({ field }) => field),
    );
  };
  const period = (debit = '2500.00') => ({
    endDate: '2026-09-30',
    sum: debit,
    accounts: 1,
    lines: 1,
    unreadable: 0,
    custodians: ['SWB'],
    fileIds: ['40'],
  });
  const of = (key = '1', debit?: string) => {
    const [found] = expectedPeriods(reader, workspace.balances, key, [period(debit)]).periods;
    if (!found) throw new Error('no period');
    return found;
  };
  const why = (key = '1') => {
    const { result } = of(key);
    return result.kind === 'not-calculated' ? result.why : result.kind;
  };
  return { workspace, store, of, why };
}

describe('an expected fee', () => {
  it('uses the imported balance of the period end, and shows its steps and readings', async () => {
    const { store, of } = setUp([account(1)]);
    await store('001\t$1,000,000.00\t9/30/2026');
    expect(of()).toMatchObject({
      balanceDate: '2026-09-30',
      dateSource: 'period-end',
      balance: { amount: '1000000', source: 'imported', file: null },
      differing: null,
      result: {
        kind: 'calculated',
        yearly: '10000',
        steps: [{ tier: null, amount: '1000000', rate: '1', fee: '10000' }],
        group: { why: 'no-group' },
        readings: [
          { year: 'periods', alone: '2500.00', group: null, match: 'alone' },
          { year: 'days-365', alone: '2520.55', match: 'alone' },
          { year: 'days-366', alone: '2513.66', match: 'alone' },
        ],
      },
    });
  });

  it('prefers the date of the billing report, and flags a latest balance more than $1 apart', async () => {
    const { store, of } = setUp([account(1)], {
      billingReports: [{ id: 5, fee_upload_file_id: 40, snapshot_date: '2026-09-29' }],
      latestBalances: [
        { account_id: 1, account_number: '001', reported_date: '2026-09-29', total_value: 1000002 },
      ],
    });
    expect(of()).toMatchObject({ balance: { source: 'latest', amount: '1000002' }, differing: null });
    await store('001\t1000000\t2026-09-29');
    expect(of()).toMatchObject({
      balanceDate: '2026-09-29',
      dateSource: 'billing-report',
      balance: { source: 'imported' },
      differing: { source: 'latest', amount: '1000002' },
    });
    await store('001\t1000001.50\t2026-09-29');
    expect(of()).toMatchObject({ differing: null });
  });

  it('calculates the share of the group’s fee from the group’s total', async () => {
    const { store, of } = setUp([account(1, { fee_structures_ids: [8] }), account(2)], {
      billingGroups: [{ id: 3, name: 'Juns', assignments: [{ account_id: 1 }, { account_id: 2 }] }],
    });
    await store('001\t1000000\t2026-09-30');
    expect(of()).toMatchObject({ result: { group: { why: 'members-without-balance' } } });
    await store('002\t3000000\t2026-09-30');
    expect(of('1', '1562.50')).toMatchObject({
      result: {
        yearly: '10000',
        group: { name: 'Juns', total: '4000000', members: 2, yearly: '25000' },
        readings: [
          { alone: '2500.00', group: '1562.50', match: 'group' },
          { match: 'group' },
          { match: 'group' },
        ],
      },
    });
  });

  it('names our reading of drop-through', async () => {
    const { store, of } = setUp([account(1, { fee_structures_ids: [12] })]);
    await store('001\t2000000\t2026-09-30');
    expect(of()).toMatchObject({ result: { isDropThrough: true, yearly: '10000' } });
  });

  it.each([
    ['no-structure', account(1, { fee_structures_ids: [] })],
    ['several-structures', account(1, { fee_structures_ids: [7, 8] })],
    ['unknown-structure', account(1, { fee_structures_ids: [99] })],
    ['balance-type', account(1, { fee_structures_ids: [9] })],
    ['favor-fee', account(1, { fee_structures_ids: [10] })],
    ['frequency', account(1, { fee_structures_ids: [11] })],
    ['closed-in-interval', account(1, { close_date: '2026-07-01' })],
    ['first-billable-in-interval', account(1, { first_billable_date: '2026-09-30T00:00:00Z' })],
  ])('is not calculated: %s', async (reason, one) => {
    const { store, why } = setUp([one]);
    await store('001\t1000000\t2026-09-30');
    expect(why()).toBe(reason);
  });

  it('is not calculated without a balance, with a minimum, or with an adjustment of the firm', () => {
    expect(setUp([account(1)]).why()).toBe('no-balance');
    const old = { account_id: 1, account_number: '001', reported_date: '2026-11-20', total_value: 5 };
    expect(setUp([account(1)], { latestBalances: [old] }).why()).toBe('no-balance');
    const groups = [{ id: 3, name: 'Juns', assignments: [{ account_id: 1 }], minimum_ids: [40] }];
    expect(setUp([account(1)], { billingGroups: groups }).why()).toBe('minimum');
    const adjustment = (firm_id: number) => [{ id: 4, name: 'All', level: 'f', firm_id }];
    expect(setUp([account(1)], { assetAdjustments: adjustment(39) }).why()).toBe('firm-adjustments');
    expect(setUp([account(1)], { assetAdjustments: adjustment(40) }).why()).toBe('no-balance');
  });
});

describe('importing balances', () => {
  it.each([
    ['of another date', '001\t5\t2026-10-01', 'date-not-billed'],
    ['below zero', '001\t-5\t2026-09-30', 'negative'],
    ['as text', '001\tfive\t2026-09-30', 'not-money'],
    ['missing', '001\t\t2026-09-30', 'required'],
    ['of a number without its zeros', '1\t5\t2026-09-30', 'key-written-otherwise'],
    ['of an unknown account', '777\t5\t2026-09-30', 'no-such-record'],
  ])('excludes a balance %s, by line, and nothing else changes', async (_, line, code) => {
    const { store, workspace } = setUp([account(1), account(2)]);
    const outcome = await store(line, '002\t7\t2026-09-30');
    expect(outcome).toMatchObject({ stored: 1, excluded: 1 });
    expect(outcome.lines.map(({ line: at, issue }) => [at, issue.code])).toEqual([[2, code]]);
    expect(workspace.balances.of('1', '2026-09-30')).toBeUndefined();
    expect(workspace.balances.dates()).toMatchObject([{ date: '2026-09-30', accounts: 1, importedBy: 'jo' }]);
  });

  it('excludes the second of two lines, skips what is stored, and replaces a corrected balance', async () => {
    const { store, workspace } = setUp([account(1)]);
    expect(await store('001\t5\t2026-09-30', '001\t6\t2026-09-30')).toMatchObject({ stored: 1, excluded: 1 });
    expect(await store('001\t5.00\t2026-09-30')).toMatchObject({ stored: 0, unchanged: 1 });
    expect(await store('001\t6\t2026-09-30')).toMatchObject({ stored: 1 });
    expect(workspace.balances.of('1', '2026-09-30')?.amount).toBe('6');
  });
});
