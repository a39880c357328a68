import { describe, expect, it } from 'vitest';
import type { FeeSubject } from '#contract/features/fee-history/schemas';
import { feeHistoryOf } from '#engine/features/fee-history/history-of';
import { accountsOfSubject } from '#engine/features/fee-history/subject-accounts';
import { closeAfterTest } from '#test/support/cleanups';
import { openTestWorkspace } from '#test/support/saved-work';
import { readerWith } from '../../cache/temp-cache';
import { tempWorkspaceFile, WORKSPACE_KEY } from '../../workspace/temp-workspace';

const account = (id: number, overrides: object = {}) => ({
  id,
  name: `Account ${id}`,
  number: `00${id}`,
  custodian: 'SWB',
  status: 'funded',
  household_id: 60,
  fee_structures_ids: [1],
  ...overrides,
});
const LISTS = {
  accounts: [
    account(1),
    account(2, { status: 'closed', fee_structures_ids: [1, 2] }),
    account(3, { household_id: 61, fee_structures_ids: [12] }),
  ],
  billingGroups: [
    {
      id: 'g1',
      name: 'Juns',
      assignments: [{ account_id: 1 }, { account_id: 3 }, { account_id: 1, fee_location: 0 }],
    },
  ],
};

const keysOf = (reader: ReturnType<typeof readerWith>, resource: FeeSubject['resource'], key: string) =>
  accountsOfSubject(reader, { resource, key }).map((account) => account.key);

describe('the accounts whose fees are shown for a record', () => {
  it('are the account, or the current accounts of the household, billing group or fee structure', () => {
    const reader = readerWith(LISTS);
    expect(keysOf(reader, 'accounts', '3')).toEqual(['3']);
    expect(keysOf(reader, 'households', '60').sort()).toEqual(['1', '2']);
    expect(keysOf(reader, 'billingGroups', 'g1')).toEqual(['1', '3']);
    expect(keysOf(reader, 'feeStructures', '1').sort()).toEqual(['1', '2']);
    expect(keysOf(reader, 'feeStructures', '2')).toEqual(['2']);
    expect(keysOf(reader, 'households', '6')).toEqual([]);
    expect(keysOf(reader, 'billingGroups', 'gone')).toEqual([]);
  });

  it('have the same fees after the cache is rebuilt, and are found by ID while it is empty', () => {
    const { feeHistory } = closeAfterTest(openTestWorkspace(tempWorkspaceFile(), WORKSPACE_KEY));
    feeHistory.put(
      {
        fileId: '40',
        sha256: 'h40',
        firmId: '39',
        endDate: '2026-09-30',
        savedAt: '2026-10-02T08:00:00.000Z',
        leftOut: 0,
      },
      // Accounts 1 to 3 by their keys, and account 1 by its custodian and number.
      ['a1', 'a2', 'a3', 'nSWB 001'].map((accountRef, index) => ({
        accountRef,
        at: index,
        custodian: 'SWB',
        number: accountRef.slice(1),
        amount: `${index + 1}.10`,
      })),
    );
    const sums = (reader: ReturnType<typeof readerWith>, resource: FeeSubject['resource'], key: string) =>
      feeHistoryOf(feeHistory, accountsOfSubject(reader, { resource, key }), new Set()).periods.map(
        ({ sum }) => sum,
      );
    const [original, rebuilt, empty] = [
      readerWith(LISTS),
      readerWith({ ...LISTS, accounts: LISTS.accounts.toReversed() }),
      readerWith({}),
    ];
    for (const [resource, key, sum] of [
      ['accounts', '1', '5.20'],
      ['households', '60', '7.30'],
      ['billingGroups', 'g1', '8.30'],
      ['feeStructures', '1', '7.30'],
    ] as const) {
      expect(sums(original, resource, key), resource).toEqual([sum]);
      expect(sums(rebuilt, resource, key), resource).toEqual([sum]);
    }
    expect(sums(empty, 'accounts', '1')).toEqual(['1.10']);
    expect(sums(empty, 'households', '60')).toEqual([]);
  });
});
