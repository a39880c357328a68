import { vi } from 'vitest';
import { compareAccounts, filterTerms } from '#engine/features/agreed-terms/compare-accounts';
import { createTermsSheets } from '#engine/features/agreed-terms/terms-sheet';
import { closeAfterTest } from '#test/support/cleanups';
import { openTestWorkspace } from '#test/support/saved-work';
import { readerWith } from '../../cache/temp-cache';
import { tempWorkspaceFile, WORKSPACE_KEY } from '../../workspace/temp-workspace';

const TIERS = [
  { id: 1, min_balance: 0, max_balance: 1000000, rate: 1.25 },
  { id: 2, min_balance: 1000000.01, max_balance: null, rate: 1 },
];
export const AGREED_STRUCTURES = [
  { id: 7, name: 'Flat', calculation_type: 'R', flat_rate: 0.85, frequency: 'Q', collection_type: 'R' },
  { id: 8, name: 'Tiered', calculation_type: 'T', tiers: TIERS, frequency: 'Q', collection_type: 'D' },
  { id: 9, name: 'Dollars', calculation_type: 'A', flat_dollar_fee: 150.5, frequency: 'M' },
  { id: 10, name: 'Broken', calculation_type: 'T', tiers: [{ min_balance: 5, max_balance: 4, rate: 1 }] },
];
const account = (id: number, number: string, overrides: object = {}) => ({
  id,
  name: `Account ${id}`,
  number,
  custodian: 'SWB',
  status: 'funded',
  fee_structures_ids: [7],
  ...overrides,
});
/**
 * 3 and 4 share a number at two custodians, without a structure and with several; the structure of 5 is unknown, and
 * the tiers of 6 are faulty; 7 is closed.
 */
export const AGREED_ACCOUNTS = [
  account(1, '00123', { household_id: 60 }),
  account(2, 'AB-77', { household_id: 60, fee_structures_ids: [8] }),
  account(3, '500', { fee_structures_ids: [] }),
  account(4, '500', { custodian: 'PER', fee_structures_ids: [7, 8] }),
  account(5, '600', { fee_structures_ids: [99] }),
  account(6, '700', { fee_structures_ids: [10] }),
  account(7, '800', { status: 'closed' }),
  account(8, '900', { fee_structures_ids: [9] }),
];

const TODAY = '2026-11-24';

/** Agreed terms with a cache and a workspace, without a connection. */
export function termsHarness(accounts: readonly object[] = AGREED_ACCOUNTS) {
  const reader = readerWith({ accounts, feeStructures: AGREED_STRUCTURES });
  const workspace = closeAfterTest(openTestWorkspace(tempWorkspaceFile(), WORKSPACE_KEY));
  const pause = vi.fn(() => Promise.resolve());
  const sheets = createTermsSheets({
    reader,
    workspace,
    pause,
    now: () => ({ day: TODAY, at: `${TODAY}T10:00:00.000Z` }),
    user: () => 'jo',
  });
  const open = async (text: string) => {
    const table = await sheets.read({ from: 'text', text }, () => '');
    return [table.id, table.columns.map(({ field }) => field)] as const;
  };
  return {
    workspace,
    pause,
    sheets,
    check: async (text: string) => sheets.check(...(await open(text))),
    store: async (text: string) => sheets.store(...(await open(text))),
    compare: () => compareAccounts(reader, workspace.agreedTerms, pause),
    /** Returns by account ID why it was not determined, or else the fields that differ, or else the result. */
    results: async () =>
      Object.fromEntries(
        (await compareAccounts(reader, workspace.agreedTerms, pause)).rows.map(
          ({ key, result, why, differences }) => [
            key,
            why ?? (differences.length > 0 ? differences.map(({ field }) => field).join() : result),
          ],
        ),
      ),
    compareFiltered: async (filter: Parameters<typeof filterTerms>[1]) =>
      filterTerms(await compareAccounts(reader, workspace.agreedTerms, pause), filter),
  };
}
