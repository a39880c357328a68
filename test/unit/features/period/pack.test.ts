import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { exportPack } from '#engine/features/period/pack';
import { changedAccount, FIRM, JUNE, periodHarness, SEPTEMBER } from './period-harness';

const STRUCTURES = [...FIRM.feeStructures, { id: 8, name: 'Retirement', firm_id: 39 }];
const HOUSEHOLDS = [
  { id: 60, name: 'The Juns Household', firm_id: 39 },
  { id: 61, name: 'The Li Household', firm_id: 39 },
];
const RECORDS = { ...FIRM, feeStructures: STRUCTURES, households: HOUSEHOLDS };

/** Splits a line of CSV. */
const splitLine = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );

/** Signs June over these records and September over others, and returns the tables of September's pack. */
async function packedTables(
  before: Record<string, object[]>,
  after: Record<string, object[]>,
): Promise<(name: string) => Record<string, string>[]> {
  const harness = periodHarness(before);
  const none = { rate: null, tiers: null, flatDollars: null, collection: null, frequency: null };
  harness.workspace.agreedTerms.add({ file: 'terms.xlsx', at: '2026-09-01T10:00:00.000Z', by: 'jo' }, [
    {
      line: 2,
      target: 'account',
      key: '1',
      date: '2025-01-03',
      terms: { ...none, structure: '8', rate: '0.750' },
      reference: null,
    },
  ]);
  await harness.sign(JUNE);
  const later = harness.later(after);
  const { id } = await later.sign(SEPTEMBER);
  let bytes = new Uint8Array();
  await exportPack(
    {
      workspace: harness.workspace,
      periods: later.periods,
      connection: 'Test firm',
      now: () => new Date(Date.UTC(2026, 9, 2)),
      write: (written) => Promise.resolve(void (bytes = Uint8Array.from(written))),
    },
    id,
    { summaryPdf: new Uint8Array(), ruleNames: {} },
  );
  const files = unzipSync(bytes);
  return (name) => {
    const text = Buffer.from(files[`${name}.csv`] ?? [])
      .toString('utf8')
      .replace(/^\uFEFF/, '');
    const [headings = [], ...rows] = text.split(/\r?\n/).filter(Boolean).map(splitLine);
    return rows.map((row) =>
      Object.fromEntries(headings.map((heading, index) => [heading, row[index] ?? ''])),
    );
  };
}

it('names the records of setup changes as on the screen, with IDs in separate columns', async () => {
  const tableOf = await packedTables(RECORDS, {
    ...RECORDS,
    accounts: changedAccount(1, { fee_structures_ids: [7, 8], payment_source: 'D', household_id: 61 }),
    billingGroups: [
      {
        ...FIRM.billingGroups[0],
        assignments: { account_id: 1, fee_location: 2, fee_location_option: 'A' },
      },
    ],
    feeStructures: [{ ...STRUCTURES[0], flat_rate: 1.25 }, STRUCTURES[1] ?? {}],
  });
  const changes = tableOf('setup changes');
  const change = (what: string) => changes.find((row) => row['What changed'] === what);
  expect(change('Fee structures')).toMatchObject({
    Record: 'Account',
    ID: '1',
    Name: 'Account 1 · 001',
    Before: 'Flat',
    After: 'Flat and Retirement',
    'IDs before': '7',
    'IDs after': '7, 8',
  });
  expect(change('Household')).toMatchObject({
    Before: 'The Juns Household',
    After: 'The Li Household',
    'IDs before': '60',
    'IDs after': '61',
  });
  expect(change('Billing method')).toMatchObject({ Before: 'Custodian', After: 'Direct', 'IDs before': '' });
  expect(change('Terms')).toMatchObject({
    Record: 'Fee structure',
    Name: 'Flat',
    Before: 'Rate: 1.00%',
    After: 'Rate: 1.25%',
    'IDs after': '',
  });
});

it('shows agreed terms as text, and leaves an ID without a name as it is', async () => {
  const tableOf = await packedTables(RECORDS, { ...RECORDS, households: [] });
  expect(tableOf('agreed terms')).toMatchObject([
    {
      'Account ID': '1',
      'Account number': '001',
      Custodian: 'Charles Schwab',
      Household: '60',
      'Household ID': '60',
      Result: 'Differs',
      Details: 'Fee structure: Retirement agreed, Flat set up; Rate: 0.750% agreed, 1.00% set up',
      'Agreed terms': 'Retirement, 0.750%',
      'Fee structures': 'Flat',
      'Fee structure IDs': '7',
    },
  ]);
});
