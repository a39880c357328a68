import { describe, expect, it } from 'vitest';
import type { AdvanceBilling, RefundKey } from '#contract/features/refunds/cases';
import { findRefundCases } from '#engine/features/refunds/find-cases';
import {
  decideRefund,
  filterRefunds,
  reopenRefund,
  setAdvance,
  withDecisions,
} from '#engine/features/refunds/refunds';
import { closeAfterTest } from '#test/support/cleanups';
import { openTestWorkspace } from '#test/support/saved-work';
import { readerWith } from '../../cache/temp-cache';
import { tempWorkspaceFile, WORKSPACE_KEY } from '../../workspace/temp-workspace';

const NOW = { by: 'jo', at: '2026-11-27T10:00:00.000Z' };
const structure = (id: number, collection_type: string, frequency = 'Q') => ({
  id,
  name: `Structure ${id}`,
  collection_type,
  frequency,
});
/** Structure 2 bills in arrears; 4 bills weekly, and the collection of 5 is unknown. */
const STRUCTURES = [
  structure(1, 'D'),
  structure(2, 'R'),
  structure(3, 'P', 'M'),
  structure(4, 'D', 'W'),
  structure(5, 'X'),
  structure(6, 'P'),
];
const account = (id: number, overrides: object = {}) => ({
  id,
  name: `Account ${id}`,
  number: `00${id}`,
  custodian: 'SWB',
  status: 'closed',
  fee_structures_ids: [1],
  first_billable_date: '2020-01-01T00:00:00Z',
  ...overrides,
});
const KEY: RefundKey = { account: '1', endDate: '2026-09-30', kind: 'closed' };
const SHOWN = { key: KEY, estimate: '460.00' };
const NOT_DUE = { state: 'not-due', reason: 'Minimum term' } as const;
const CHANGED_SINCE = expect.objectContaining({
  failure: expect.objectContaining({ kind: 'changed-since' }) as object,
}) as Error;

/**
 * `accountRef`: `a` and an account's ID; else `n`, or `s` if several accounts share the number, then the custodian, a
 * space and the number.
 */
type FeeLineSample = readonly [accountRef: string, amount: string | null];

function setUp(
  accounts: object[],
  files: Record<string, FeeLineSample[]>,
  groups: object[] = [],
  listed: object[] = [],
) {
  const file = tempWorkspaceFile();
  const reader = readerWith({
    accounts,
    feeStructures: STRUCTURES,
    billingGroups: groups,
    feeUploadFiles: listed,
  });
  const workspace = closeAfterTest(openTestWorkspace(file, WORKSPACE_KEY));
  for (const [index, [endDate, lines]] of Object.entries(files).entries())
    workspace.feeHistory.put(
      {
        fileId: String(40 + index),
        sha256: `hash${index}`,
        firmId: '39',
        endDate,
        savedAt: '2026-10-02T08:00:00.000Z',
        leftOut: 0,
      },
      lines.map(([accountRef, amount], line) => ({
        accountRef,
        at: line,
        custodian: 'SWB',
        number: accountRef.slice(1),
        amount,
      })),
    );
  const findCases = (advance: AdvanceBilling = 'begins') =>
    findRefundCases(reader, workspace.feeHistory, advance, () => Promise.resolve());
  const cases = async () => withDecisions(await findCases(), workspace.refunds.decisions());
  return { workspace, file, findCases, cases };
}

describe('refund cases', () => {
  it('estimate the days after a closing inside the interval that the file bills in advance', async () => {
    const { findCases } = setUp([account(1, { close_date: '2026-11-15' })], {
      '2026-06-30': [['a1', '500.00']],
      '2026-09-30': [['a1', '920.00']],
    });
    expect(await findCases()).toMatchObject([
      {
        account: '1',
        endDate: '2026-09-30',
        kind: 'closed',
        day: '2026-11-15',
        debit: '920.00',
        fileIds: ['41'],
        result: { from: '2026-10-01', to: '2026-12-31', days: 92, partDays: 46, part: '460.00' },
      },
    ]);
    // If the end date ends the interval, no file of the history bills the day of the closing.
    expect(await findCases('ends')).toEqual([]);
  });

  it('show the share of a first bill, and use months for a monthly structure', async () => {
    const { findCases } = setUp(
      [
        account(1, { fee_structures_ids: [6], first_billable_date: '2026-09-01' }),
        account(2, { fee_structures_ids: [3], first_billable_date: '2026-09-16', close_date: '2026-09-20' }),
      ],
      {
        '2026-09-30': [
          ['a1', '92.00'],
          ['a2', '30.00'],
        ],
      },
    );
    expect(await findCases('ends')).toMatchObject([
      { account: '1', kind: 'first-bill', result: { days: 92, partDays: 30, part: '30.00' } },
      { account: '2', kind: 'closed', result: { days: 30, partDays: 10, part: '10.00' } },
      { account: '2', kind: 'first-bill', result: { days: 30, partDays: 15, part: '15.00' } },
    ]);
  });

  it('add up the lines of a period, without arrears, zero sums and accounts that have no line', async () => {
    const closed = { close_date: '2026-11-15' };
    const { findCases } = setUp(
      [
        account(1, closed),
        account(2, { ...closed, fee_structures_ids: [2] }),
        account(3, closed),
        account(4, closed),
        account(5, { close_date: '2026-11-15', number: '00-5' }),
      ],
      {
        '2026-09-30': [
          ['a1', '900'],
          ['a1', '20'],
          ['a2', '5'],
          ['a4', '7'],
          ['a4', '-7'],
          ['nSWB 005', '92'],
        ],
      },
    );
    expect(await findCases()).toMatchObject([
      { account: '1', debit: '920.00', result: { part: '460.00' } },
      { account: '5', debit: '92.00', result: { part: '46.00' } },
    ]);
  });

  it.each([
    ['no-structure', { fee_structures_ids: [] }, 'a1', '5'],
    ['unknown-structure', { fee_structures_ids: [99] }, 'a1', '5'],
    ['structures-differ', { fee_structures_ids: [1, 3] }, 'a1', '5'],
    ['structures-differ', { fee_structures_ids: [1, 2] }, 'a1', '5'],
    ['unknown-collection', { fee_structures_ids: [5] }, 'a1', '5'],
    ['frequency', { fee_structures_ids: [4] }, 'a1', '5'],
    ['unreadable-amount', {}, 'a1', null],
    ['shared-number', {}, 'sSWB 001', '5'],
  ])('are not determined: %s', async (why, overrides, accountRef, amount) => {
    const { findCases } = setUp([account(1, { close_date: '2026-11-15', ...overrides })], {
      '2026-06-30': [],
      '2026-09-30': [[accountRef, amount]],
    });
    expect(await findCases()).toMatchObject([{ account: '1', result: { why } }]);
  });

  it('take the length of an interval from the files of the same firm', async () => {
    const { workspace, findCases } = setUp(
      [account(1, { firm_id: 39, close_date: '2026-05-10', fee_structures_ids: [] })],
      { '2026-03-31': [], '2026-06-30': [['a1', '5']] },
    );
    for (const [index, endDate] of ['2026-04-30', '2026-05-31'].entries())
      workspace.feeHistory.put(
        {
          fileId: `${60 + index}`,
          sha256: endDate,
          firmId: '40',
          endDate,
          savedAt: '2026-07-02',
          leftOut: 0,
        },
        [],
      );
    expect(await findCases('ends')).toMatchObject([{ account: '1', result: { why: 'no-structure' } }]);
  });

  it('are not determined for an account that pays for others', async () => {
    const groups = [{ id: 3, name: 'Juns', assignments: [{ account_id: 2, fee_location: 1 }] }];
    const { findCases } = setUp(
      [account(1, { close_date: '2026-11-15' }), account(2)],
      { '2026-09-30': [['a1', '5']] },
      groups,
    );
    expect(await findCases()).toMatchObject([{ account: '1', result: { why: 'pays-for-others' } }]);
  });

  it('are not determined if a file that the service no longer lists bills the account too', async () => {
    const closed = { close_date: '2026-11-15' };
    const files = {
      '2026-09-30': [
        ['a1', '66.00'],
        ['a2', '66.00'],
      ],
    } satisfies Record<string, FeeLineSample[]>;
    const { workspace, findCases, cases } = setUp(
      [account(1, closed), account(2, closed)],
      files,
      [],
      [{ id: 52 }],
    );
    const fee = { accountRef: 'a1', at: 0, number: '001', amount: '66.00' };
    const bill = (fileId: string, custodian: string) =>
      workspace.feeHistory.put(
        { fileId, sha256: fileId, firmId: '39', endDate: '2026-09-30', savedAt: '2026-10-03', leftOut: 0 },
        [{ ...fee, custodian }],
      );
    bill('52', 'NFS');
    expect(await findCases()).toMatchObject([{ account: '1', debit: '132.00' }, { account: '2' }]);
    bill('52', 'SWB');
    expect(await findCases()).toMatchObject([
      { account: '1', debit: null, fileIds: ['40', '52'], result: { why: 'replaced-file' } },
      { account: '2', debit: '66.00', result: { part: '33.00' } },
    ]);
    expect(filterRefunds(await cases(), {}).openSum).toBe('33.00');
    workspace.feeHistory.replaced.mark('40', { ...NOW, note: '' });
    expect(await findCases()).toMatchObject([
      { account: '1', debit: '66.00', fileIds: ['52'], result: { part: '33.00' } },
    ]);
  });
});

describe('decisions', () => {
  it('are kept in the saved work with their estimate, logged, and can be reopened', async () => {
    const { workspace, file, cases } = setUp([account(1, { close_date: '2026-11-15' })], {
      '2026-09-30': [['a1', '920.00']],
    });
    const decision = {
      state: 'refunded',
      date: '2026-11-20',
      amount: '460.00',
      reference: 'Wire 17',
    } as const;
    expect(filterRefunds(await cases(), { state: 'open' })).toMatchObject({
      rows: [{ account: '1' }],
      openSum: '460.00',
      counts: { open: 1 },
    });
    decideRefund(workspace, await cases(), SHOWN, decision, NOW);
    const reopened = closeAfterTest(openTestWorkspace(file, WORKSPACE_KEY));
    expect(reopened.refunds.decisions()).toMatchObject([
      { ...KEY, debit: '920.00', decision: { ...decision, by: 'jo', estimate: '460.00' } },
    ]);
    expect(filterRefunds(await cases(), { state: 'refunded' })).toMatchObject({
      rows: [{ decision }],
      openSum: '0.00',
      counts: { open: 0, refunded: 1 },
    });
    expect(workspace.activity.list({}, 0, 5).entries[0]).toMatchObject({
      kind: 'refund-recorded',
      facts: { account_id: '1', amount: '460.00', reference: 'Wire 17', estimate: '460.00' },
    });
    reopenRefund(workspace, KEY);
    reopenRefund(workspace, KEY);
    expect(filterRefunds(await cases(), {}).counts).toMatchObject({ open: 1, refunded: 0 });
    expect(workspace.activity.list({}, 0, 5).total).toBe(2);
  });

  it('stay listed when the data no longer has the case; recording needs a case and an amount', async () => {
    const { workspace, cases } = setUp([account(1, { close_date: '2026-11-15' })], {
      '2026-09-30': [['a1', '920.00']],
    });
    decideRefund(workspace, await cases(), SHOWN, NOT_DUE, NOW);
    const lost = withDecisions([], workspace.refunds.decisions());
    expect(lost).toMatchObject([
      {
        name: 'Account 1',
        debit: '920.00',
        result: { why: 'no-longer-found' },
        decision: { state: 'not-due' },
      },
    ]);
    expect(filterRefunds(lost, { text: 'account 001' }).counts).toMatchObject({ 'not-due': 1 });
    expect(() => decideRefund(workspace, [], SHOWN, NOT_DUE, NOW)).toThrow(CHANGED_SINCE);
    const zero = { state: 'refunded', date: '2026-11-20', amount: '0.00', reference: 'x' } as const;
    expect(() => decideRefund(workspace, lost, { key: KEY, estimate: null }, zero, NOW)).toThrow(
      expect.objectContaining({
        failure: expect.objectContaining({ kind: 'unexpected' }) as object,
      }) as Error,
    );
  });

  it('are not recorded against an estimate that the user did not see', async () => {
    const { workspace, cases } = setUp([account(1, { close_date: '2026-11-15' })], {
      '2026-09-30': [['a1', '920.00']],
    });
    const current = await cases();
    const decide = (estimate: string | null) =>
      decideRefund(workspace, current, { key: KEY, estimate }, NOT_DUE, NOW);
    expect(() => decide('450.00')).toThrow(CHANGED_SINCE);
    expect(() => decide(null)).toThrow(CHANGED_SINCE);
    expect(workspace.refunds.decisions()).toEqual([]);
  });

  it('about the period that advance billing covers are logged once each', () => {
    const { workspace } = setUp([], {});
    expect(workspace.refunds.setting()).toBe(null);
    setAdvance(workspace, 'begins', NOW);
    setAdvance(workspace, 'begins', NOW);
    setAdvance(workspace, 'ends', NOW);
    expect(workspace.refunds.setting()).toEqual({ advance: 'ends', ...NOW });
    expect(workspace.activity.list({ kinds: ['refund-setting'] }, 0, 5)).toMatchObject({ total: 2 });
  });
});
