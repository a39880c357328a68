import { describe, expect, it, vi } from 'vitest';
import type { PeriodId } from '#contract/features/period/schemas';
import { readPeriodCharts } from '#engine/features/period/charts';
import { FIRM, JUNE, periodHarness, SEPTEMBER } from './period-harness';

const charts = ({ reader, workspace }: ReturnType<typeof periodHarness>, id: PeriodId = SEPTEMBER) =>
  readPeriodCharts({ reader, workspace, pause: () => Promise.resolve() }, id);

const account = (id: number, overrides: object = {}) => ({
  id,
  name: `Account ${id}`,
  number: `00${id}`,
  custodian: 'SWB',
  firm_id: 39,
  fee_structures_ids: [7],
  ...overrides,
});

/** A firm with accounts 1 to 30, of which account 1 pays for account 2. */
function firmOfMany(records: Record<string, object[]> = {}) {
  const harness = periodHarness({
    ...FIRM,
    ...records,
    accounts: Array.from({ length: 30 }, (_, index) => account(index + 1)),
    billingGroups: [
      {
        id: 500,
        name: 'Group',
        firm_id: 39,
        assignments: [{ id: 1, account_id: 2, group_id: 500, fee_location: 1, fee_location_option: 'A' }],
      },
    ],
  });
  const balances = (amounts: Readonly<Record<string, string>>, date = '2026-09-30') =>
    harness.workspace.balances.add(
      { file: 'balances.xlsx', importedAt: '', importedBy: '' },
      Object.entries(amounts).map(([key, amount]) => ({ account: key, date, amount })),
    );
  return { ...harness, balances };
}

describe('the change of fees from the previous period', () => {
  it('counts accounts by size of the change, and those billed in one period only', async () => {
    const harness = firmOfMany();
    const juneFees = { 1: '100', 2: '100', 3: '100', 4: '100', 5: '100', 6: '0', 7: '100' };
    harness.bill('40', JUNE, juneFees);
    const septemberFees = { 1: '40', 2: '100.00', 3: '105', 4: '105.01', 5: '151', 6: '9', 8: '1' };
    harness.bill('43', SEPTEMBER, septemberFees);
    const { changes } = await charts(harness);
    expect(changes).toMatchObject({
      now: { endDate: '2026-09-30', read: 1, listed: 1 },
      before: { endDate: '2026-06-30', read: 1, listed: 2 },
      //     >50 25– 15– 5–  –5 same –5 5–  15– 25– >50
      bars: [1, 0, 0, 0, 0, 1, 1, 1, 0, 0, 1],
      started: 1,
      ended: 1,
      notCompared: 1,
    });
  });

  it('counts files with skipped parts, unless the other lines add up to the total of the record', async () => {
    const partlyRead = async (june: string | null, leftOut = 1) => {
      const harness = firmOfMany();
      harness.bill('40', JUNE, { 1: '100', 2: june }, leftOut); // the record has 100.10
      harness.bill('43', SEPTEMBER, { 1: '100' });
      const { changes } = await charts(harness);
      return [changes?.now.partlyRead, changes?.before.partlyRead];
    };
    expect(await partlyRead('0.09')).toEqual([0, 1]);
    expect(await partlyRead(null)).toEqual([0, 1]);
    expect(await partlyRead('0.10')).toEqual([0, 0]);
    expect(await partlyRead('0.09', 0)).toEqual([0, 0]);
  });

  it('compares many accounts with pauses, so that other calls can run', async () => {
    const { reader, workspace, bill } = firmOfMany();
    const fees = Object.fromEntries(Array.from({ length: 1_500 }, (_, index) => [index + 1, '100']));
    bill('40', JUNE, fees);
    bill('43', SEPTEMBER, fees);
    const events: string[] = [];
    const read = workspace.feeHistory.amountsAfter.bind(workspace.feeHistory);
    vi.spyOn(workspace.feeHistory, 'amountsAfter').mockImplementation((...request) => {
      events.push('read');
      return read(...request);
    });
    vi.spyOn(workspace.balances, 'ofDate').mockImplementation(() => {
      events.push('balances');
      return [];
    });
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 10));
    const pause = () => Promise.resolve(void events.push('pause'));
    try {
      const { changes } = await readPeriodCharts({ reader, workspace, pause }, SEPTEMBER);
      expect(changes?.bars[5]).toBe(1_500);
    } finally {
      vi.restoreAllMocks();
    }
    // After the last lines were read, and after each chunk of accounts.
    expect(events.slice(events.lastIndexOf('read') + 1, events.indexOf('balances'))).toEqual(
      Array.from({ length: 4 }, () => 'pause'),
    );
  });

  it('lists the changes above both thresholds, the largest first', async () => {
    const harness = firmOfMany();
    harness.bill('40', JUNE, { 1: '1000', 2: '1000', 3: '10', 4: '1000' });
    harness.bill('43', SEPTEMBER, { 1: '1200.50', 2: '1100', 3: '90', 4: '0.10' });
    const { changes } = await charts(harness);
    expect(changes).toMatchObject({
      unusual: 2,
      percent: '15',
      dollars: '100',
      outliers: [
        { account: '4', name: 'Account 4', number: '004', debit: '0.10', before: '1000' },
        { account: '1', debit: '1200.50', before: '1000' },
      ],
    });
  });

  it('counts accounts with unreadable amounts as no longer billed, or as not compared', async () => {
    const harness = firmOfMany();
    harness.bill('40', JUNE, { 1: '10', 2: null, 3: null });
    harness.bill('43', SEPTEMBER, { 1: '10', 3: '10', 4: null });
    expect((await charts(harness)).changes).toMatchObject({ started: 0, ended: 1, notCompared: 2 });
  });

  it('is not compared without the lines of both periods', async () => {
    const harness = firmOfMany();
    expect(await charts(harness)).toEqual({ changes: null, rates: null });
    harness.bill('43', SEPTEMBER, { 1: '10' });
    expect((await charts(harness)).changes).toBeNull();
  });

  it('leaves out the lines of another firm', async () => {
    const harness = firmOfMany();
    harness.bill('40', JUNE, { 1: '10' });
    harness.bill('43', SEPTEMBER, { 1: '10' });
    harness.bill('44', { firm: '40', endDate: '2026-09-30' }, { 2: '10' });
    expect((await charts(harness)).changes).toMatchObject({ started: 0 });
  });

  it('of a period whose record names no firm has no lines of a firm', async () => {
    const harness = firmOfMany();
    const noFirm = { firm: null, endDate: '2026-09-30' };
    harness.bill('40', { ...noFirm, endDate: '2026-06-30' }, { 1: '10' });
    harness.bill('45', noFirm, { 1: '10' });
    harness.bill('43', SEPTEMBER, { 2: '10', 3: '10' });
    const { changes } = await charts(harness, noFirm);
    expect(changes).toMatchObject({ now: { read: 1 }, started: 0 });
  });
});

it('the charts leave out accounts that a file bills too which the service no longer lists', async () => {
  const harness = firmOfMany();
  harness.bill('40', JUNE, { 1: '10', 3: '10', 4: '10' });
  harness.bill('39', JUNE, { 4: '10' }); // files 39 and 44 are not listed
  harness.bill('43', SEPTEMBER, { 1: '10', 3: '10', 4: '10' });
  harness.bill('44', SEPTEMBER, { 3: '10' });
  harness.balances({ 3: '1000', 4: '1000' });
  const { changes, rates } = await charts(harness);
  expect(changes).toMatchObject({
    bars: [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0],
    started: 0,
    ended: 0,
    mayCountTwice: 2,
  });
  expect(rates).toMatchObject({ ranges: [{ accounts: 1, median: '4' }], mayCountTwice: 1 });
  for (const fileId of ['39', '44'])
    harness.workspace.feeHistory.replaced.mark(fileId, { by: 'jo', at: 'now', note: '' });
  const marked = await charts(harness);
  expect(marked.changes).toMatchObject({
    bars: [0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0],
    now: { read: 1 },
    before: { read: 1 },
    mayCountTwice: 0,
  });
  expect(marked.rates).toMatchObject({ ranges: [{ accounts: 2 }], mayCountTwice: 0 });
});

describe('effective rates by balance', () => {
  it('are yearly fees by balance range, with the accounts far from the median', async () => {
    const harness = firmOfMany();
    const keys = Array.from({ length: 12 }, (_, index) => String(index + 3));
    const fewKeys = Array.from({ length: 8 }, (_, index) => String(index + 18));
    harness.bill('43', SEPTEMBER, {
      ...Object.fromEntries(keys.map((key) => [key, '100'])), // 1% of $40,000 a year
      15: '250',
      16: '40',
      ...Object.fromEntries(fewKeys.map((key) => [key, '2500'])), // 1% of $1,000,000 a year
      17: '10000', // 4%, but its range has too few accounts
    });
    harness.balances(
      Object.fromEntries([
        ...[...keys, '15', '16'].map((key) => [key, '40000'] as const),
        ...[...fewKeys, '17'].map((key) => [key, '1000000'] as const),
      ]),
    );
    const { rates } = await charts(harness);
    expect(rates).toMatchObject({
      balanceDates: ['2026-09-30'],
      ranges: [
        { from: 25_000, to: 50_000, accounts: 14, low: '1', median: '1', high: '1' },
        { from: 1_000_000, to: 2_500_000, accounts: 9, low: '1', median: '1', high: '1' },
      ],
      unusual: 2,
    });
    // 2.5 times the median, and the median divided by 2.5.
    expect(rates?.outliers.map(({ account: key, rate, range }) => [key, Number(rate), range])).toEqual([
      ['15', 2.5, 0],
      ['16', 0.4, 0],
    ]);
  });

  it('leave out and count payers of other accounts and accounts without a balance', async () => {
    const harness = firmOfMany();
    harness.bill('43', SEPTEMBER, { 1: '10', 3: '10', 4: '10', 5: '-1' });
    harness.balances({ 1: '1000', 3: '1000' });
    expect((await charts(harness)).rates).toMatchObject({
      payers: 1,
      withoutBalance: 1,
      unknownLength: 0,
      ranges: [{ from: 0, to: 25_000, accounts: 1, median: '4' }],
      outliers: [],
    });
  });

  it('count accounts whose amount is unreadable, and billed accounts that the list lacks', async () => {
    const harness = firmOfMany();
    harness.bill('43', SEPTEMBER, { 3: '10', 4: null, 98: '10', 99: '-1' });
    harness.balances({ 3: '1000', 4: '1000' });
    expect((await charts(harness)).rates).toMatchObject({ unread: 1, notListed: 1, withoutBalance: 0 });
  });

  it('use the balances of the date of each account’s files', async () => {
    const harness = firmOfMany({
      feeUploadFiles: [43, 44, 45].map((id) => ({ id, firm_id: 39, end_date: '2026-09-30T00:00:00Z' })),
      billingReports: [
        { id: 5, fee_upload_file_id: 43, snapshot_date: '2026-09-29' },
        { id: 6, fee_upload_file_id: 44, snapshot_date: '2026-09-28' },
      ],
    });
    harness.bill('43', SEPTEMBER, { 3: '10', 6: '10' });
    harness.bill('44', SEPTEMBER, { 4: '10', 6: '10' });
    harness.bill('45', SEPTEMBER, { 5: '10' }); // without a report
    harness.balances({ 3: '1000', 4: '1' }, '2026-09-29');
    harness.balances({ 3: '1', 4: '1000', 6: '1000' }, '2026-09-28');
    harness.balances({ 3: '1', 5: '1000' });
    expect((await charts(harness)).rates).toMatchObject({
      balanceDates: ['2026-09-28', '2026-09-29', '2026-09-30'],
      ranges: [{ accounts: 3, low: '4', high: '4' }],
      withoutBalance: 1, // the reports of account 6 have different dates
    });
  });

  it('are unknown without balances of the date', async () => {
    const harness = firmOfMany();
    harness.bill('43', SEPTEMBER, { 1: '10' });
    expect((await charts(harness)).rates).toBeNull();
  });
});
