import { afterEach, describe, expect, it } from 'vitest';
import { LatestCharges, ReadCharges } from '#engine/features/review/billed-fees';
import { openWorkspace, type Workspace } from '#engine/workspace/open/workspace';
import { tempWorkspaceFile, WORKSPACE_KEY } from '../../workspace/temp-workspace';
import { findingsOf, neverYield } from './rule-findings';

const QUARTER = { endDate: '2026-09-30', months: 3 };
type Line = readonly [file: string, owner: string, amount: string | null];

function chargesOf(lines: readonly Line[], period: { endDate: string; months: number | null } = QUARTER) {
  const charges = new LatestCharges();
  for (const [file, owner, amount] of lines) charges.add(period, file, { owner, amount });
  return charges;
}

describe('an account in two fee files of a period', () => {
  const account = { id: 1, number: '0011', custodian: 'SWB' };
  const findings = (...lines: Line[]) =>
    findingsOf('fee-in-two-files', { accounts: [account] }, null, undefined, chargesOf(lines));

  it('is found by its record and by its number, with both files and the exact sum', async () => {
    expect(await findings(['39', 'a1', '10.10'], ['40', 'nSWB 0011', '0.20'])).toEqual({
      1: { end: '2026-09-30', files: ['39', '40'], amount: '10.30' },
    });
  });

  it.each<[string, Line[]]>([
    [
      'two lines of one file',
      [
        ['39', 'a1', '10.00'],
        ['39', 'a1', '10.00'],
      ],
    ],
    [
      'a fee and a refund',
      [
        ['39', 'a1', '10.00'],
        ['40', 'a1', '-10.00'],
      ],
    ],
    [
      'a fee and a reversed fee',
      [
        ['39', 'a1', '10.00'],
        ['40', 'a1', '5.00'],
        ['40', 'a1', '-5.00'],
      ],
    ],
    [
      'a fee and an amount that could not be read',
      [
        ['39', 'a1', '10.00'],
        ['40', 'a1', null],
      ],
    ],
    [
      'another account',
      [
        ['39', 'a1', '10.00'],
        ['40', 'a2', '10.00'],
      ],
    ],
    [
      'the number at another custodian',
      [
        ['39', 'a1', '10.00'],
        ['40', 'nFID 0011', '10.00'],
      ],
    ],
  ])('is not found for %s', async (_case, lines) => {
    expect(await findings(...lines)).toEqual({});
  });
});

describe('a fee outside the dates of its account', () => {
  const structures = [
    { id: 7, collection_type: 'R' },
    { id: 8, collection_type: 'D' },
  ];
  const findings = async (account: object, period: { endDate: string; months: number | null } = QUARTER) => {
    const lists = { accounts: [{ id: 1, fee_structures_ids: [7], ...account }], feeStructures: structures };
    const charges = chargesOf([['39', 'a1', '10.00']], period);
    return Object.keys(await findingsOf('fee-outside-dates', lists, null, undefined, charges));
  };

  it.each([
    ['closed on the last day before the period', { close_date: '2026-06-30' }, ['1']],
    ['closed on its first day', { close_date: '2026-07-01' }, []],
    ['still open', { close_date: null }, []],
    ['billable from the day after, in arrears', { first_billable_date: '2026-10-01' }, ['1']],
    ['billable from its last day, in arrears', { first_billable_date: '2026-09-30' }, []],
    [
      'billable in the next period, in advance',
      { first_billable_date: '2026-12-31', fee_structures_ids: [8] },
      [],
    ],
    ['billable after the next period', { first_billable_date: '2027-01-01', fee_structures_ids: [8] }, ['1']],
    ['in arrears and in advance', { first_billable_date: '2026-10-01', fee_structures_ids: [7, 8] }, []],
    ['without a fee structure', { first_billable_date: '2026-10-01', fee_structures_ids: [] }, []],
    ['with a date that is none', { close_date: '2026-02-30', first_billable_date: 'soon' }, []],
  ])('is found or not: %s', async (_case, account, found) => {
    expect(await findings(account)).toEqual(found);
  });

  it('is not judged while the length of the period is unknown', async () => {
    expect(await findings({ close_date: '2020-01-01' }, { ...QUARTER, months: null })).toEqual([]);
  });
});

describe('the charges of the latest period', () => {
  let workspace: Workspace;
  afterEach(() => workspace.close());
  const put = (fileId: string, endDate: string | null, firmId: string | null, owner: string): void =>
    workspace.feeHistory.put(
      { sha256: `h${fileId}`, fileId, firmId, endDate, savedAt: `2026-10-0${fileId}`, leftOut: 0 },
      [{ owner: `a${owner}`, at: 0, custodian: 'SWB', number: '1', amount: '5.00' }],
    );
  const filesOf = (charges: LatestCharges | null, key: string) =>
    charges?.of({ key, number: null, custodian: null })?.files.map(({ fileId }) => fileId);

  it('are those of each firm’s latest period end, read again after an archive is stored', async () => {
    workspace = openWorkspace(tempWorkspaceFile(), WORKSPACE_KEY);
    const read = new ReadCharges(workspace.feeHistory);
    expect(await read.read(neverYield)).toBeNull();
    put('1', '2026-06-30', '39', '1');
    put('2', '2026-03-31', '40', '2');
    put('3', null, '39', '3');
    const first = await read.read(neverYield);
    expect(await read.read(neverYield)).toBe(first);
    put('4', '2026-09-30', '39', '4');
    const second = await read.read(neverYield);
    const charged = (charges: LatestCharges | null) =>
      ['1', '2', '3', '4'].filter((key) => filesOf(charges, key) !== undefined);
    expect([charged(first), charged(second)]).toEqual([
      ['1', '2'],
      ['2', '4'],
    ]);
  });
});
