import { describe, expect, it, vi } from 'vitest';
import {
  explainedBy,
  comparePeriod,
  linesWith,
  toComparedLine,
} from '#engine/features/expected-fees/compare-period';
import { expectedPeriodsOfAccount } from '#engine/features/expected-fees/account-periods';
import { createBalanceImport } from '#engine/features/expected-fees/balance-import';
import { balancesToRequest, billedDates, readBalanceDates } from '#engine/features/expected-fees/router';
import { closeAfterTest } from '#test/support/cleanups';
import { openTestWorkspace } from '#test/support/saved-work';
import { readerWith } from '../../cache/temp-cache';
import { tempWorkspaceFile, WORKSPACE_KEY } from '../../workspace/temp-workspace';

const structure = (id: number, overrides: object = {}) => ({
  id,
  name: `Structure ${id}`,
  calculation_type: 'R',
  flat_rate: 1,
  frequency: 'Q',
  balance_type: 'E',
  ...overrides,
});
const account = (id: number, overrides: object = {}) => ({
  id,
  name: `Account ${id}`,
  number: `00${id}`,
  custodian: 'SWB',
  firm_id: 39,
  fee_structures_ids: [7],
  ...overrides,
});
const TIERS = [
  { min_balance: 0, max_balance: 1000000, rate: 1 },
  { min_balance: 1000000.01, max_balance: null, rate: 0.5 },
];
/** Not calculated: the balance types A, P and C, the favor fee F, the weekly frequency W, and tiers from $5 (16). */
const STRUCTURES = [
  structure(7),
  structure(8, { calculation_type: 'T', tiers: TIERS }),
  structure(9, { balance_type: 'A' }),
  structure(10, { calculation_type: 'F' }),
  structure(11, { frequency: 'W' }),
  structure(12, { calculation_type: 'D', tiers: TIERS }),
  structure(13, { calculation_type: 'A', flat_dollar_fee: 100 }),
  structure(14, { balance_type: 'P' }),
  structure(15, { balance_type: 'C' }),
  structure(16, { calculation_type: 'T', tiers: [{ min_balance: 5, max_balance: null, rate: 1 }] }),
];
const FIRM = { dayCount: null, ceiling: null, advance: null };
const HEADINGS = 'Account number\tBalance\tBalance date';

function setUp(accounts: object[], overrides: Record<string, object[]> = {}) {
  const reader = readerWith({
    accounts,
    feeStructures: STRUCTURES,
    feeUploadFiles: [{ id: 40, end_date: '2026-09-30T00:00:00Z' }],
    ...overrides,
  });
  const workspace = closeAfterTest(openTestWorkspace(tempWorkspaceFile(), WORKSPACE_KEY));
  const pause = vi.fn(() => Promise.resolve());
  const sheets = createBalanceImport({
    reader,
    workspace,
    billedDates: () => billedDates(reader, workspace.feeHistory),
    pause,
    now: () => '2026-11-24T10:00:00.000Z',
    user: () => 'jo',
  });
  const store = async (...lines: string[]) => {
    const text = [HEADINGS, ...lines].join('\n');
    const table = await sheets.read({ from: 'text', text }, () => '');
    return sheets.store(
      table.id,
      table.columns.map(({ field }) => field),
    );
  };
  const period = (debit = '2500.00', unreadable = 0, mayCountTwice = false) => ({
    endDate: '2026-09-30',
    sum: debit,
    accounts: 1,
    lines: 1,
    unreadable,
    custodians: ['SWB'],
    fileIds: ['40'],
    mayCountTwice,
  });
  const periodOf = (key = '1', debit?: string, unreadable?: number, mayCountTwice?: boolean) => {
    const [first] = expectedPeriodsOfAccount(
      reader,
      workspace,
      key,
      [period(debit, unreadable, mayCountTwice)],
      FIRM,
    ).periods;
    if (!first) throw new Error('no period');
    return first;
  };
  const why = (key = '1') => {
    const { result } = periodOf(key);
    return result.kind === 'not-calculated' ? result.why : result.kind;
  };
  const compare = (endDate = '2026-09-30') =>
    comparePeriod(reader, workspace, workspace.feeHistory, endDate, FIRM, () => Promise.resolve());
  return { reader, workspace, pause, store, periodOf, why, compare };
}

describe('an expected fee', () => {
  it('uses the imported balance of the period end, and shows its steps and amounts', async () => {
    const { store, periodOf } = setUp([account(1)]);
    await store('001\t$1,000,000.00\t9/30/2026');
    expect(periodOf()).toMatchObject({
      balanceDate: '2026-09-30',
      dateSource: 'period-end',
      balance: { amount: '1000000', source: 'imported', file: null },
      differing: [],
      result: {
        kind: 'calculated',
        yearly: '10000',
        steps: [{ tier: null, amount: '1000000', rate: '1', fee: '10000' }],
        group: { why: 'no-group' },
        readings: [
          { dayCount: 'periods', alone: '2500.00', group: null, match: 'alone' },
          { dayCount: 'days-365', alone: '2520.55', match: 'alone' },
          { dayCount: 'days-366', alone: '2513.66', match: 'alone' },
        ],
      },
    });
  });

  it('prefers the billing report’s date, and flags a latest balance that differs by over $1', async () => {
    const { store, periodOf } = setUp([account(1)], {
      billingReports: [{ id: 5, fee_upload_file_id: 40, snapshot_date: '2026-09-29' }],
      latestBalances: [
        { account_id: 1, account_number: '001', reported_date: '2026-09-29', total_value: 1000002 },
      ],
    });
    expect(periodOf()).toMatchObject({ balance: { source: 'latest', amount: '1000002' }, differing: [] });
    await store('001\t1000000\t2026-09-29');
    expect(periodOf()).toMatchObject({
      balanceDate: '2026-09-29',
      dateSource: 'billing-report',
      balance: { source: 'imported' },
      differing: [{ source: 'latest', amount: '1000002' }],
    });
    await store('001\t1000001.50\t2026-09-29');
    expect(periodOf()).toMatchObject({ differing: [] });
  });

  it('calculates the share of the group’s fee from the group’s total', async () => {
    const { store, periodOf } = setUp([account(1, { fee_structures_ids: [8] }), account(2)], {
      billingGroups: [{ id: 3, name: 'Juns', assignments: [{ account_id: 1 }, { account_id: 2 }] }],
    });
    await store('001\t1000000\t2026-09-30');
    expect(periodOf()).toMatchObject({ result: { group: { why: 'members-without-balance' } } });
    await store('002\t3000000\t2026-09-30');
    expect(periodOf('1', '1562.50')).toMatchObject({
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

  it('marks the drop-through calculation as our interpretation', async () => {
    const { store, periodOf } = setUp([account(1, { fee_structures_ids: [12] })]);
    await store('001\t2000000\t2026-09-30');
    expect(periodOf()).toMatchObject({ result: { isDropThrough: true, yearly: '10000' } });
  });

  it.each([
    ['no-structure', account(1, { fee_structures_ids: [] })],
    ['several-structures', account(1, { fee_structures_ids: [7, 8] })],
    ['unknown-structure', account(1, { fee_structures_ids: [99] })],
    ['balance-type', account(1, { fee_structures_ids: [9] })],
    ['balance-type', account(1, { fee_structures_ids: [14] })],
    ['balance-type', account(1, { fee_structures_ids: [15] })],
    ['favor-fee', account(1, { fee_structures_ids: [10] })],
    ['frequency', account(1, { fee_structures_ids: [11] })],
    ['closed-in-interval', account(1, { close_date: '2026-07-01' })],
    ['opened-in-interval', account(1, { inception_date: '2026-08-01' })],
    ['first-billable-in-interval', account(1, { first_billable_date: '2026-09-30T00:00:00Z' })],
  ])('is not calculated: %s', async (reason, testAccount) => {
    const { store, why } = setUp([testAccount]);
    await store('001\t1000000\t2026-09-30');
    expect(why()).toBe(reason);
  });

  it('is not calculated without a balance, with a minimum, or with an adjustment of the firm', () => {
    expect(setUp([account(1)]).why()).toBe('no-balance');
    const laterBalance = {
      account_id: 1,
      account_number: '001',
      reported_date: '2026-11-20',
      total_value: 5,
    };
    expect(setUp([account(1)], { latestBalances: [laterBalance] }).why()).toBe('no-balance');
    const groups = [{ id: 3, name: 'Juns', assignments: [{ account_id: 1 }], minimum_ids: [40] }];
    expect(setUp([account(1)], { billingGroups: groups }).why()).toBe('minimum');
    const adjustment = (firm_id: number) => [{ id: 4, name: 'All', level: 'f', firm_id }];
    expect(setUp([account(1)], { assetAdjustments: adjustment(39) }).why()).toBe('firm-adjustments');
    expect(setUp([account(1)], { assetAdjustments: adjustment(40) }).why()).toBe('no-balance');
  });

  describe('of an account in a billing group with payers', () => {
    /** Members in order, each with who pays its fees: 0 itself, -1 the group in shares, or an account's ID. */
    const group = (...payers: number[]) => [
      {
        id: 3,
        name: 'Juns',
        assignments: payers.map((payer, index) => ({ account_id: index + 1, fee_location: payer })),
      },
    ];
    const all = [account(1), account(2), account(3, { fee_structures_ids: [8] })];
    const whyIn = async (billingGroups: object[], key: string, accounts = all) => {
      const firm = setUp(accounts, { billingGroups });
      await firm.store('001\t1\t2026-09-30', '002\t1\t2026-09-30', '003\t1\t2026-09-30');
      return firm.why(key);
    };

    it('is not calculated if the account also pays for others', async () => {
      expect(await whyIn(group(0, 1), '1')).toBe('pays-for-others');
      expect(await whyIn(group(0, 1), '2')).toBe('calculated');
      const otherGroup = [{ id: 4, name: 'Sol', assignments: [{ account_id: 2, fee_location: 3 }] }];
      expect(await whyIn([...group(0), ...otherGroup], '3')).toBe('pays-for-others');
    });

    it('is not calculated if the group pays, and its members have different fee structures', async () => {
      expect(await whyIn(group(-1, -1, -1), '1')).toBe('paid-by-group');
      expect(await whyIn(group(-1, 0, 0), '1')).toBe('paid-by-group');
      expect(await whyIn(group(-1, 0, 0), '2')).toBe('calculated');
      expect(await whyIn(group(-1, -1), '1')).toBe('calculated');
    });

    it('is not calculated if the group pays, and a member is not in the data', async () => {
      const firm = setUp([account(1)], { billingGroups: group(-1, -1) });
      firm.workspace.serviceBalances.put('2026-09-30', 'now', [
        { account: '1', amount: '1000000' },
        { account: '2', amount: '500000' },
      ]);
      expect(firm.why('1')).toBe('paid-by-group');
      firm.workspace.feeHistory.put(
        { fileId: '40', sha256: 'h', firmId: '39', endDate: '2026-09-30', savedAt: 'now', leftOut: 0 },
        [{ accountRef: 'a1', at: 0, custodian: 'SWB', number: '001', amount: '2500.00' }],
      );
      expect((await firm.compare()).lines).toMatchObject([{ matches: null, why: 'paid-by-group' }]);
    });

    it('is not calculated if the group pays, and each account owes a flat fee', async () => {
      const flat = [account(1, { fee_structures_ids: [13] }), account(2, { fee_structures_ids: [13] })];
      expect(await whyIn(group(-1, -1), '1', flat)).toBe('paid-by-group');
      expect(await whyIn(group(0, 0), '1', flat)).toBe('calculated');
    });

    it('is not calculated for a share of an unknown total, or in several groups', async () => {
      const firm = setUp([account(1), account(2)], { billingGroups: group(-1, -1) });
      await firm.store('001\t1\t2026-09-30');
      expect(firm.why('1')).toBe('group-total');
      firm.workspace.feeHistory.put(
        { fileId: '40', sha256: 'h', firmId: '39', endDate: '2026-09-30', savedAt: 'now', leftOut: 0 },
        [{ accountRef: 'a1', at: 0, custodian: 'SWB', number: '001', amount: '2500.00' }],
      );
      expect((await firm.compare()).lines).toMatchObject([{ matches: null, why: 'group-total' }]);
      const second = { id: 4, name: 'Sol', assignments: [{ account_id: 1, fee_location: 0 }] };
      expect(await whyIn([...group(-1, -1), second], '1')).toBe('several-groups');
    });
  });
});

describe('sources and the firm’s terms', () => {
  it('use AUM before the latest balance, and flag every source that differs by over $1', async () => {
    const { store, periodOf, workspace } = setUp([account(1)], {
      latestBalances: [
        { account_id: 1, account_number: '001', reported_date: '2026-09-30', total_value: 1000002 },
      ],
    });
    workspace.serviceBalances.put('2026-09-30', 'now', [{ account: '1', amount: '1000000' }]);
    expect(periodOf()).toMatchObject({
      balance: { source: 'aum', amount: '1000000' },
      differing: [{ source: 'latest' }],
    });
    await store('001\t999998\t9/30/2026');
    expect(periodOf()).toMatchObject({
      balance: { source: 'imported' },
      differing: [{ source: 'aum' }, { source: 'latest' }],
    });
  });

  it('show the balance that a debit implies next to that of the previous period', () => {
    const { reader, workspace } = setUp([account(1)]);
    const billedPeriod = (endDate: string, sum: string) => ({
      endDate,
      sum,
      accounts: 1,
      lines: 1,
      unreadable: 0,
      custodians: ['SWB'],
      fileIds: ['40'],
      mayCountTwice: false,
    });
    const both = [billedPeriod('2026-06-30', '2400.00'), billedPeriod('2026-09-30', '2500.00')];
    const { periods } = expectedPeriodsOfAccount(reader, workspace, '1', both, FIRM);
    expect(periods[0]?.implied).toEqual({
      balance: '1000000.00',
      dayCount: 'periods',
      before: { endDate: '2026-06-30', balance: '960000.00' },
    });
    expect(periods[1]?.implied).toMatchObject({ before: null });
  });

  it('read the latest balances of a group once, however many members and periods there are', () => {
    const members = [1, 2, 3, 4];
    const end = '2026-09-30';
    const { reader, workspace } = setUp(
      members.map((id) => account(id)),
      {
        billingGroups: [{ id: 3, name: 'Juns', assignments: members.map((id) => ({ account_id: id })) }],
        latestBalances: members.map((id) => ({ account_id: id, reported_date: end, total_value: 1000 * id })),
      },
    );
    const keys = vi.spyOn(reader, 'keys');
    const rest = {
      sum: '2.50',
      accounts: 1,
      lines: 1,
      unreadable: 0,
      custodians: ['SWB'],
      fileIds: ['40'],
      mayCountTwice: false,
    };
    const billed = ['2026-03-31', '2026-06-30', end].map((endDate) => ({ endDate, ...rest }));
    const { periods } = expectedPeriodsOfAccount(reader, workspace, '1', billed, FIRM);
    expect(periods[0]).toMatchObject({
      balance: { amount: '1000', source: 'latest' },
      result: { group: { name: 'Juns', total: '10000', members: 4 } },
    });
    expect(periods[1]?.result).toEqual({ kind: 'not-calculated', why: 'no-balance' });
    const reads = keys.mock.calls.map(([{ query }]) => query.resource);
    // The balances of the account itself, and those of the other members.
    expect(reads.filter((resource) => resource === 'latestBalances')).toHaveLength(2);
    expect(reads.filter((resource) => resource === 'billingGroups')).toHaveLength(1);
  });

  it('find a debit above the ceiling, exactly, and use the period that advance billing covers', async () => {
    const { reader, workspace, store } = setUp([account(1, { close_date: '2026-11-15' })], {
      feeStructures: [structure(7, { collection_type: 'D' })],
    });
    await store('001\t1000000\t9/30/2026');
    const billedPeriods = (sum: string) => [
      {
        endDate: '2026-09-30',
        sum,
        accounts: 1,
        lines: 1,
        unreadable: 0,
        custodians: ['SWB'],
        fileIds: ['40'],
        mayCountTwice: false,
      },
    ];
    const result = (sum: string, advance: 'begins' | null = null) =>
      expectedPeriodsOfAccount(reader, workspace, '1', billedPeriods(sum), {
        dayCount: null,
        ceiling: '1',
        advance,
      }).periods[0]?.result;
    expect(result('2500.00')).toMatchObject({ aboveCeiling: null });
    expect(result('2500.01')).toMatchObject({ aboveCeiling: { ceiling: '1' } });
    await store('001\t999998\t9/30/2026'); // exactly 2,499.995
    expect(result('2500.00')).toMatchObject({ aboveCeiling: null });
    expect(result('2500.01')).toMatchObject({ aboveCeiling: { ceiling: '1' } });
    expect(result('2500.00', 'begins')).toMatchObject({ why: 'closed-in-interval' });
  });
});

describe('comparing all debits of a period', () => {
  it('counts the lines that each day-count convention explains, and shows the amounts of each', async () => {
    const { store, workspace, compare, periodOf } = setUp([
      account(1),
      account(2),
      account(3, { fee_structures_ids: [9] }),
      account(4),
    ]);
    await store('001\t1000000\t9/30/2026', '002\t2000000\t9/30/2026');
    const fees = ['2520.55', '5041.10', '5.00', '7.00'].map((amount, index) => ({
      accountRef: `a${index + 1}`,
      at: index,
      custodian: 'SWB',
      number: `00${index + 1}`,
      amount,
    }));
    const file = { fileId: '40', sha256: 'h', firmId: '39', savedAt: '2026-10-02', leftOut: 0 };
    workspace.feeHistory.put({ ...file, endDate: '2026-09-30' }, fees);
    const compared = await compare();
    expect(explainedBy(compared)).toMatchObject({
      // All three day-count conventions are within 1 percent, but only 365 days matches to the cent.
      explained: [
        { lines: 2, closest: 0 },
        { lines: 2, closest: 2 },
        { lines: 2, closest: 0 },
      ],
      proposed: 'days-365',
    });
    const { rows, counts } = linesWith(compared, 'days-365', undefined);
    expect(counts).toEqual({ neither: 0, group: 0, alone: 2, both: 0, 'not-calculated': 2 });
    const shownLines = rows.map((line) =>
      toComparedLine(compared, line, '2026-09-30', { dayCount: 'days-365', advance: null }),
    );
    expect(shownLines).toMatchObject([
      { account: '1', alone: '2520.55', group: null, result: 'alone', why: null },
      { account: '2', alone: '5041.10', result: 'alone' },
      { account: '3', alone: null, why: 'balance-type' },
      { account: '4', alone: null, why: 'no-balance' },
    ]);
    expect(periodOf('1', '2520.55')).toMatchObject({ result: { readings: [{}, { alone: '2520.55' }, {}] } });
    expect((await compare('2026-06-30')).lines).toEqual([]);
  });

  it('calculates nothing for an account with a line that could not be read', async () => {
    const { store, workspace, compare, periodOf } = setUp([account(1), account(2), account(3)]);
    await store('001\t1000000\t9/30/2026', '002\t1000000\t9/30/2026', '003\t1000000\t9/30/2026');
    const fees = (
      [
        ['1', '2500.00'],
        ['1', null],
        ['2', '2500.00'],
        ['3', null],
      ] as const
    ).map(([key, amount], index) => ({
      accountRef: `a${key}`,
      at: index,
      custodian: 'SWB',
      number: `00${key}`,
      amount,
    }));
    workspace.feeHistory.put(
      { fileId: '40', sha256: 'h', firmId: '39', savedAt: 'now', leftOut: 0, endDate: '2026-09-30' },
      fees,
    );
    const compared = await compare();
    expect(compared.lines.map(({ account: key, debit, why }) => [key, debit, why])).toEqual([
      ['1', '2500.00', 'unreadable-amount'],
      ['2', '2500.00', null],
      ['3', '0', 'unreadable-amount'],
    ]);
    expect(explainedBy(compared).explained[0]).toMatchObject({ lines: 1 });
    expect(periodOf('1', '2500.00', 1).result).toEqual({ kind: 'not-calculated', why: 'unreadable-amount' });
    expect(periodOf('1', '2500.00', 0, true).result).toEqual({
      kind: 'not-calculated',
      why: 'replaced-file',
    });
  });

  it('calculates nothing for an account that a file bills too which the service no longer lists', async () => {
    const { store, workspace, compare } = setUp([account(1), account(2)]);
    await store('001\t1000000\t9/30/2026', '002\t1000000\t9/30/2026');
    const bill = (fileId: string, keys: readonly number[], firmId: string) =>
      workspace.feeHistory.put(
        { fileId, sha256: `h${fileId}`, firmId, savedAt: 'now', leftOut: 0, endDate: '2026-09-30' },
        keys.map((key, at) => ({
          accountRef: `a${key}`,
          at,
          custodian: 'SWB',
          number: `00${key}`,
          amount: '2500.00',
        })),
      );
    bill('40', [1, 2], '39');
    bill('39', [1], '39');
    bill('38', [2], '40'); // another firm's file
    expect((await compare()).lines.map(({ account: key, debit, why }) => [key, debit, why])).toEqual([
      ['1', '5000.00', 'replaced-file'],
      ['2', '5000.00', null],
    ]);
    workspace.feeHistory.replaced.mark('39', { by: 'jo', at: 'now', note: '' });
    expect((await compare()).lines.map(({ account: key, debit, why }) => [key, debit, why])).toEqual([
      ['1', '2500.00', null],
      ['2', '5000.00', null],
    ]);
  });

  it('gives the same reason as for the account if the tiers have errors', async () => {
    const { store, workspace, compare, why } = setUp([account(1, { fee_structures_ids: [16] })]);
    await store('001\t1000000\t9/30/2026');
    workspace.feeHistory.put(
      { fileId: '40', sha256: 'h', firmId: '39', savedAt: 'now', leftOut: 0, endDate: '2026-09-30' },
      [{ accountRef: 'a1', at: 0, custodian: 'SWB', number: '001', amount: '2500.00' }],
    );
    expect(why()).toBe('faulty-tiers');
    expect((await compare()).lines).toMatchObject([{ matches: null, why: 'faulty-tiers' }]);
  });

  it('proposes the day-count convention closest to most lines', async () => {
    const { store, workspace, compare } = setUp([account(1), account(2)]);
    await store('001\t1000000\t9/30/2026', '002\t2000000\t9/30/2026');
    // Within 1% of a quarter's fee ($2,500 and $5,000), but not of 92 days' fee.
    const fees = ['2478.00', '4955.00'].map((amount, index) => ({
      accountRef: `a${index + 1}`,
      at: index,
      custodian: 'SWB',
      number: `00${index + 1}`,
      amount,
    }));
    const file = { fileId: '40', sha256: 'h', firmId: '39', savedAt: '2026-10-02', leftOut: 0 };
    workspace.feeHistory.put({ ...file, endDate: '2026-09-30' }, fees);
    expect(explainedBy(await compare())).toEqual({
      explained: [
        { dayCount: 'periods', lines: 2, closest: 2 },
        { dayCount: 'days-365', lines: 0, closest: 0 },
        { dayCount: 'days-366', lines: 0, closest: 0 },
      ],
      proposed: 'periods',
    });
  });
});

describe('files of one period with different balance dates', () => {
  /** File 40 bills accounts 1 and 3, and file 41 accounts 2 and 3. Accounts 2 and 4 share a billing group. */
  function setUpTwoDates() {
    const fees = setUp([account(1), account(2), account(3), account(4)], {
      feeUploadFiles: [40, 41].map((id) => ({ id, end_date: '2026-09-30T00:00:00Z' })),
      billingReports: [
        { id: 5, fee_upload_file_id: 40, snapshot_date: '2026-09-29' },
        { id: 6, fee_upload_file_id: 41, snapshot_date: '2026-09-28' },
      ],
      billingGroups: [
        {
          id: 3,
          name: 'Juns',
          assignments: [
            { account_id: 2, fee_location: 0 },
            { account_id: 4, fee_location: 0 },
          ],
        },
      ],
    });
    for (const [fileId, ...keys] of [
      ['40', '1', '3'],
      ['41', '2', '3'],
    ] as const)
      fees.workspace.feeHistory.put(
        {
          sha256: `h${fileId}`,
          fileId,
          firmId: '39',
          endDate: '2026-09-30',
          savedAt: '2026-10-02',
          leftOut: 0,
        },
        keys.map((key, at) => ({
          accountRef: `a${key}`,
          at,
          custodian: 'SWB',
          number: `00${key}`,
          amount: '2500.00',
        })),
      );
    return fees;
  }

  it('are compared with the balances of the date that the account’s own view uses', async () => {
    const { store, compare } = setUpTwoDates();
    await store('001\t1000000\t2026-09-29', '002\t1000000\t2026-09-28', '003\t2000000\t2026-09-30');
    const compared = await compare();
    expect(compared.lines).toMatchObject([
      { account: '1', balanceDate: '2026-09-29', why: null },
      { account: '2', balanceDate: '2026-09-28', why: null },
      { account: '3', balanceDate: '2026-09-30', why: null, debit: '5000.00' },
    ]);
    const settings = { dayCount: null, advance: null };
    const amounts = compared.lines.map(
      (line) => toComparedLine(compared, line, '2026-09-30', settings).alone,
    );
    expect(amounts).toEqual(['2500.00', '2500.00', '5000.00']);
  });

  it('have the balances of each date requested for their accounts and billing groups', () => {
    const { reader, workspace } = setUpTwoDates();
    expect(balancesToRequest(workspace, '2026-09-30', reader)).toEqual([
      { date: '2026-09-29', accounts: ['1'] },
      { date: '2026-09-30', accounts: ['3'] },
      { date: '2026-09-28', accounts: ['2', '4'] },
    ]);
  });

  it('list the date of accounts in several files, too', async () => {
    const { reader, workspace, pause } = setUpTwoDates();
    expect([...(await readBalanceDates(reader, workspace.feeHistory, pause))]).toEqual([
      ['2026-09-30', ['2026-09-29', '2026-09-28', '2026-09-30']],
    ]);
  });

  it('request no balances for a period without accounts', () => {
    const { reader, workspace } = setUp([]);
    expect(balancesToRequest(workspace, '2026-09-30', reader)).toEqual([
      { date: '2026-09-30', accounts: [] },
    ]);
  });
});

it('a period’s debits include lines read before their account was fetched', async () => {
  const { store, workspace, compare } = setUp([account(1), account(2)]);
  await store('001\t1000000\t9/30/2026');
  const line = { at: 0, custodian: 'SWB', number: '001', amount: '2500.00' };
  workspace.feeHistory.put(
    {
      sha256: 'h',
      fileId: '40',
      firmId: '39',
      endDate: '2026-09-30',
      savedAt: '2026-10-02',
      leftOut: 0,
    },
    [
      { ...line, accountRef: 'nSWB 001' },
      { ...line, accountRef: 'nNFS 002' },
    ],
  );
  expect((await compare()).lines).toMatchObject([{ account: '1', debit: '2500.00', why: null }]);
});

describe('importing balances', () => {
  it('accepts the period end of a fee file that the service deleted', async () => {
    const { store, workspace } = setUp([account(1)]);
    const line = '001\t5\t2026-06-30';
    expect(await store(line)).toMatchObject({ stored: 0, excluded: 1 });
    workspace.feeHistory.put(
      {
        sha256: 'h',
        fileId: '39',
        firmId: '39',
        endDate: '2026-06-30T00:00:00Z',
        savedAt: '2026-07-02',
        leftOut: 0,
      },
      [],
    );
    expect(await store(line)).toMatchObject({ stored: 1, excluded: 0 });
  });

  it.each([
    ['of another date', '001\t5\t2026-10-01', 'date-not-billed'],
    ['below zero', '001\t-5\t2026-09-30', 'negative'],
    ['in words', '001\tfive\t2026-09-30', 'not-money'],
    ['that is missing', '001\t\t2026-09-30', 'required'],
    ['of an account number without its leading zeros', '1\t5\t2026-09-30', 'key-written-otherwise'],
    ['of an unknown account', '777\t5\t2026-09-30', 'no-such-record'],
  ])('excludes a balance %s, reports its line, and stores the others', async (_, line, code) => {
    const { store, workspace } = setUp([account(1), account(2)]);
    const outcome = await store(line, '002\t7\t2026-09-30');
    expect(outcome).toMatchObject({ stored: 1, excluded: 1 });
    expect(outcome.lines.map(({ line: lineNumber, issue }) => [lineNumber, issue.code])).toEqual([[2, code]]);
    expect(workspace.balances.balanceOf('1', '2026-09-30')).toBeUndefined();
    expect(workspace.balances.dates()).toMatchObject([{ date: '2026-09-30', accounts: 1, importedBy: 'jo' }]);
  });

  it('excludes the second of two lines, skips what is stored, and replaces a corrected balance', async () => {
    const { store, workspace } = setUp([account(1)]);
    expect(await store('001\t5\t2026-09-30', '001\t6\t2026-09-30')).toMatchObject({ stored: 1, excluded: 1 });
    expect(await store('001\t5.00\t2026-09-30')).toMatchObject({ stored: 0, unchanged: 1 });
    expect(await store('001\t6\t2026-09-30')).toMatchObject({ stored: 1 });
    expect(workspace.balances.balanceOf('1', '2026-09-30')?.amount).toBe('6');
  });

  it('checks the lines with pauses, so that other calls can run', async () => {
    const { store, pause } = setUp([account(1)]);
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 10));
    try {
      const lines = Array.from({ length: 1000 }, () => '001\t5\t2026-09-30');
      expect(await store(...lines)).toMatchObject({ stored: 1, excluded: 999 });
    } finally {
      vi.restoreAllMocks();
    }
    expect(pause).toHaveBeenCalledTimes(4); // to read the lines, and to check them
  });
});
