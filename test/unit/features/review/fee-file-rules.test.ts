import { afterEach, describe, expect, it, vi } from 'vitest';
import { refsThatMayCountTwice } from '#engine/features/fee-history/replaced-files';
import { LatestCharges, ChargesReader } from '#engine/features/review/billed-fees';
import type { Workspace } from '#engine/workspace/open/workspace';
import { tempWorkspaceFile, WORKSPACE_KEY } from '../../workspace/temp-workspace';
import { runRules } from '#engine/features/review/check';
import { distinguishingTitles } from '#engine/features/review/distinguishing-fields';
import { readerWith } from '../../cache/temp-cache';
import type { DayCount } from '#contract/features/expected-fees/schemas';
import type { AdvanceBilling } from '#contract/features/refunds/cases';
import type { RuleId } from '#contract/features/review/rules';
import { openTestWorkspace } from '#test/support/saved-work';
import { findingsOf, neverYield, type RecordLists } from './rule-findings';

const QUARTER = { endDate: '2026-09-30', months: 3 };
type FeeLine = readonly [file: string, accountRef: string, amount: string | null];

function chargesOf(lines: readonly FeeLine[], period: { endDate: string; months: number | null } = QUARTER) {
  const charges = new LatestCharges();
  for (const [file, accountRef, amount] of lines)
    charges.add(period, file, { accountRef, custodian: 'SWB', amount });
  return charges;
}

describe('an account in two fee files of a period', () => {
  const account = { id: 1, number: '0011', custodian: 'SWB' };
  const findings = (...lines: FeeLine[]) =>
    findingsOf('fee-in-two-files', { accounts: [account] }, { charges: chargesOf(lines) });

  it('is found by its record and by its number, with both files and the exact sum', async () => {
    expect(await findings(['39', 'a1', '10.10'], ['40', 'nSWB 0011', '0.20'])).toEqual({
      1: { end: '2026-09-30', files: ['39', '40'], amount: '10.30' },
    });
  });

  it('is found in two files of one firm, but not in files of two firms for different periods', async () => {
    const charges = chargesOf([['39', 'a1', '10.00']]);
    charges.add({ endDate: '2026-10-31', months: 1, firmId: '40' }, '51', {
      accountRef: 'a1',
      custodian: 'SWB',
      amount: '3.00',
    });
    const lists = { accounts: [account] };
    expect(await findingsOf('fee-in-two-files', lists, { charges })).toEqual({});
    charges.add({ endDate: '2026-10-31', months: 1, firmId: '40' }, '52', {
      accountRef: 'a1',
      custodian: 'SWB',
      amount: '3.00',
    });
    expect(await findingsOf('fee-in-two-files', lists, { charges })).toEqual({
      1: { end: '2026-10-31', files: ['51', '52'], amount: '6.00' },
    });
  });

  it.each<[string, FeeLine[]]>([
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
    return Object.keys(await findingsOf('fee-outside-dates', lists, { charges }));
  };

  it.each([
    ['closed on the last day before the period', { close_date: '2026-06-30' }, ['1']],
    ['closed on the first day of the period', { close_date: '2026-07-01' }, []],
    ['still open', { close_date: null }, []],
    ['billable from the day after the period, in arrears', { first_billable_date: '2026-10-01' }, ['1']],
    ['billable from the last day of the period, in arrears', { first_billable_date: '2026-09-30' }, []],
    [
      'billable in the next period, in advance',
      { first_billable_date: '2026-12-31', fee_structures_ids: [8] },
      [],
    ],
    ['billable after the next period', { first_billable_date: '2027-01-01', fee_structures_ids: [8] }, ['1']],
    ['in arrears and in advance', { first_billable_date: '2026-10-01', fee_structures_ids: [7, 8] }, []],
    ['without a fee structure', { first_billable_date: '2026-10-01', fee_structures_ids: [] }, []],
    ['with an impossible date', { close_date: '2026-02-30', first_billable_date: 'soon' }, []],
  ])('is judged by the dates of its account: %s', async (_case, account, expected) => {
    expect(await findings(account)).toEqual(expected);
  });

  it.each<[AdvanceBilling, object, number]>([
    ['begins', { close_date: '2026-09-30' }, 1],
    ['begins', { close_date: '2026-10-01' }, 0],
    ['begins', { first_billable_date: '2026-12-31' }, 0],
    ['begins', { close_date: '2026-09-30', fee_structures_ids: [7] }, 0],
    ['ends', { close_date: '2026-09-30' }, 0],
    ['ends', { first_billable_date: '2026-10-01' }, 1],
    ['ends', { first_billable_date: '2026-10-01', fee_structures_ids: [7, 8] }, 0],
  ])(
    'follows the firm’s setting for advance fees: the end date %s the interval, %j',
    async (advance, account, count) => {
      const { findings } = await runRules({
        reader: readerWith({
          accounts: [{ id: 1, fee_structures_ids: [8], ...account }],
          feeStructures: structures,
        }),
        pause: neverYield,
        charges: chargesOf([['39', 'a1', '10.00']]),
        advance,
        rules: ['fee-outside-dates'],
      });
      expect(findings.get('fee-outside-dates')?.length).toBe(count);
    },
  );

  it('is not judged while the length of the period is unknown', async () => {
    expect(await findings({ close_date: '2020-01-01' }, { ...QUARTER, months: null })).toEqual([]);
  });
});

/** Returns the finding of a rule about account 1, which file 39 charges; null if there is none. */
async function findingOf(
  rule: RuleId,
  lists: RecordLists,
  {
    amount = '10.00',
    earlier,
    months = 3,
  }: { amount?: string; earlier?: string; months?: number | null } = {},
) {
  const charges = chargesOf([['39', 'a1', amount]], { ...QUARTER, months });
  if (earlier !== undefined)
    charges.addEarlier('2026-06-30', '38', { accountRef: 'a1', custodian: 'SWB', amount: earlier });
  const findings = await findingsOf(rule, { accounts: [{ id: 1 }], ...lists }, { charges });
  return findings['1'] ?? null;
}

describe('an account that a fee file should charge', () => {
  const STRUCTURES = [
    { id: 7, calculation_type: 'R', flat_rate: 1 },
    { id: 8, calculation_type: 'F' },
  ];
  const billed = (id: number, overrides: object = {}) => ({
    id,
    status: 'funded',
    payment_source: 'C',
    fee_structures_ids: [7],
    first_billable_date: '2020-01-01',
    firm_id: 39,
    ...overrides,
  });
  /** File 39 charges accounts 2, 3 and 4. File 38 of the period before charged account 1 `earlier`, if given. */
  const findings = (
    account: object,
    { earlier, lists = {} }: { earlier?: string; lists?: RecordLists } = {},
  ) => {
    const charges = chargesOf([2, 3, 4].map((id) => ['39', `a${id}`, '10.00']));
    if (earlier !== undefined)
      charges.addEarlier('2026-06-30', '38', { accountRef: 'a1', custodian: 'SWB', amount: earlier });
    const accounts = [billed(1, account), billed(2), billed(3), billed(4)];
    const all = { accounts, feeStructures: STRUCTURES, ...lists };
    return findingsOf('fee-missing', all, { charges });
  };

  it('is found if most accounts on its structure are charged, or it was in the period before', async () => {
    expect(await findings({})).toEqual({ 1: { end: '2026-09-30', files: ['39'], structures: ['7'] } });
    expect(await findings({ first_billable_date: '2026-07-01' })).toHaveProperty('1'); // the first day
    expect(await findings({ first_billable_date: null }, { earlier: '9.00' })).toMatchObject({
      1: { earlier: '9.00', earlierEnd: '2026-06-30', earlierFiles: ['38'] },
    });
  });

  it.each<[string, object]>([
    ['billed directly', { payment_source: 'D' }],
    ['not funded', { status: 'papered' }],
    ['closed', { close_date: '2026-08-01' }],
    ['first billable after the first day of the period', { first_billable_date: '2026-07-02' }],
    ['on a favor fee', { fee_structures_ids: [8] }],
    ['on two structures', { fee_structures_ids: [7, 8] }],
  ])('is not found if it is %s, even if it was charged before', async (_case, account) => {
    expect(await findings(account)).toEqual({});
    expect(await findings(account, { earlier: '9.00' })).toEqual({});
  });

  it('is not found without a first billable date or a fee before', async () => {
    expect(await findings({ first_billable_date: null })).toEqual({});
  });

  it.each(['0.00', '-9.00'])('is not found because the period before charged it %s', async (earlier) => {
    expect(await findings({ first_billable_date: null }, { earlier })).toEqual({});
  });

  it('is not found if another account or the group pays for it, or a file was not reconciled', async () => {
    const paidBy = (fee_location: number) => ({
      lists: { billingGroups: [{ id: 5, assignments: [{ account_id: 1, fee_location }] }] },
    });
    expect(await findings({}, paidBy(2))).toEqual({});
    expect(await findings({}, paidBy(-1))).toEqual({});
    expect(await findings({}, paidBy(1))).toMatchObject({ 1: {} });
    const other = { id: 41, end_date: '2026-09-30T00:00:00Z' };
    expect(await findings({}, { lists: { feeUploadFiles: [other] } })).toEqual({});
    expect(await findings({}, { lists: { feeUploadFiles: [{ ...other, id: 39 }] } })).toMatchObject({
      1: {},
    });
  });

  it('is not determined while a file of the same firm and period was not reconciled', async () => {
    const charges = new LatestCharges();
    const quarter = { ...QUARTER, firmId: '39' };
    for (const id of [2, 3, 4])
      charges.add(quarter, '39', { accountRef: `a${id}`, custodian: 'SWB', amount: '10.00' });
    charges.add({ ...QUARTER, firmId: '40' }, '52', { accountRef: 'a9', custodian: 'SWB', amount: '1.00' });
    const findings = (firm_id: number) =>
      findingsOf(
        'fee-missing',
        {
          accounts: [billed(1), billed(2), billed(3), billed(4), billed(9, { firm_id: 40 })],
          feeStructures: STRUCTURES,
          feeUploadFiles: [{ id: 53, firm_id, end_date: '2026-09-30T00:00:00Z' }],
        },
        { charges },
      );
    expect(await findings(39)).toEqual({});
    expect(await findings(40)).toMatchObject({ 1: {} });
  });

  it('is not determined, nor is its group, if a line’s number may be its or its payer’s', async () => {
    const reasons = async (rule: RuleId, sharedNumber: string, others: readonly number[] = []) => {
      const charges = chargesOf([
        ...[2, 3, 6, 7, 8, 9].map((id): FeeLine => ['39', `a${id}`, '10.00']),
        ['39', `s ${sharedNumber}`, '10.00'],
      ]);
      const assignments = others.map((account_id) => ({ account_id, fee_location: -1 }));
      const { findings } = await runRules({
        reader: readerWith({
          accounts: [
            billed(1, { number: '00-1' }),
            billed(4, { number: '00-4' }),
            ...[2, 3, 6, 7, 8, 9].map((id) => billed(id)),
          ],
          feeStructures: STRUCTURES,
          feeUploadFiles: [],
          billingGroups:
            rule === 'fee-missing'
              ? []
              : [
                  {
                    id: 5,
                    assignments: [
                      { account_id: 1, fee_location: others.length > 0 ? -1 : 4 },
                      ...assignments,
                    ],
                  },
                ],
        }),
        pause: neverYield,
        charges,
        rules: [rule],
      });
      const found = findings.get(rule);
      return [found?.length, [...(found?.undetermined ?? [])]];
    };
    const notDetermined = [['shared-number', 1]];
    expect(await reasons('fee-missing', '001')).toEqual([1, notDetermined]); // account 4 is found
    expect(await reasons('payer-not-billed', '004')).toEqual([0, notDetermined]); // the payer
    expect(await reasons('payer-not-billed', '001')).toEqual([0, notDetermined]);
    expect(await reasons('payer-not-billed', '009')).toEqual([1, []]);
    expect(await reasons('payer-not-billed', '004', [4])).toEqual([0, notDetermined]); // billed as one
    expect(await reasons('payer-not-billed', '009', [4])).toEqual([1, []]);
    expect(await reasons('payer-not-billed', '004', [2, 4])).toEqual([0, []]);
  });

  it('is not determined with several structures, and while the length of the period is unknown', async () => {
    const reasons = async (fee_structures_ids: number[], months: number | null) => {
      const accounts = [billed(1, { fee_structures_ids }), billed(2)];
      const lists = { accounts, feeStructures: STRUCTURES, billingGroups: [], feeUploadFiles: [] };
      const { findings } = await runRules({
        reader: readerWith(lists),
        pause: neverYield,
        charges: chargesOf([['39', 'a2', '10.00']], { ...QUARTER, months }),
        rules: ['fee-missing'],
      });
      expect(findings.get('fee-missing')?.length).toBe(0);
      return [...(findings.get('fee-missing')?.undetermined ?? [])];
    };
    expect(await reasons([7, 8], 3)).toEqual([['several-structures', 1]]);
    expect(await reasons([7], null)).toEqual([['unknown-period-length', 1]]);
    expect(await reasons([8], 3)).toEqual([]);
  });

  it('is found through its group if the payer, or all accounts billed as one, are in no file', async () => {
    // Accounts 2 and 3 are in file 39. Account 1 was charged before, and account 4 is billed directly by default.
    const groups = async (
      fee_location: number,
      { payer = {}, others = [] }: { payer?: object; others?: readonly number[] } = {},
    ) => {
      const charges = chargesOf([2, 3].map((id) => ['39', `a${id}`, '10.00']));
      charges.addEarlier('2026-06-30', '38', { accountRef: 'a1', custodian: 'SWB', amount: '9.00' });
      const assignments = [
        { account_id: 1, fee_location },
        ...[4, ...others].map((account_id) => ({ account_id, fee_location: -1 })),
      ];
      const lists = {
        accounts: [billed(1), billed(2), billed(3), billed(4, { payment_source: 'D', ...payer })],
        feeStructures: STRUCTURES,
        billingGroups: [{ id: 5, assignments }],
      };
      return findingsOf('payer-not-billed', lists, { charges });
    };
    expect(await groups(4, { payer: { payment_source: 'C' } })).toEqual({
      5: { end: '2026-09-30', files: ['39'], accounts: ['4'] },
    });
    expect(await groups(4)).toEqual({}); // its payer is billed directly
    expect(await groups(2)).toEqual({});
    expect(await groups(-1)).toEqual({ 5: { end: '2026-09-30', files: ['39'] } });
    expect(await groups(-1, { others: [3] })).toEqual({}); // file 39 has one of the accounts billed as one
  });

  it('is found through its group if each of two firms has its own latest period', async () => {
    const charges = new LatestCharges();
    const quarter = { ...QUARTER, firmId: '39' };
    const month = { endDate: '2026-10-31', months: 1, firmId: '40' };
    for (const id of [2, 3])
      charges.add(quarter, '39', { accountRef: `a${id}`, custodian: 'SWB', amount: '10.00' });
    charges.add(month, '51', { accountRef: 'a9', custodian: 'SWB', amount: '1.00' });
    // File 52 has the same period end, but is a third firm's: no finding names it.
    charges.add({ ...QUARTER, firmId: '41' }, '52', { accountRef: 'a9', custodian: 'SWB', amount: '1.00' });
    charges.addEarlier('2026-06-30', '38', { accountRef: 'a1', custodian: 'SWB', amount: '9.00' });
    const findings = (firm_id: number | null) =>
      findingsOf(
        'payer-not-billed',
        {
          accounts: [billed(1), billed(2), billed(3), billed(9, { firm_id: 40 })],
          feeStructures: STRUCTURES,
          billingGroups: [{ id: 5, firm_id, assignments: [{ account_id: 1, fee_location: -1 }] }],
        },
        { charges },
      );
    expect(await findings(39)).toEqual({ 5: { end: '2026-09-30', files: ['39'] } });
    expect(await findings(null)).toEqual({}); // a group without a firm could be of either
  });

  it('has the wrong payer if its group names another one', async () => {
    const finding = (fee_location: number) =>
      findingOf('fee-wrong-payer', {
        billingGroups: [{ id: 5, assignments: [{ account_id: 1, fee_location }] }],
      });
    expect(await finding(2)).toMatchObject({ amount: '10.00', accounts: ['2'], groups: ['5'] });
    expect([await finding(0), await finding(1), await finding(-1)]).toEqual([null, null, null]);
  });
});

describe('a fee file of whose archive files were skipped', () => {
  const RULES = ['fee-missing', 'payer-not-billed', 'fee-not-in-report', 'fee-report-total'] as const;
  const judged = async (isPartlyRead: boolean) => {
    const charges = chargesOf([['39', 'a9', '10.00']]);
    for (const key of ['1', '4'])
      charges.addEarlier('2026-06-30', '38', { accountRef: `a${key}`, custodian: 'SWB', amount: '9.00' });
    if (isPartlyRead) charges.setPartlyRead('39');
    const billed = { status: 'funded', payment_source: 'C', fee_structures_ids: [7] };
    const { findings } = await runRules({
      reader: readerWith({
        accounts: [
          { id: 1, ...billed },
          { id: 4, ...billed },
        ],
        feeStructures: [{ id: 7, calculation_type: 'R', flat_rate: 1 }],
        billingGroups: [{ id: 5, assignments: [{ account_id: 4, fee_location: -1 }] }],
        feeUploadFiles: [{ id: 39 }],
        billingReports: [
          { id: 9, fee_upload_file_id: 39, account_ids: [1], custodian_billed_period_debit: 20 },
        ],
      }),
      pause: neverYield,
      charges,
      rules: [...RULES],
    });
    return RULES.map((rule) => {
      const found = findings.get(rule);
      return [found?.keys, ...(found?.undetermined ?? [])];
    });
  };

  it('may have the accounts and fees that its lines lack', async () => {
    const found = await judged(false);
    expect(found.map(([keys]) => keys)).toEqual([['1'], ['5'], ['1'], ['39']]);
    expect(await judged(true)).toEqual(RULES.map(() => [[], ['skipped-files', 1]]));
  });
});

it('a finding of a fee upload file is titled with its date, as the list shows it', () => {
  const reader = readerWith({ feeUploadFiles: [{ id: 39, end_date: '2026-09-30T00:00:00Z' }] });
  expect(distinguishingTitles(reader, 'feeUploadFiles', ['39'])).toMatchObject([
    { key: '39', title: 'Sep 30, 2026' },
  ]);
});

describe('a billing report', () => {
  const report = { id: 9, fee_upload_file_id: 39, billing_date: '2026-10-01', account_ids: [1] };

  it('is compared with the accounts of its file', async () => {
    const finding = (overrides: object) =>
      findingOf('fee-not-in-report', {
        accounts: [{ id: 1 }, { id: 2 }],
        billingReports: [{ ...report, ...overrides }],
      });
    expect(await finding({})).toBeNull();
    expect(await finding({ account_ids: [2] })).toMatchObject({ amount: '10.00', report: '9' });
    expect(await finding({ account_ids: [] })).toBeNull(); // names no account
    const findings = async (account: object) =>
      findingsOf(
        'fee-not-in-report',
        {
          accounts: [{ id: 1 }, { id: 2, ...account }],
          billingReports: [{ ...report, account_ids: [1, 2] }],
        },
        { charges: chargesOf([['39', 'a1', '10.00']]) },
      );
    expect(await findings({})).toEqual({
      2: { end: '2026-09-30', files: ['39'], report: '9', reportDate: '2026-10-01' },
    });
    expect(await findings({ payment_source: 'D' })).toEqual({});
  });

  const judged = async (billingReport: object, lines: readonly FeeLine[], account: object = {}) => {
    const { findings } = await runRules({
      reader: readerWith({
        accounts: [{ id: 1, ...account }],
        billingReports: [{ ...report, ...billingReport }],
        billingGroups: [],
      }),
      pause: neverYield,
      charges: chargesOf(lines),
      rules: ['fee-not-in-report'],
    });
    const found = findings.get('fee-not-in-report');
    return { found: found?.length, undetermined: [...(found?.undetermined ?? [])] };
  };

  it('whose file was deleted is not compared, and fees of other files are not determined', async () => {
    const billingReport = { fee_upload_file_id: 99, account_ids: [1, 5] };
    expect(await judged(billingReport, [['39', 'a1', '10.00']])).toEqual({
      found: 0,
      undetermined: [['no-report', 1]],
    });
  });

  it('need not name an account without a charge, but may have to if an amount could not be read', async () => {
    const withoutAccount = { account_ids: [5] };
    expect(await judged(withoutAccount, [['39', 'a1', '-10.00']])).toEqual({ found: 0, undetermined: [] });
    expect(
      await judged(withoutAccount, [
        ['39', 'a1', '10.00'],
        ['39', 'a1', null],
      ]),
    ).toEqual({ found: 0, undetermined: [['unreadable-amount', 1]] });
    expect(await judged({}, [['39', 'a1', null]])).toEqual({ found: 0, undetermined: [] });
  });

  it('is not determined for an account whose number a line shares with others', async () => {
    const account = { number: '12-345', custodian: 'SWB' };
    for (const accountRef of ['s 12345', 'sSWB 12345'])
      for (const billingReport of [{}, { account_ids: [5] }, { fee_upload_file_id: 99 }]) {
        const reason = 'fee_upload_file_id' in billingReport ? 'no-report' : 'shared-number';
        expect(await judged(billingReport, [['39', accountRef, '10.00']], account)).toEqual({
          found: 0,
          undetermined: [[reason, 1]],
        });
      }
    expect(await judged({}, [['39', 'sFID 12345', '10.00']], account)).toEqual({
      found: 1,
      undetermined: [],
    });
    const ownAndShared: FeeLine[] = [
      ['39', 'a1', '10.00'],
      ['39', 's 12345', '10.00'],
    ];
    expect(await judged({}, ownAndShared, account)).toEqual({ found: 0, undetermined: [] });
    expect(await judged({ account_ids: [5] }, ownAndShared, account)).toEqual({ found: 1, undetermined: [] });
    const billedDirectly = { ...account, payment_source: 'D' };
    expect(await judged({}, [['39', 's 12345', '10.00']], billedDirectly)).toEqual({
      found: 0,
      undetermined: [],
    });
  });

  it('is compared with the exact sum of its file, unless an amount could not be read', async () => {
    const finding = async (custodian_billed_period_debit: unknown, amount: string | null = '0.20') =>
      (
        await findingsOf(
          'fee-report-total',
          { feeUploadFiles: [{ id: 39 }], billingReports: [{ ...report, custodian_billed_period_debit }] },
          {
            charges: chargesOf([
              ['39', 'a1', '0.10'],
              ['39', 'a2', amount],
            ]),
          },
        )
      )['39'];
    expect(await finding(0.3)).toBeUndefined();
    expect(await finding(0.31)).toMatchObject({ amount: '0.30', billed: '0.31', report: '9' });
    expect(await finding(0.1 + 0.2)).toBeUndefined(); // a float: 0.30000000000000004
    expect(await finding(0.31, null)).toBeUndefined();
    expect(await finding('n/a')).toBeUndefined();
  });
});

describe('the yearly total of a fee file', () => {
  const isFound = async (yearly: number | null, total: number, ...others: object[]) => {
    const lists = {
      feeUploadFiles: [{ id: 39, total_annual_debit: yearly, total_period_debit: total }],
      feeStructures: [{ id: 7, frequency: 'M' }, { id: 8, frequency: 'Q' }, ...others],
    };
    const charges = chargesOf([['39', 'a1', '1.00']]);
    return '39' in (await findingsOf('fee-annual-ratio', lists, { charges }));
  };

  // Monthly to quarterly billing allows 4 to 12 times the total of the period.
  it.each([
    [390, 100, true],
    [400, 100, false],
    [700, 100, false],
    [1200, 100, false],
    [1300, 100, true],
    [null, 100, false],
    [100, 0, false],
  ])('of %s for a period total of %s is found: %s', async (yearly, total, expected) => {
    expect(await isFound(yearly, total)).toBe(expected);
  });

  it('is not determined if a fee structure bills daily, weekly or with an unknown code', async () => {
    expect(await isFound(1_300, 100, { id: 9, frequency: null })).toBe(true);
    const judged = async (feeStructures: object[]) => {
      const { findings } = await runRules({
        reader: readerWith({
          feeUploadFiles: [{ id: 39, total_annual_debit: 1_300, total_period_debit: 100 }],
          feeStructures,
        }),
        pause: neverYield,
        charges: chargesOf([['39', 'a1', '1.00']]),
        rules: ['fee-annual-ratio'],
      });
      const found = findings.get('fee-annual-ratio');
      return [found?.length, [...(found?.undetermined ?? [])]];
    };
    const notDetermined = [0, [['unknown-period-length', 1]]];
    for (const frequency of ['D', 'W', 'X']) {
      const structure = { id: 9, frequency };
      expect(await judged([{ id: 7, frequency: 'M' }, structure])).toEqual(notDetermined);
      expect(await judged([structure])).toEqual(notDetermined);
    }
    expect(await judged([{ id: 9, frequency: null }])).toEqual([0, []]);
  });
});

describe('an account in a fee file and on an invoice', () => {
  const invoice = {
    id: 5,
    billing_report_id: 9,
    account_ids: [1, 2],
    period_debit: 30.5,
    billing_date: '2026-10-01',
  };
  const report = { id: 9, fee_upload_file_id: 39 };
  const finding = (invoices: object[], billingReports: object[] = [report]) =>
    findingOf('fee-and-invoice', { invoices, billingReports });

  it('is found with the invoices of its file’s billing report', async () => {
    expect(await finding([invoice, { ...invoice, id: 6, period_debit: 0.1 }])).toEqual({
      end: '2026-09-30',
      files: ['39'],
      amount: '10.00',
      invoices: ['5', '6'],
      invoiced: '30.60',
      invoiceDate: '2026-10-01',
    });
  });

  it('is found without a total of the invoices if one of them has no amount', async () => {
    const found = await finding([invoice, { ...invoice, id: 6, period_debit: null }]);
    expect(found).toMatchObject({ invoices: ['5', '6'] });
    expect(found).not.toHaveProperty('invoiced');
  });

  it('is not found for an invoice of another account, report or file, or without a report', async () => {
    expect(await finding([{ ...invoice, account_ids: [2] }])).toBeNull();
    expect(await finding([{ ...invoice, billing_report_id: 8 }])).toBeNull();
    expect(await finding([{ ...invoice, billing_report_id: null }])).toBeNull();
    expect(await finding([invoice], [{ ...report, fee_upload_file_id: 38 }])).toBeNull();
  });
});

describe('an unusual change of a fee', () => {
  const finding = (amount: string, earlier: string, type: string = 'R', months: number | null = 3) =>
    findingOf(
      'fee-changed',
      { accounts: [{ id: 1, fee_structures_ids: [7] }], feeStructures: [{ id: 7, calculation_type: type }] },
      { amount, earlier, months },
    );

  it('is more than $100 and more than 15%, either way', async () => {
    expect(await finding('1000.01', '850.00')).toMatchObject({
      amount: '1000.01',
      earlier: '850.00',
      earlierEnd: '2026-06-30',
      earlierFiles: ['38'],
    });
    expect(await finding('600.00', '800.00')).not.toBeNull();
    expect(await finding('150.00', '50.00')).toBeNull(); // exactly $100
    expect(await finding('11500.00', '10000.00')).toBeNull(); // exactly 15%
    expect(await finding('11500.01', '10000.00')).not.toBeNull();
  });

  it('follows the thresholds of the firm', async () => {
    const findings = async (feeChange?: { percent: string; dollars: string }) => {
      const charges = chargesOf([['39', 'a1', '130.00']]);
      charges.addEarlier('2026-06-30', '38', { accountRef: 'a1', custodian: 'SWB', amount: '100.00' });
      const feeSettings = { retired: [], ceiling: null, ...(feeChange ? { feeChange } : {}) };
      return Object.keys(
        await findingsOf('fee-changed', { accounts: [{ id: 1 }] }, { feeSettings, charges }),
      );
    };
    expect(await findings()).toEqual([]);
    expect(await findings({ percent: '29.99', dollars: '29' })).toEqual(['1']);
    expect(await findings({ percent: '30', dollars: '29' })).toEqual([]);
  });

  it('that is zero is found only if the fee depends on a balance', async () => {
    expect(await finding('75.00', '75.0', 'T')).not.toBeNull();
    expect(await finding('75.00', '75.00', 'A')).toBeNull();
    expect(await finding('75.00', '75.01', 'T')).toBeNull();
  });

  it('is not judged after a refund, without an earlier fee, or while the length is unknown', async () => {
    expect(await finding('500.00', '-10.00')).toBeNull();
    expect(await findingOf('fee-changed', { feeStructures: [] }, { amount: '500.00' })).toBeNull();
    expect(await finding('500.00', '10.00', 'R', null)).toBeNull();
  });
});

describe('a flat fee', () => {
  const finding = (
    amount: string,
    account: object = {},
    structure: object = {},
    group: object = { assignments: [{ account_id: 2, fee_location: 0 }] },
  ) =>
    findingOf(
      'fee-flat-differs',
      {
        accounts: [{ id: 1, fee_structures_ids: [7], ...account }, { id: 2 }],
        billingGroups: [{ id: 3, ...group }],
        feeStructures: [
          { id: 7, calculation_type: 'A', flat_dollar_fee: 400, frequency: 'Q', ...structure },
          { id: 8, calculation_type: 'R' },
        ],
      },
      { amount },
    );

  // A quarter of $400 per year is $100.00, or by its 92 days $100.82 (of 365) or $100.55 (of 366), give or take a cent.
  it.each(['400.00', '100.00', '100.01', '100.82', '100.55'])(
    'of %s matches $400 per quarter or per year',
    async (amount) => {
      expect(await finding(amount)).toBeNull();
    },
  );

  it('that matches neither is found with all possible fees', async () => {
    expect(await finding('112.34')).toMatchObject({
      amount: '112.34',
      structures: ['7'],
      flat: '400.00',
      readings: ['400.00', '100.00', '100.82', '100.55'],
    });
    expect(await finding('100.00', {}, { frequency: 'M' })).not.toBeNull();
    expect(await finding('33.33', {}, { frequency: 'M' })).toBeNull();
  });

  it.each<[AdvanceBilling | null, string, string, boolean]>([
    // The quarter before has 91 days, and the quarter after 92.
    ['begins', 'D', '100.82', false],
    ['begins', 'D', '99.73', true],
    ['ends', 'D', '100.82', true],
    ['ends', 'D', '99.73', false],
    [null, 'P', '100.82', false],
    [null, 'P', '99.73', false],
    ['begins', 'R', '100.82', true],
    ['begins', 'R', '99.73', false],
  ])('of the interval that the end date %s (%s) is %s; found: %s', async (advance, type, amount, isFound) => {
    const findings = await findingsOf(
      'fee-flat-differs',
      {
        accounts: [{ id: 1, fee_structures_ids: [7] }],
        feeStructures: [
          { id: 7, calculation_type: 'A', flat_dollar_fee: 400, frequency: 'Q', collection_type: type },
        ],
      },
      { charges: chargesOf([['39', 'a1', amount]], { endDate: '2026-06-30', months: 3 }), advance },
    );
    expect('1' in findings).toBe(isFound);
  });

  it('is not judged with several structures, in a partial period, or with another calculation', async () => {
    expect(await finding('112.34', { fee_structures_ids: [7, 8] })).toBeNull();
    expect(await finding('112.34', { first_billable_date: '2026-07-01' })).not.toBeNull();
    expect(await finding('112.34', { first_billable_date: '2026-07-02' })).toBeNull();
    expect(await finding('112.34', { close_date: '2026-08-01' })).toBeNull();
    expect(await finding('112.34', {}, { calculation_type: 'G' })).toBeNull();
  });

  it('is not judged in a group with a minimum, which may be charged instead', async () => {
    const assignments = [{ account_id: 1, fee_location: 0 }];
    expect(await finding('112.34', {}, {}, { assignments, minimum_ids: [] })).not.toBeNull();
    expect(await finding('112.34', {}, {}, { assignments, minimum_ids: [40] })).toBeNull();
  });
});

describe('a fee above the latest cash', () => {
  const finding = (balance: object) =>
    findingOf('fee-above-cash', {
      latestBalances: [{ account_id: 1, reported_date: '2026-11-19', ...balance }],
    });

  it('is found with both amounts and dates', async () => {
    expect(await finding({ cash_value: 9.99 })).toEqual({
      end: '2026-09-30',
      files: ['39'],
      amount: '10.00',
      cash: '9.99',
      cashDate: '2026-11-19',
    });
    expect(await finding({ cash_value: '-2.50' })).toMatchObject({ cash: '-2.5' });
  });

  it('is not found with enough cash, and not judged if the cash or its date is unknown', async () => {
    expect(await finding({ cash_value: 10 })).toBeNull();
    expect(await finding({ cash_value: null })).toBeNull();
    expect(await finding({ cash_value: 'n/a' })).toBeNull();
    expect(await finding({ cash_value: 1, reported_date: null })).toBeNull();
  });
});

describe('a fee above the rate ceiling', () => {
  const QUARTERLY = [{ id: 7, name: 'Flat', frequency: 'Q', collection_type: 'R' }];
  async function finding(amount: string, balance: string | null, lists: RecordLists = {}) {
    const balances = { balanceOf: () => (balance === null ? null : { amount: balance, date: '2026-09-30' }) };
    const feeSettings = { retired: [], ceiling: '1.5' };
    const all = { accounts: [{ id: 1, fee_structures_ids: [7] }], feeStructures: QUARTERLY, ...lists };
    const charges = chargesOf([['39', 'a1', amount]]);
    const findings = await findingsOf('fee-above-ceiling', all, { feeSettings, charges, balances });
    return findings['1'] ?? null;
  }

  it('is found to the cent, with the balance and its date', async () => {
    expect(await finding('3750.00', '1000000')).toBe(null);
    expect(await finding('3750.01', '1000000')).toMatchObject({
      amount: '3750.01',
      balance: '1000000',
      balanceDate: '2026-09-30',
      ceiling: '1.5',
      rate: '1.5',
    });
    expect(await finding('7500.00', '1000000')).toMatchObject({ rate: '3' });
  });

  it('uses the structure’s frequency; needs a balance and an account that pays for no others', async () => {
    const monthly = [{ id: 7, name: 'Flat', frequency: 'M', collection_type: 'R' }];
    expect(await finding('1250.01', '1000000', { feeStructures: monthly })).toMatchObject({ ceiling: '1.5' });
    const groups = [{ id: 3, name: 'Juns', assignments: [{ account_id: 2, fee_location: 1 }] }];
    expect(await finding('9000.00', '1000000', { billingGroups: groups })).toBe(null);
    expect(await finding('9000.00', null)).toBe(null);
    expect(await finding('9000.00', '0')).toBe(null);
  });

  it('is not found if only rounding to the cent puts the fee above the ceiling', async () => {
    expect(await finding('3750.12', '1000031')).toBeNull(); // exactly 3,750.11625
    expect(await finding('3750.12', '1000030')).not.toBeNull(); // exactly 3,750.1125
  });

  it('is judged by the firm’s day count, for the interval that advance fees cover', async () => {
    const found = async (
      amount: string,
      dayCount: DayCount | null,
      { endDate = '2026-09-30', type = 'R' } = {},
    ): Promise<boolean> => {
      const lists = {
        accounts: [{ id: 1, fee_structures_ids: [7] }],
        feeStructures: [{ id: 7, frequency: 'Q', collection_type: type }],
      };
      const findings = await findingsOf('fee-above-ceiling', lists, {
        feeSettings: { retired: [], ceiling: '1.25' },
        charges: chargesOf([['39', 'a1', amount]], { endDate, months: 3 }),
        balances: { balanceOf: () => ({ amount: '100010', date: endDate }) },
        advance: 'begins',
        dayCount,
      });
      return '1' in findings;
    };
    // 92 of 365 days: 315.10; 3 of 12 months: 312.53.
    expect(await found('315.10', 'days-365')).toBe(false);
    expect(await found('315.11', 'days-365')).toBe(true);
    expect(await found('315.10', null)).toBe(true);
    // 90 of 365 days: 308.25.
    const firstQuarter = { endDate: '2026-03-31' };
    expect(await found('310.00', 'days-365', firstQuarter)).toBe(true);
    expect(await found('310.00', null, firstQuarter)).toBe(false);
    // In advance, the 91 days after the end date: 311.67.
    expect(await found('310.00', 'days-365', { ...firstQuarter, type: 'D' })).toBe(false);
  });

  it('is not judged for a share of a group if the structure’s frequency does not fit the period', async () => {
    const billingGroups = [{ id: 3, name: 'Juns', assignments: [{ account_id: 1, fee_location: -1 }] }];
    const monthly = [{ id: 7, name: 'Flat', frequency: 'M', collection_type: 'R' }];
    expect(await finding('9000.00', '1000000', { billingGroups })).toMatchObject({ rate: '3.6' });
    expect(await finding('9000.00', '1000000', { billingGroups, feeStructures: monthly })).toBe(null);
  });
});

describe('a fee of an account that should not pay one', () => {
  const RULES = ['fee-outside-dates', 'fee-and-invoice', 'fee-wrong-payer'] as const;
  const judged = async (charges: LatestCharges) => {
    const { findings } = await runRules({
      reader: readerWith({
        accounts: [{ id: 1, close_date: '2026-01-31' }],
        feeStructures: [],
        billingGroups: [{ id: 5, assignments: [{ account_id: 1, fee_location: 2 }] }],
        billingReports: [{ id: 9, fee_upload_file_id: 39 }],
        invoices: [{ id: 5, billing_report_id: 9, account_ids: [1], period_debit: 10 }],
      }),
      pause: neverYield,
      charges,
      rules: [...RULES],
    });
    return RULES.map((rule) => {
      const found = findings.get(rule);
      return found?.all()[0]?.facts ?? [...(found?.undetermined.keys() ?? [])].join();
    });
  };
  const judgedLines = (...lines: FeeLine[]) => judged(chargesOf(lines));

  it('is found with its credits of the period, unless they return it', async () => {
    const facts = { end: '2026-09-30', files: ['39', '40'], amount: '60.00' };
    expect(await judgedLines(['39', 'a1', '100.00'], ['40', 'a1', '-40.00'])).toEqual(
      RULES.map(() => expect.objectContaining(facts) as object),
    );
    expect(await judgedLines(['39', 'a1', '100.00'], ['40', 'a1', '-100.00'])).toEqual(['', '', '']);
  });

  it('is not judged if an amount could not be read, or if credits may be of a replaced file', async () => {
    const why = 'unreadable-amount';
    expect(await judgedLines(['39', 'a1', '100.00'], ['40', 'a1', null])).toEqual([why, why, why]);
    const charges = new LatestCharges(() => true);
    for (const [file, amount] of [
      ['39', '100.00'],
      ['40', '-100.00'],
    ] as const)
      charges.add(QUARTER, file, { accountRef: 'a1', custodian: 'SWB', amount });
    expect(await judged(charges)).toEqual(RULES.map(() => 'replaced-file'));
  });
});

describe('a fee in several files of a period', () => {
  const RULES = ['fee-changed', 'fee-flat-differs', 'fee-above-cash', 'fee-above-ceiling'] as const;
  const judged = async (...lines: FeeLine[]) => {
    const charges = chargesOf(lines);
    charges.addEarlier('2026-06-30', '38', { accountRef: 'a1', custodian: 'SWB', amount: '800.00' });
    const { findings } = await runRules({
      reader: readerWith({
        accounts: [{ id: 1, fee_structures_ids: [7] }],
        feeStructures: [{ id: 7, calculation_type: 'A', flat_dollar_fee: 800, frequency: 'Q' }],
        billingGroups: [],
        latestBalances: [{ account_id: 1, reported_date: '2026-11-19', cash_value: 800 }],
      }),
      pause: neverYield,
      charges,
      feeSettings: { retired: [], ceiling: '1' },
      balances: { balanceOf: () => ({ amount: '320000', date: '2026-09-30' }) },
      rules: [...RULES],
    });
    return RULES.map((rule) => {
      const found = findings.get(rule);
      return found?.all()[0]?.facts ?? [...(found?.undetermined.keys() ?? [])].join();
    });
  };

  it('is judged after the credits of the period', async () => {
    expect(await judged(['40', 'a1', '1000.00'], ['41', 'a1', '-200.00'])).toEqual(['', '', '', '']);
    const facts = { end: '2026-09-30', files: ['40', '41'], amount: '1000.00' };
    expect(await judged(['40', 'a1', '1200.00'], ['41', 'a1', '-200.00'])).toEqual(
      RULES.map(() => expect.objectContaining(facts) as object),
    );
    expect(await judged(['40', 'a1', '1200.00'], ['41', 'a1', '-1200.00'])).toEqual(['', '', '', '']);
  });

  it('is not judged if an amount of one of them could not be read', async () => {
    const why = 'unreadable-amount';
    expect(await judged(['40', 'a1', '500.00'], ['41', 'a1', null])).toEqual([why, why, why, why]);
  });
});

it('a sum that may count fees twice is not judged', async () => {
  const lists = {
    accounts: [{ id: 1, number: '0011', custodian: 'SWB', fee_structures_ids: [7] }],
    feeStructures: [{ id: 7, calculation_type: 'A', flat_dollar_fee: 1, frequency: 'Q' }],
    billingGroups: [],
    latestBalances: [{ account_id: 1, reported_date: '2026-11-19', cash_value: 1 }],
  };
  const rules = ['fee-changed', 'fee-flat-differs', 'fee-above-cash', 'fee-above-ceiling'] as const;
  const judged = async (replaced: string, [first, second] = ['500.00', '500.00']) => {
    const charges = new LatestCharges((lines) => lines.some(({ fileId }) => fileId === replaced));
    const fee = (amount: string) => ({ accountRef: 'a1', custodian: 'SWB', amount });
    charges.add(QUARTER, '39', fee(first));
    charges.add(QUARTER, '40', fee(second));
    for (const file of ['37', '38']) charges.addEarlier('2026-06-30', file, fee('250.00'));
    const { findings } = await runRules({
      reader: readerWith(lists),
      pause: neverYield,
      charges,
      feeSettings: { retired: [], ceiling: '3' },
      balances: { balanceOf: () => ({ amount: '1000', date: '2026-09-30' }) },
      rules: [...rules],
    });
    return rules.map((rule) => [...(findings.get(rule)?.undetermined.keys() ?? [])].join());
  };
  const why = 'replaced-file';
  expect(await judged('39')).toEqual([why, why, why, why]);
  expect(await judged('37')).toEqual([why, '', '', '']);
  expect(await judged('39', ['-1200.00', '1000.00'])).toEqual([why, why, why, why]);
  expect(await judged('39', ['-1200.00', '-1000.00'])).toEqual(['', '', '', '']);
});

describe('the charges of the latest period', () => {
  let workspace: Workspace;
  afterEach(() => workspace.close());
  const put = (fileId: string, endDate: string | null, firmId: string | null, accountId: string): void =>
    workspace.feeHistory.put(
      { sha256: `h${fileId}`, fileId, firmId, endDate, savedAt: `2026-10-0${fileId}`, leftOut: 0 },
      [{ accountRef: `a${accountId}`, at: 0, custodian: 'SWB', number: '1', amount: '5.00' }],
    );
  const filesOf = (charges: LatestCharges | null, key: string) =>
    charges?.chargesOf({ key, number: null, custodian: null })?.files.map(({ fileId }) => fileId);

  it('are those of each firm’s latest period end, read again after an archive is stored', async () => {
    workspace = openTestWorkspace(tempWorkspaceFile(), WORKSPACE_KEY);
    const reader = new ChargesReader(workspace.feeHistory, () => new Set());
    expect(await reader.read(neverYield)).toBeNull();
    put('1', '2026-06-30', '39', '1');
    put('2', '2026-03-31', '40', '2');
    put('3', null, '39', '3');
    const first = await reader.read(neverYield);
    expect(await reader.read(neverYield)).toBe(first);
    put('4', '2026-09-30', '39', '4');
    const second = await reader.read(neverYield);
    const charged = (charges: LatestCharges | null) =>
      ['1', '2', '3', '4'].filter((key) => filesOf(charges, key) !== undefined);
    expect([charged(first), charged(second)]).toEqual([
      ['1', '2'],
      ['2', '4'],
    ]);
  });

  it('may be incomplete if files were skipped and the lines do not add up to the record’s total', async () => {
    workspace = openTestWorkspace(tempWorkspaceFile(), WORKSPACE_KEY);
    const totals: Record<string, string> = { 1: '5.00', 2: '5.000000000000001', 4: '6' };
    const reader = new ChargesReader(
      workspace.feeHistory,
      () => new Set(),
      (fileId) => totals[fileId] ?? null,
    );
    for (const fileId of ['1', '2', '3', '4'])
      workspace.feeHistory.put(
        { sha256: `h${fileId}`, fileId, firmId: '39', endDate: '2026-06-30', savedAt: '', leftOut: 1 },
        [{ accountRef: `a${fileId}`, at: 0, custodian: 'SWB', number: '1', amount: '5.00' }],
      );
    put('5', '2026-06-30', '39', '5');
    const partlyRead = async () => {
      const charges = await reader.read(neverYield);
      return ['1', '2', '3', '4', '5'].filter((fileId) => charges?.isPartlyRead([fileId]));
    };
    expect(await partlyRead()).toEqual(['3', '4']); // no file of 5 was skipped
    totals['4'] = '5';
    expect(await partlyRead()).toEqual(['3']);
  });

  it('may count twice what a listed file and one that the service no longer lists both bill', async () => {
    workspace = openTestWorkspace(tempWorkspaceFile(), WORKSPACE_KEY);
    let listed = ['1', '2', '3', '4'];
    const reader = new ChargesReader(workspace.feeHistory, () => new Set(listed));
    put('1', '2026-03-31', '39', '1');
    put('2', '2026-03-31', '39', '1');
    put('3', '2026-06-30', '39', '1');
    put('4', '2026-06-30', '39', '1');
    const feeAccount = { key: '1', number: null, custodian: null };
    const flags = async () => {
      const charges = await reader.read(neverYield);
      return [charges?.netOf(feeAccount)?.mayCountTwice, charges?.earlierOf(feeAccount)?.mayCountTwice];
    };
    expect(await flags()).toEqual([false, false]);
    listed = ['1', '2', '4'];
    expect(await flags()).toEqual([true, false]);
    listed = ['2', '3', '4'];
    expect(await flags()).toEqual([false, true]);
  });

  it('may count twice a replaced file’s line that was read before its account was fetched', async () => {
    workspace = openTestWorkspace(tempWorkspaceFile(), WORKSPACE_KEY);
    const { feeHistory } = workspace;
    const putLine = (fileId: string, endDate: string, accountRef: string, custodian = 'SWB'): void =>
      feeHistory.put(
        { sha256: `h${fileId}`, fileId, firmId: '39', endDate, savedAt: '2026-10-01', leftOut: 0 },
        [{ accountRef, at: 0, custodian, number: '0011', amount: '5.00' }],
      );
    putLine('37', '2026-03-31', 'nSWB 0011');
    putLine('38', '2026-03-31', 'a7');
    putLine('40', '2026-06-30', 'nSWB 0011');
    putLine('41', '2026-06-30', 'a7');
    putLine('42', '2026-06-30', 'a8', 'NFS');
    putLine('43', '2026-06-30', 'nSWB 0012');
    const charges = await new ChargesReader(feeHistory, () => new Set(['38', '41', '42'])).read(neverYield);
    const account = { key: '7', number: '0011', custodian: 'SWB' };
    expect(charges?.netOf(account)?.mayCountTwice).toBe(true);
    expect(charges?.earlierOf(account)?.mayCountTwice).toBe(true);
    // Lines at two custodians are of different fees.
    const atOther = { key: '8', number: '0012', custodian: 'SWB' };
    expect(charges?.netOf(atOther)).toMatchObject({
      fileIds: ['42', '43'],
      mayCountTwice: false,
    });
  });

  it('leave out a file that was marked as replaced, until the service lists it again', async () => {
    workspace = openTestWorkspace(tempWorkspaceFile(), WORKSPACE_KEY);
    let listed = ['1'];
    const reader = new ChargesReader(workspace.feeHistory, () => new Set(listed));
    put('1', '2026-06-30', '39', '1');
    put('2', '2026-06-30', '39', '1');
    const files = async () => filesOf(await reader.read(neverYield), '1');
    expect(await files()).toEqual(['1', '2']);
    workspace.feeHistory.replaced.mark('2', { by: 'jo', at: 'now', note: '' });
    expect(await files()).toEqual(['1']);
    listed = ['1', '2'];
    expect(await files()).toEqual(['1', '2']);
  });

  it('are compared with those of a replaced file only at the same custodian', () => {
    workspace = openTestWorkspace(tempWorkspaceFile(), WORKSPACE_KEY);
    const { feeHistory } = workspace;
    const putAt = (fileId: string, custodian: string): void =>
      feeHistory.put(
        {
          sha256: `h${fileId}`,
          fileId,
          firmId: '39',
          endDate: '2026-06-30',
          savedAt: '2026-10-01',
          leftOut: 0,
        },
        [{ accountRef: 'a1', at: 0, custodian, number: '1', amount: '5.00' }],
      );
    for (const [index, custodian] of ['SWB', 'NFS', 'PSH'].entries()) {
      putAt(`old ${index}`, custodian);
      putAt(`new ${index}`, custodian);
    }
    const listed = new Set(['new 0', 'new 1', 'new 2']);
    const compare = vi.spyOn(feeHistory, 'refsInBoth');
    expect([...refsThatMayCountTwice(feeHistory, feeHistory.allArchives(), listed)]).toEqual([
      ['a1'],
      ['a1'],
      ['a1'],
    ]);
    expect(compare.mock.calls.map((pair) => pair.map(({ fileId }) => fileId))).toEqual([
      ['new 0', 'old 0'],
      ['new 1', 'old 1'],
      ['new 2', 'old 2'],
    ]);
    // A file that is read again may bill at other custodians.
    compare.mockClear();
    putAt('new 0', 'NFS');
    expect([...refsThatMayCountTwice(feeHistory, feeHistory.allArchives(), listed)]).toHaveLength(3);
    expect(compare.mock.calls.map((pair) => pair.map(({ fileId }) => fileId))).toEqual([
      ['new 0', 'old 1'],
      ['new 1', 'old 1'],
      ['new 2', 'old 2'],
    ]);
  });
});
