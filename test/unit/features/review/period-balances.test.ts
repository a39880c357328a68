import { expect, it } from 'vitest';
import { readPeriodBalances } from '#engine/features/review/period-balances';
import { closeAfterTest } from '#test/support/cleanups';
import { openTestWorkspace } from '#test/support/saved-work';
import { readerWith } from '../../cache/temp-cache';
import { tempWorkspaceFile, WORKSPACE_KEY } from '../../workspace/temp-workspace';

it('uses the billing report’s date, and prefers imported balances to those of the service', () => {
  const workspace = closeAfterTest(openTestWorkspace(tempWorkspaceFile(), WORKSPACE_KEY));
  const reader = readerWith({
    billingReports: [{ id: 5, fee_upload_file_id: 40, snapshot_date: '2026-09-29' }],
  });
  expect(readPeriodBalances(reader, workspace)).toBe(null);
  workspace.serviceBalances.put('2026-09-29', 'now', [
    { account: '1', amount: '10' },
    { account: '2', amount: '20' },
  ]);
  workspace.balances.add({ file: null, importedAt: 'now', importedBy: 'jo' }, [
    { account: '1', date: '2026-09-29', amount: '11' },
    { account: '3', date: '2026-09-30', amount: '30' },
  ]);
  const balances = readPeriodBalances(reader, workspace);
  expect(balances?.balanceOf('1', '2026-09-30', ['40'])).toEqual({ amount: '11', date: '2026-09-29' });
  expect(balances?.balanceOf('2', '2026-09-30', ['40'])).toEqual({ amount: '20', date: '2026-09-29' });
  expect(balances?.balanceOf('3', '2026-09-30', ['40'])).toBe(null);
  // A file without a billing report uses its period end.
  expect(balances?.balanceOf('3', '2026-09-30', ['41'])).toEqual({ amount: '30', date: '2026-09-30' });
});
