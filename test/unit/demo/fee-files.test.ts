import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { LONG_FILE, SHORT_FILE } from '#main/demo/data/fee-files';
import { LatestCharges } from '#engine/features/review/billed-fees';
import { accountNumberIn, normalizeAccountNumber } from '#engine/features/reconcile/numbers';
import { RULE_IDS, ruleNamed, type RuleId } from '#contract/features/review/rules';
import type { PeriodBalances } from '#engine/features/review/period-balances';
import type { ResourceName } from '#contract/resources';
import { runRules } from '#engine/features/review/check';
import { readerWith } from '../cache/temp-cache';
import { neverYield, type RecordLists } from '../features/review/rule-findings';
import { archiveLines, downloadArchive } from './fee-archives';
import { ACCOUNTS, FEE_FILES, GROUPS, STRUCTURES, DemoFirmClient, type DemoJson } from './demo-firm-client';

const firms: DemoFirmClient[] = [];
afterAll(() => Promise.all(firms.map((firm) => firm.close())));

test.each([10, 2000, 60_000])(
  'archives of a firm of %i accounts match their records, except for two',
  async (accounts) => {
    const demo = await DemoFirmClient.start({ accounts });
    firms.push(demo);
    const records = await demo.all(FEE_FILES, 100);
    expect(records.map((record) => String(record['end_date']).slice(0, 10))).toEqual([
      ...(accounts < 2000 ? [] : ['2026-09-30']), // bills one account a second time
      '2024-12-31',
      '2025-03-31',
      '2025-06-30',
      '2025-09-30',
      '2025-12-31',
      '2026-03-31',
      '2026-06-30',
      '2026-09-30',
    ]);
    for (const record of records) {
      const { files, lines } = archiveLines(await downloadArchive(demo, record['id']));
      expect(files.length).toBe(record['num_files']);
      expect((record['file_keys'] as string[]).map((key) => path.basename(key)).sort()).toEqual(files.sort());
      expect(lines.length).toBeLessThanOrEqual(20_002); // MAX_LINES, and two more in LONG_FILE
      const agrees =
        lines.reduce((sum, line) => sum + line.cents, 0) ===
          Math.round(Number(record['total_period_debit']) * 100) && lines.length === record['num_accounts'];
      expect([record['id'], agrees]).toEqual([
        record['id'],
        record['id'] !== SHORT_FILE && record['id'] !== LONG_FILE,
      ]);
    }
  },
);

test('the lines name accounts of the firm, and every download is identical', async () => {
  const demo = await DemoFirmClient.start({ accounts: 2000 });
  firms.push(demo);
  const open = await demo.all(ACCOUNTS, 10_000);
  const closed = (await demo.filter(ACCOUNTS, { status: 'closed' })).data;
  const known = new Set(
    [...open, ...closed].map((row: DemoJson) => `${String(row['custodian'])} ${String(row['number'])}`),
  );
  for (const record of await demo.all(FEE_FILES, 100)) {
    const zip = await downloadArchive(demo, record['id']);
    const unknownLines = archiveLines(zip).lines.filter(
      (line) => !known.has(`${line.custodian} ${line.number}`),
    );
    expect(unknownLines.length).toBe(record['id'] === LONG_FILE ? 1 : 0);
    expect(Buffer.from(await downloadArchive(demo, record['id'])).equals(zip)).toBe(true);
  }
  expect((await demo.send('POST', `${FEE_FILES}/download/1`)).status).toBe(404);
});

/** The lists that a review reads, with their routes. */
const PATHS = {
  accounts: ACCOUNTS,
  feeStructures: STRUCTURES,
  billingGroups: GROUPS,
  feeUploadFiles: FEE_FILES,
  billingReports: '/billing/reports',
  invoices: '/billing/invoices',
  latestBalances: '/data/source/account-balances/latest',
} as const satisfies Partial<Record<ResourceName, string>>;

/** Returns the charges in the archives of the two latest periods, as reconciliation stores them. */
async function chargesOf(demo: DemoFirmClient): Promise<LatestCharges> {
  const charges = new LatestCharges();
  const files = await demo.all(FEE_FILES, 50);
  const endOf = (file: DemoJson | undefined) => String(file?.['end_date']).slice(0, 10);
  const feesOf = async (file: DemoJson | undefined) =>
    archiveLines(await downloadArchive(demo, file?.['id'])).lines.map(({ custodian, number, cents }) => ({
      custodian,
      accountRef: `n${custodian} ${normalizeAccountNumber(accountNumberIn(number))}`,
      amount: (cents / 100).toFixed(2),
    }));
  const [earlier] = files.slice(-2);
  const latest = files.filter((file) => endOf(file) === endOf(files.at(-1)));
  for (const fee of await feesOf(earlier)) charges.addEarlier(endOf(earlier), String(earlier?.['id']), fee);
  const period = { endDate: endOf(latest[0]), months: 3, firmId: '39' };
  for (const file of latest)
    for (const fee of await feesOf(file)) charges.add(period, String(file['id']), fee);
  return charges;
}

/** Returns the balances at the latest period end, as the service calculates them. */
async function balancesOf(demo: DemoFirmClient, accounts: readonly DemoJson[]): Promise<PeriodBalances> {
  const date = '2026-09-30';
  const amounts = new Map(
    (await demo.balancesOn(date, accounts)).map(({ account, amount }) => [account, amount]),
  );
  return {
    balanceOf(account) {
      const amount = amounts.get(account);
      return amount === undefined ? null : { amount, date };
    },
  };
}

const FEE_SETTINGS = { retired: [], ceiling: '2.5' };

/** Facts of the one finding that the demo firm has of each rule about fee files. */
const PLANTED: Partial<Record<RuleId, object>> = {
  'fee-in-two-files': { end: '2026-09-30', files: ['32', '40'] },
  'fee-outside-dates': { end: '2026-09-30', files: ['40'], firstBillable: '2027-01-28' },
  'fee-and-invoice': { files: ['40'], invoiceDate: '2026-10-01' },
  'fee-missing': { files: ['32', '40'], earlierEnd: '2026-06-30', earlierFiles: ['39'] },
  'fee-wrong-payer': { files: ['40'] },
  'fee-not-in-report': { files: ['40'], report: '817', reportDate: '2026-10-01' },
  'fee-changed': { files: ['40'], earlierEnd: '2026-06-30', earlierFiles: ['39'] },
  'fee-flat-differs': { files: ['40'] },
  'fee-above-cash': { files: ['40'], cashDate: '2026-11-19' },
  'fee-above-ceiling': { files: ['40'], balanceDate: '2026-09-30', rate: '3.6', ceiling: '2.5' },
  'payer-not-billed': { files: ['32', '40'] },
  'fee-report-total': { report: '817', reportDate: '2026-10-01' },
  'fee-annual-ratio': { end: '2026-09-30', times: ['4', '12'] },
};

test.each([2_000])(
  'the review finds one case of each rule about fee files in a firm of %i accounts',
  async (accounts) => {
    const demo = await DemoFirmClient.start({ accounts });
    firms.push(demo);
    const charges = await chargesOf(demo);
    const lists: { -readonly [Name in keyof RecordLists]: RecordLists[Name] } = {};
    for (const [name, path] of Object.entries(PATHS))
      lists[name as keyof typeof PATHS] = await demo.all(path, 1_000);
    const balances = await balancesOf(demo, (lists.accounts ?? []) as DemoJson[]);
    const reader = readerWith(lists);
    for (const advance of [null, 'begins', 'ends'] as const) {
      const { findings } = await runRules({
        reader,
        pause: neverYield,
        charges,
        balances,
        advance,
        feeSettings: FEE_SETTINGS,
        rules: RULE_IDS.filter((rule) => ruleNamed(rule).needs?.includes('fee-history')),
      });
      const found = [...findings].map(([rule, list]) => [rule, list.all().map(({ facts }) => facts)]);
      expect(found).toMatchObject(Object.entries(PLANTED).map(([rule, facts]) => [rule, [facts]]));
    }
  },
  120_000,
);
