import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SheetOutcome, SheetTable } from '#contract/calls/sheet-tables';
import type { TermsResult } from '#contract/features/agreed-terms/schemas';
import { compareAccounts } from '#engine/features/agreed-terms/compare-accounts';
import { createTermsSheets } from '#engine/features/agreed-terms/terms-sheet';
import { createBalanceImport } from '#engine/features/expected-fees/balance-import';
import { balancesOfDate } from '#engine/features/expected-fees/period-sources';
import { doBalancesDiffer } from '#engine/features/expected-fees/account-periods';
import { openTestWorkspace } from '#test/support/saved-work';
import { readerWith } from '../cache/temp-cache';
import { neverYield } from '../features/review/rule-findings';
import { tempWorkspaceFile, WORKSPACE_KEY } from '../workspace/temp-workspace';
import { ACCOUNTS, DemoFirmClient, STRUCTURES, type DemoJson } from './demo-firm-client';

const END = '2026-09-30';

describe('the sample spreadsheets of the demo firm', () => {
  const workspace = openTestWorkspace(tempWorkspaceFile(), WORKSPACE_KEY);
  let demo: DemoFirmClient;
  let accounts: DemoJson[];
  let feeStructures: DemoJson[];
  beforeAll(async () => {
    demo = await DemoFirmClient.start({ accounts: 2000 });
    const { data: closed } = await demo.filter(ACCOUNTS, { status: 'closed' });
    accounts = [...(await demo.all(ACCOUNTS, 1_000)), ...closed];
    feeStructures = await demo.all(STRUCTURES, 100);
  });
  afterAll(async () => {
    workspace.close();
    await demo.close();
  });

  interface Sheets {
    read(source: { from: 'text'; text: string }, opened: () => string): Promise<SheetTable>;
    store(table: string, mapping: readonly (string | null)[]): Promise<SheetOutcome> | SheetOutcome;
  }
  const imported = async (sheets: Sheets, text: string): Promise<SheetOutcome> => {
    const { id, columns } = await sheets.read({ from: 'text', text }, () => '');
    return sheets.store(
      id,
      columns.map(({ field }) => field),
    );
  };

  it('have terms that agree, and one case of each other result', async () => {
    const reader = readerWith({ accounts, feeStructures });
    const now = () => ({ day: '2026-11-20', at: '2026-11-20T10:00:00.000Z' });
    const sheets = createTermsSheets({ reader, workspace, pause: neverYield, now, user: () => 'jo' });
    const outcome = await imported(sheets, demo.service.sampleSheet('agreed-terms'));
    expect(outcome.lines).toEqual([]);
    expect(outcome).toMatchObject({ problems: [], stored: 24, excluded: 0 });
    const { rows } = await compareAccounts(reader, workspace.agreedTerms, neverYield);
    const withResult = (wanted: TermsResult) => rows.filter(({ result }) => result === wanted);
    expect(withResult('differs')).toMatchObject([{ differences: [{ field: 'rate' }] }]);
    expect(withResult('not-determined')).toMatchObject([{ why: 'several-structures' }]);
    expect(withResult('no-structure').length).toBe(1);
    const agreeing = withResult('agrees');
    expect(agreeing.filter(({ agreement }) => agreement?.target === 'household').length).toBe(1);
    expect(agreeing.length).toBe(21);
  });

  it('have terms of a household with one account, even after nights that added accounts', async () => {
    for (const seed of [5, 58]) {
      const firm = await DemoFirmClient.start({ accounts: 600, seed, day: 100 });
      const [, household] = /(?:^|,)(6\d{4})(?:,|$)/m.exec(firm.service.sampleSheet('agreed-terms')) ?? [];
      const { data: open } = await firm.filter(ACCOUNTS, { household_id: Number(household) });
      expect(open.length).toBe(1);
      await firm.close();
    }
  });

  it('have balances of the latest quarter end, one of them differing from the service’s', async () => {
    const reader = readerWith({ accounts, latestBalances: [] });
    const sheets = createBalanceImport({
      reader,
      workspace,
      billedDates: () => new Set([END]),
      pause: neverYield,
      now: () => '2026-11-20T10:00:00.000Z',
      user: () => 'jo',
    });
    const outcome = await imported(sheets, demo.service.sampleSheet('balances'));
    expect(outcome.lines).toEqual([]);
    expect(outcome).toMatchObject({ problems: [], excluded: 0 });
    expect(outcome.stored).toBeGreaterThan(1_000);
    const balances = await demo.balancesOn(END, accounts);
    workspace.serviceBalances.put(END, '2026-11-20T10:00:00.000Z', balances);
    const { balancesOf } = await balancesOfDate(reader, workspace, END, neverYield);
    const differing = accounts
      .map(({ id }) => balancesOf(String(id)))
      .filter(([first, second]) => first && second && doBalancesDiffer(first, second));
    expect(differing.map(([first, second]) => Number(first?.amount) - Number(second?.amount))).toEqual([
      expect.closeTo(250, 5),
    ]);
  });
});
