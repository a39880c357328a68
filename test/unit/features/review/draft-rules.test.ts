import { afterAll, describe, expect, it } from 'vitest';
import { RULE_IDS, type RuleId } from '#contract/features/review/rules';
import { LatestCharges } from '#engine/features/review/billed-fees';
import { runRules } from '#engine/features/review/check';
import { OverlayReader } from '#engine/features/review/overlay-reader';
import { proposedChanges } from '#engine/features/review/proposed-changes';
import { accountNumberKey } from '#engine/features/reconcile/reconciled-numbers';
import { affectedRules } from '#engine/features/review/draft-findings';
import { createSharedCache } from '../../cache/temp-cache';
import { neverYield, type RecordLists } from './rule-findings';
import {
  create,
  draftRows,
  edit,
  draftFindingsOf,
  keysFound,
  removalDraft,
  type SampleDraft,
  type SampleFirm,
} from './draft-samples';
import { sampleAccount as plainAccount, assignmentOf, group } from './record-samples';

/** An account without findings of rules that read only accounts. */
const account = (id: number, overrides: object = {}) =>
  plainAccount(id, {
    advisor_codes: ['A1'],
    fee_structures_ids: [1],
    inception_date: '2020-01-01',
    is_taxable: true,
    is_tax_deferred: false,
    payment_source: 'C',
    tax_id_token: `tok-${id}`,
    ...overrides,
  });
const structure = (id: number, overrides: object = {}) => ({
  id,
  name: `Structure ${id}`,
  firm_id: 39,
  calculation_type: 'R',
  flat_rate: id,
  frequency: 'Q',
  collection_type: 'R',
  balance_type: 'E',
  ...overrides,
});
const tier = (min_balance: number, max_balance: number | null, rate: number) => ({
  min_balance,
  max_balance,
  rate,
});

const STRUCTURES = [
  structure(1),
  structure(2, { collection_type: 'D' }),
  structure(3, { frequency: 'M' }),
  structure(4),
  structure(5, { calculation_type: 'T', tiers: [tier(0, 100, 2), tier(100.01, null, 1)] }),
];
const CODES = [{ id: 1, source: 'SWB', code: 'A1', firm_id: 39 }];
const firm = (
  accounts: object[],
  groups: object[] = [],
  overrides: Partial<SampleFirm> = {},
): SampleFirm => ({
  lists: { accounts, billingGroups: groups, feeStructures: STRUCTURES, advisorCodes: CODES },
  ...overrides,
});

/** A file charges account 1, and two files charge number X7. */
function sampleCharges(): LatestCharges {
  const period = { endDate: '2026-09-30', months: 3 };
  const charges = new LatestCharges();
  charges.add(period, '39', { accountRef: 'a1', custodian: 'SWB', amount: '10.00' });
  charges.add(period, '39', { accountRef: 'nSWB X7', custodian: 'SWB', amount: '10.00' });
  charges.add(period, '40', { accountRef: 'nSWB X7', custodian: 'SWB', amount: '10.00' });
  return charges;
}

/** A fee file charges number X7, which no account has. */
function chargesOfX7(): LatestCharges {
  const charges = new LatestCharges();
  const x7 = (amount: string) => ({ accountRef: 'nSWB X7', custodian: 'SWB', amount });
  charges.add({ endDate: '2026-09-30', months: 3 }, '39', x7('500.00'));
  charges.addEarlier('2026-06-30', '38', x7('100.00'));
  return charges;
}
/** An edit that gives the account number X7, in a firm with these lists too. */
const numberedX7 = (lists: RecordLists, structures: number[] = [1]): Case => {
  const plain = firm([account(1, { fee_structures_ids: structures })]);
  return accountEdit(
    { number: 'X7' },
    { number: 'X8' },
    { charges: chargesOfX7(), lists: { ...plain.lists, ...lists } },
  );
};

/** A firm whose latest file charges another account, and the one before charged account 1. */
function filesFirm(lists: RecordLists): SampleFirm {
  const charges = new LatestCharges();
  charges.add({ endDate: '2026-09-30', months: 3 }, '39', {
    accountRef: 'a9',
    custodian: 'SWB',
    amount: '500.00',
  });
  charges.addEarlier('2026-06-30', '38', { accountRef: 'a1', custodian: 'SWB', amount: '100.00' });
  const feeUploadFiles = [
    { id: 39, end_date: '2026-09-30', total_period_debit: 500, total_annual_debit: 2_000 },
  ];
  return { charges, lists: { ...firm([account(1), account(2)]).lists, feeUploadFiles, ...lists } };
}

interface Case {
  readonly firm: SampleFirm;
  /** A draft after which the rule finds something, and the records it then finds; null is a record to create. */
  readonly breaks: SampleDraft;
  readonly found: readonly (string | null)[];
  /** Another draft of the same fields, after which it finds nothing new. */
  readonly keeps: SampleDraft;
}

const firmOfOne = firm([account(1)], [group(70, [assignmentOf(1)])]);
const firmOfTwo = firm([account(1), account(2)], [group(70, [assignmentOf(1), assignmentOf(2)])]);
/** An edit of account 1, and one of the same fields that is fine. */
const accountEdit = (breaking: object, fine: object, testFirm: SampleFirm = firmOfOne): Case => ({
  firm: testFirm,
  breaks: edit('accounts', { key: 1, set: breaking }),
  found: ['1'],
  keeps: edit('accounts', { key: 1, set: fine }),
});
const structureEdit = (breaking: object, fine: object, overrides: Partial<SampleFirm> = {}): Case => ({
  firm: firm([account(1)], [], overrides),
  breaks: edit('feeStructures', { key: 5, set: breaking }),
  found: ['5'],
  keeps: edit('feeStructures', { key: 5, set: fine }),
});
/** Account 2 of group 70 gets this payer, or another one that is fine. */
const payerEdit = (payer: object, fee_location = 1, fine = 3): Case => ({
  firm: firm(
    [account(1, payer), account(2), account(3), account(9)],
    [group(70, [assignmentOf(1), assignmentOf(2), assignmentOf(3)])],
  ),
  breaks: edit('billingGroups', {
    key: 70,
    set: { assignments: [assignmentOf(1), assignmentOf(2, fee_location), assignmentOf(3)] },
  }),
  found: ['70'],
  keeps: edit('billingGroups', {
    key: 70,
    set: { assignments: [assignmentOf(1), assignmentOf(2, fine), assignmentOf(3)] },
  }),
});

/** One case or more for every rule. Some edit fields that no form writes today, because the rules read any draft. */
const CASES: { readonly [Id in RuleId]: readonly Case[] } = {
  'collection-differs': [
    accountEdit({ fee_structures_ids: [1, 2] }, { fee_structures_ids: [1, 4] }),
    {
      firm: firm([account(1, { fee_structures_ids: [1, 4] }), account(2)]),
      breaks: edit('feeStructures', { key: 4, set: { collection_type: 'D' } }),
      found: ['1'],
      keeps: edit('feeStructures', { key: 3, set: { collection_type: 'D' } }),
    },
  ],
  'several-groups': [
    {
      firm: firm([account(1), account(2)], [group(70, [assignmentOf(1)]), group(71, [])]),
      breaks: edit('billingGroups', { key: 71, set: { assignments: [assignmentOf(1)] } }),
      found: ['1'],
      keeps: edit('billingGroups', { key: 71, set: { assignments: [assignmentOf(2)] } }),
    },
    {
      firm: firm([account(1), account(2)], [group(70, [assignmentOf(1)])]),
      breaks: create('billingGroups', { name: 'New', firm_id: 39, assignments: [assignmentOf(1)] }),
      found: ['1'],
      keeps: create('billingGroups', { name: 'New', firm_id: 39, assignments: [assignmentOf(2)] }),
    },
  ],
  'fee-in-two-files': [
    accountEdit({ number: 'X7' }, { number: 'X8' }, firm([account(1)], [], { charges: sampleCharges() })),
  ],
  'fee-outside-dates': [
    accountEdit(
      { close_date: '2026-06-30' },
      { close_date: '2026-07-01' },
      firm([account(1)], [], { charges: sampleCharges() }),
    ),
  ],
  'fee-and-invoice': [
    numberedX7({
      billingReports: [{ id: 9, fee_upload_file_id: 39 }],
      invoices: [{ id: 5, billing_report_id: 9, account_ids: [1], period_debit: 30 }],
    }),
  ],
  'fee-missing': [
    accountEdit(
      { payment_source: 'C' },
      { payment_source: null },
      filesFirm({ accounts: [account(1, { payment_source: 'D' })] }),
    ),
  ],
  'fee-wrong-payer': [numberedX7({ billingGroups: [group(70, [assignmentOf(1, 2), assignmentOf(2)])] })],
  'fee-not-in-report': [
    numberedX7({ billingReports: [{ id: 9, fee_upload_file_id: 39, account_ids: [2] }] }),
  ],
  'payer-not-billed': [
    {
      firm: filesFirm({ billingGroups: [group(70, [assignmentOf(1), assignmentOf(2)])] }),
      breaks: edit('billingGroups', {
        key: 70,
        set: { assignments: [assignmentOf(1, -1), assignmentOf(2, -1)] },
      }),
      found: ['70'],
      keeps: edit('billingGroups', { key: 70, set: { assignments: [assignmentOf(1), assignmentOf(2, 1)] } }),
    },
    // Whether an account is billable is read from fields that no other need of the rule covers.
    {
      firm: filesFirm({
        accounts: [account(1, { close_date: '2026-07-01' }), account(2)],
        billingGroups: [group(70, [assignmentOf(1, -1), assignmentOf(2, -1)])],
      }),
      breaks: edit('accounts', { key: 1, set: { close_date: null } }),
      found: ['70'],
      keeps: edit('accounts', { key: 1, set: { close_date: '2026-07-02' } }),
    },
  ],
  'fee-report-total': [
    {
      firm: filesFirm({
        billingReports: [{ id: 9, fee_upload_file_id: 39, custodian_billed_period_debit: 500 }],
      }),
      breaks: edit('billingReports', { key: 9, set: { custodian_billed_period_debit: 500.01 } }),
      found: ['39'],
      keeps: edit('billingReports', { key: 9, set: { custodian_billed_period_debit: 500 } }),
    },
  ],
  'fee-annual-ratio': [
    {
      firm: filesFirm({}),
      breaks: edit('feeUploadFiles', { key: 39, set: { total_annual_debit: 1_000 } }),
      found: ['39'],
      keeps: edit('feeUploadFiles', { key: 39, set: { total_annual_debit: 6_000 } }),
    },
  ],
  'fee-changed': [numberedX7({})],
  'fee-flat-differs': [
    numberedX7({ feeStructures: [structure(1, { calculation_type: 'A', flat_dollar_fee: 100 })] }),
    {
      firm: {
        charges: sampleCharges(),
        lists: {
          accounts: [account(1)],
          billingGroups: [group(70, [assignmentOf(1)], { minimum_ids: [40] })],
          feeStructures: [structure(1, { calculation_type: 'A', flat_dollar_fee: 100 })],
        },
      },
      breaks: edit('billingGroups', { key: 70, set: { minimum_ids: [] } }),
      found: ['1'],
      keeps: edit('billingGroups', { key: 70, set: { minimum_ids: [41] } }),
    },
  ],
  'fee-above-cash': [
    numberedX7({ latestBalances: [{ account_id: 1, cash_value: 499.99, reported_date: '2026-11-19' }] }),
  ],
  'fee-above-ceiling': [
    accountEdit(
      { number: 'X7' },
      { number: 'X8' },
      firm([account(1)], [], {
        charges: chargesOfX7(),
        balances: { balanceOf: () => ({ amount: '10000', date: '2026-09-30' }) },
        feeSettings: { retired: [], ceiling: '1' },
      }),
    ),
  ],
  'direct-in-fee-file': [
    accountEdit(
      { payment_source: 'D' },
      { payment_source: 'C' },
      firm([account(1)], [], { reconciled: new Set([accountNumberKey('SWB', 'N1')]) }),
    ),
  ],
  'number-twice': [accountEdit({ number: 'N2' }, { number: 'N3' }, firmOfTwo)],
  'trade-lists-conflict': [
    accountEdit(
      { do_not_buy_securities_ids: [5, 6] },
      { do_not_buy_securities_ids: [6] },
      firm([account(1, { buy_securities_ids: [5] })]),
    ),
  ],
  quarantined: [accountEdit({ first_quarantine_date: '2026-11-02' }, { first_quarantine_date: null })],
  'code-not-mapped': [
    accountEdit({ advisor_codes: ['A1', 'B2'] }, { advisor_codes: ['A1'] }),
    {
      firm: firm([account(1)]),
      breaks: removalDraft('advisorCodes', 1),
      found: ['1'],
      keeps: create('advisorCodes', { source: 'SWB', code: 'B2', firm_id: 39 }),
    },
  ],
  'no-fee-structure': [accountEdit({ fee_structures_ids: [] }, { fee_structures_ids: [4] })],
  'frequency-differs': [accountEdit({ fee_structures_ids: [1, 3] }, { fee_structures_ids: [1, 4] })],
  'inactive-in-group': [
    accountEdit({ status: 'stale' }, { status: 'funded' }),
    {
      firm: firm([account(1, { status: 'closed' }), account(2)], [group(70, [assignmentOf(2)])]),
      breaks: edit('billingGroups', { key: 70, set: { assignments: [assignmentOf(2), assignmentOf(1)] } }),
      found: ['1'],
      keeps: edit('billingGroups', { key: 70, set: { assignments: [assignmentOf(2, -1)] } }),
    },
  ],
  'no-household': [accountEdit({ household_id: null }, { household_id: 8 })],
  'owner-in-several-households': [
    accountEdit(
      { household_id: 8 },
      { household_id: 7 },
      firm([account(1, { tax_id_token: 'tok' }), account(2, { tax_id_token: 'tok' })]),
    ),
  ],
  'no-advisor-code': [accountEdit({ advisor_codes: [] }, { advisor_codes: ['A1'] })],
  'inception-after-closing': [
    accountEdit(
      { inception_date: '2022-01-01' },
      { inception_date: '2019-01-01' },
      firm([account(1, { close_date: '2021-01-01' })]),
    ),
  ],
  'taxable-and-deferred': [accountEdit({ is_tax_deferred: true }, { is_tax_deferred: null })],
  'cash-without-frequency': [
    accountEdit(
      { required_cash: 250.5 },
      { required_cash: 250.5, required_cash_frequency: 'M' },
      firm([account(1)]),
    ),
  ],
  'no-group': [
    {
      firm: firmOfTwo,
      breaks: edit('billingGroups', { key: 70, set: { assignments: [assignmentOf(1)] } }),
      found: ['2'],
      keeps: edit('billingGroups', { key: 70, set: { assignments: [assignmentOf(2), assignmentOf(1)] } }),
    },
    {
      firm: firm(
        [account(1), account(2)],
        [group(70, [assignmentOf(1)]), group(71, [assignmentOf(2)]), group(72, [])],
      ),
      breaks: removalDraft('billingGroups', 71),
      found: ['2'],
      keeps: removalDraft('billingGroups', 72),
    },
  ],
  'inception-missing': [accountEdit({ inception_date: null }, { inception_date: '2019-01-01' })],
  'tax-status-unknown': [
    accountEdit({ is_taxable: null, is_tax_deferred: null }, { is_taxable: null, is_tax_deferred: true }),
  ],
  'household-split': [
    {
      firm: firm(
        [account(1), account(2), account(3, { household_id: 8 })],
        [group(70, [assignmentOf(1), assignmentOf(2)]), group(71, [assignmentOf(3)], { household_id: 8 })],
      ),
      breaks: edit(
        'billingGroups',
        { key: 70, set: { assignments: [assignmentOf(1)] } },
        { key: 71, set: { assignments: [assignmentOf(3), assignmentOf(2)] } },
      ),
      found: ['1'],
      keeps: edit('billingGroups', { key: 71, set: { assignments: [assignmentOf(3, -1)] } }),
    },
  ],
  'household-half-grouped': [
    {
      firm: firmOfTwo,
      breaks: edit('billingGroups', { key: 70, set: { assignments: [assignmentOf(1)] } }),
      found: ['1'],
      keeps: edit('billingGroups', { key: 70, set: { assignments: [] } }),
    },
  ],
  'group-empty': [
    {
      firm: firmOfTwo,
      breaks: edit('billingGroups', { key: 70, set: { assignments: null } }),
      found: ['70'],
      keeps: edit('billingGroups', { key: 70, set: { assignments: [assignmentOf(1)] } }),
    },
    {
      firm: firmOfOne,
      breaks: create('billingGroups', { name: 'New', firm_id: 39 }),
      found: [null],
      keeps: create('billingGroups', { name: 'New', firm_id: 39, assignments: [assignmentOf(1)] }),
    },
  ],
  'group-households': [
    {
      firm: firmOfTwo,
      breaks: edit('accounts', { key: 2, set: { household_id: 8 } }),
      found: ['70'],
      keeps: edit('accounts', { key: 2, set: { household_id: 7 } }),
    },
    {
      firm: firm([account(1), account(2, { household_id: 8 })]),
      breaks: create('billingGroups', {
        name: 'New',
        household_id: 7,
        assignments: [assignmentOf(1), assignmentOf(2)],
      }),
      found: [null],
      keeps: create('billingGroups', { name: 'New', household_id: 7, assignments: [assignmentOf(1)] }),
    },
  ],
  'group-frequencies': [
    {
      firm: firmOfTwo,
      breaks: edit('accounts', { key: 2, set: { fee_structures_ids: [3] } }),
      found: ['70'],
      keeps: edit('accounts', { key: 2, set: { fee_structures_ids: [4] } }),
    },
    {
      firm: firm(
        [account(1), account(2, { fee_structures_ids: [4] })],
        [group(70, [assignmentOf(1), assignmentOf(2)])],
      ),
      breaks: edit('feeStructures', { key: 4, set: { frequency: 'M' } }),
      found: ['70'],
      keeps: edit('feeStructures', { key: 5, set: { frequency: 'M' } }),
    },
  ],
  'payer-closed': [payerEdit({ status: 'closed' })],
  'payer-direct': [payerEdit({ payment_source: 'D' })],
  'payer-outside': [payerEdit({}, 9)],
  'payer-deferred': [payerEdit({ is_tax_deferred: true })],
  'tiers-faulty': [
    structureEdit(
      { tiers: [tier(0, 100, 2), tier(200, null, 1)] },
      { tiers: [tier(0, 200, 2), tier(200.01, null, 1)] },
    ),
    {
      firm: firmOfOne,
      breaks: create('feeStructures', structureToCreate({ tiers: [tier(0, 100, 2), tier(90, null, 1)] })),
      found: [null],
      keeps: create('feeStructures', structureToCreate({ tiers: [tier(0, null, 2)] })),
    },
  ],
  'rate-above-ceiling': [
    structureEdit(
      { tiers: [tier(0, 100, 3), tier(100.01, null, 1)] },
      { tiers: [tier(0, 100, 2.5), tier(100.01, null, 1)] },
      { feeSettings: { retired: [], ceiling: '2.5' } },
    ),
  ],
  'structure-retired': [
    {
      firm: firm([account(1)], [], {
        feeSettings: { retired: [{ key: '4', by: 'pat', at: '' }], ceiling: null },
      }),
      breaks: edit('accounts', { key: 1, set: { fee_structures_ids: [4] } }),
      found: ['4'],
      keeps: edit('accounts', { key: 1, set: { fee_structures_ids: [3] } }),
    },
  ],
  'tiers-rise': [
    structureEdit(
      { tiers: [tier(0, 100, 1), tier(100.01, null, 2)] },
      { tiers: [tier(0, 100, 2), tier(100.01, null, 1.5)] },
    ),
  ],
  'breakpoint-alone': [
    accountEdit({ fee_structures_ids: [5] }, { fee_structures_ids: [4] }, firm([account(1)])),
  ],
  'structure-unused': [
    {
      firm: firm([account(1), account(2, { fee_structures_ids: [4] })]),
      breaks: edit('accounts', { key: 2, set: { fee_structures_ids: [1] } }),
      found: ['4'],
      keeps: edit('accounts', { key: 2, set: { fee_structures_ids: [4, 1] } }),
    },
  ],
  'structure-alike': [
    {
      firm: firmOfOne,
      breaks: edit('feeStructures', { key: 4, set: { flat_rate: 1 } }),
      found: ['1'],
      keeps: edit('feeStructures', { key: 4, set: { flat_rate: 9 } }),
    },
    {
      firm: firmOfOne,
      breaks: create('feeStructures', structureToCreate({ calculation_type: 'R', flat_rate: 4 })),
      found: ['4'],
      keeps: create('feeStructures', structureToCreate({ calculation_type: 'R', flat_rate: 8 })),
    },
  ],
};

function structureToCreate(overrides: object) {
  const { id: _, ...fields } = structure(0, {
    name: 'New',
    calculation_type: 'T',
    flat_rate: 0,
    ...overrides,
  });
  return fields;
}

describe('rules on a draft', () => {
  const cache = createSharedCache();
  afterAll(() => cache.close());
  const readerOf = ({ lists }: SampleFirm) => cache.readerWith(lists);

  it('have a case each', () => {
    expect(Object.keys(CASES).sort()).toEqual([...RULE_IDS].sort());
  });

  const cases = RULE_IDS.flatMap((rule) =>
    CASES[rule].map((ruleCase, index) => [rule, index + 1, ruleCase] as const),
  );
  it.each(cases)(
    '%s: case %i is found on the draft that breaks it',
    async (rule, _, { firm, breaks, found }) => {
      expect(keysFound(await draftFindingsOf(firm, breaks, { reader: readerOf(firm) }), rule)).toEqual(found);
    },
  );
  it.each(cases)('%s: case %i is not found on the draft that keeps it', async (rule, _, { firm, keeps }) => {
    const findings = await draftFindingsOf(firm, keeps, { reader: readerOf(firm) });
    expect(findings.applied).toBeGreaterThan(0);
    expect(keysFound(findings, rule)).toEqual([]);
  });

  it.each(cases)(
    '%s: case %i predicts the findings of all rules after its drafts are sent',
    async (_rule, _number, { firm, breaks, keeps }) => {
      for (const draft of [breaks, keeps]) {
        const { reconciled = null, charges = null, balances = null, feeSettings } = firm;
        const context = {
          pause: neverYield,
          reconciled,
          charges,
          balances,
          keepsColumns: false,
          ...(feeSettings ? { feeSettings } : {}),
        };
        const changes = proposedChanges(draft, draftRows(draft));
        const affected = affectedRules(changes);
        const others = RULE_IDS.filter((rule) => !affected.includes(rule));
        const reader = readerOf(firm);
        const overlay = new OverlayReader(reader, changes);
        const proposed = factsIn(await runRules({ reader: overlay, rules: affected, ...context }));
        const unchanged = factsIn(await runRules({ reader, rules: others, ...context }));
        const real = factsIn(await runRules({ reader: readerOf(applyDraft(firm, draft)), ...context }));
        expect({ ...proposed, ...unchanged }).toEqual(real);
      }
    },
  );
});

/** ID that the service gives to the first record it creates. */
const FIRST_CREATED = 9_000;

/** The firm after a draft was sent. */
function applyDraft(firm: SampleFirm, { resource, kind, rows }: SampleDraft): SampleFirm {
  const records = (firm.lists[resource] ?? []) as { id: number }[];
  const keys = new Set(rows.map(({ key }) => key));
  const remaining = kind === 'remove' ? records.filter(({ id }) => !keys.has(id)) : records;
  const edited = remaining.map((record) => ({
    ...record,
    ...rows.find(({ key }) => key === record.id)?.set,
  }));
  const created =
    kind === 'create' ? rows.map(({ set }, index) => ({ id: FIRST_CREATED + index, ...set })) : [];
  return { ...firm, lists: { ...firm.lists, [resource]: [...edited, ...created] } };
}

/** Returns facts by rule and key. Records to create and created records have the same key. */
const factsIn = ({ findings }: Awaited<ReturnType<typeof runRules>>): Record<string, unknown> =>
  JSON.parse(
    JSON.stringify(
      Object.fromEntries(
        [...findings].map(([rule, list]) => [rule, list.all().map(({ key, facts }) => [key, facts])]),
      ),
    ).replaceAll(/"new:(\d+)"/g, (_, index: string) => JSON.stringify(String(FIRST_CREATED + Number(index)))),
  ) as Record<string, unknown>;
