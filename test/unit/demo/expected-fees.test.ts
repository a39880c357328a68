import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comparePeriod, linesWith, toComparedLine } from '#engine/features/expected-fees/compare-period';
import { findRefundCases } from '#engine/features/refunds/find-cases';
import { openTestWorkspace } from '#test/support/saved-work';
import { readerWith } from '../cache/temp-cache';
import { neverYield } from '../features/review/rule-findings';
import { tempWorkspaceFile, WORKSPACE_KEY } from '../workspace/temp-workspace';
import { ACCOUNTS, DemoFirmClient, FEE_FILES, GROUPS, STRUCTURES, type DemoJson } from './demo-firm-client';
import { archiveLines, downloadArchive } from './fee-archives';

const END = '2026-09-30';

describe('the fees of the demo firm, with its archives in the history', () => {
  const workspace = openTestWorkspace(tempWorkspaceFile(), WORKSPACE_KEY);
  let demo: DemoFirmClient;
  let lists: Parameters<typeof readerWith>[0];

  beforeAll(async () => {
    demo = await DemoFirmClient.start({ accounts: 2000 });
    const { data: closed } = await demo.filter(ACCOUNTS, { status: 'closed' });
    const accounts = [...(await demo.all(ACCOUNTS, 1_000)), ...closed];
    const feeUploadFiles = await demo.all(FEE_FILES, 50);
    lists = {
      accounts,
      feeUploadFiles,
      feeStructures: await demo.all(STRUCTURES, 100),
      billingGroups: await demo.all(GROUPS, 1_000),
      assetAdjustments: await demo.all('/billing/asset-adjustments', 100),
    };
    await storeArchives(accounts, feeUploadFiles);
    await storeBalances(accounts);
  });
  afterAll(async () => {
    workspace.close();
    await demo.close();
  });

  async function storeArchives(accounts: readonly DemoJson[], files: readonly DemoJson[]) {
    const keys = new Map(
      accounts.map((row) => [`${String(row['custodian'])} ${String(row['number'])}`, String(row['id'])]),
    );
    for (const file of files) {
      const { lines } = archiveLines(await downloadArchive(demo, file['id']));
      workspace.feeHistory.put(
        {
          fileId: String(file['id']),
          sha256: `hash${String(file['id'])}`,
          firmId: '39',
          endDate: String(file['end_date']),
          savedAt: '2026-10-07T08:00:00.000Z',
          leftOut: 0,
        },
        lines.map(({ custodian, number, cents }, index) => {
          const account = keys.get(`${custodian} ${number}`);
          const accountRef = account === undefined ? `n${custodian} ${number}` : `a${account}`;
          return { accountRef, at: index, custodian, number, amount: (cents / 100).toFixed(2) };
        }),
      );
    }
  }

  async function storeBalances(accounts: readonly DemoJson[]) {
    const balances = await demo.balancesOn(END, accounts);
    workspace.serviceBalances.put(END, '2026-11-20T10:00:00.000Z', balances);
  }

  const refunds = (advance: 'begins' | 'ends') =>
    findRefundCases(readerWith(lists), workspace.feeHistory, advance, neverYield);

  // The demo firm has an account first billable on Jul 20, and one that closed on Aug 21.
  it('have one first bill, and a refund only if advance fees begin with the end date', async () => {
    expect(await refunds('begins')).toMatchObject([
      { kind: 'first-bill', endDate: '2026-06-30', day: '2026-07-20' },
      { kind: 'closed', result: { part: expect.stringMatching(/^\d+\.\d\d$/) as string } },
    ]);
    expect(await refunds('ends')).toMatchObject([{ kind: 'first-bill', endDate: END, day: '2026-07-20' }]);
  });

  it('match what is expected, alone or as a share of a group, except for planted cases', async () => {
    const period = await comparePeriod(
      readerWith(lists),
      workspace,
      workspace.feeHistory,
      END,
      { advance: null },
      neverYield,
    );
    const { rows, counts } = linesWith(period, 'periods', 'neither');
    const ratios = rows.map((row) => {
      const { debit, alone } = toComparedLine(period, row, END, { dayCount: null, advance: null });
      return Number(debit) / Number(alone);
    });
    // The unusual change, the fee that is billed twice, and the one above the rate ceiling.
    expect(ratios.sort((a, b) => a - b)).toEqual(
      [1.5, 2, 3].map((ratio) => expect.closeTo(ratio, 2) as number),
    );
    expect(counts.alone).toBeGreaterThan(200);
    expect(counts.group).toBeGreaterThan(10);
    expect(counts.both).toBeGreaterThan(50);
    const reasons = new Set(period.lines.flatMap(({ why }) => (why === null ? [] : [why])));
    expect([...reasons].sort()).toEqual([
      'balance-type',
      'firm-adjustments',
      'minimum',
      'pays-for-others',
      'several-structures',
    ]);
  });
});
