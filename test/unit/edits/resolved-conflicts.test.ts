import { expect, it } from 'vitest';
import { resolveConflicts } from '#engine/records/edits/judge';
import type { DraftRow } from '#contract/edit';

const assigned = (...accounts: number[]) =>
  JSON.stringify(accounts.map((account) => ({ id: account, account_id: account, fee_location: 0 })));
const rowOf = (mine: number[], theirs: number[]): DraftRow => ({
  index: 0,
  key: '7',
  title: 'Reed Family',
  subtitle: '',
  line: null,
  state: 'conflict',
  issue: null,
  fields: [
    {
      field: 'assignments',
      before: assigned(10, 11),
      after: assigned(...mine),
      theirs: assigned(...theirs),
      issue: null,
    },
  ],
});
const accountsIn = ({ fields }: DraftRow) =>
  (JSON.parse(fields[0]?.after ?? '[]') as { account_id: number }[]).map(({ account_id }) => account_id);

it('merges the user’s edit into a group that others changed, and keeps their changes', () => {
  const row = resolveConflicts('billingGroups', rowOf([10, 12], [10, 11, 50]), 'mine');
  expect(row.state).toBe('ready');
  expect(accountsIn(row)).toEqual([10, 50, 12]);
  expect(row.fields[0]?.before).toBe(assigned(10, 11, 50));
  expect(accountsIn(resolveConflicts('billingGroups', rowOf([10, 11, 12], []), 'mine'))).toEqual([12]);
});

it('leaves nothing to send if others made the same change', () => {
  expect(resolveConflicts('billingGroups', rowOf([10], [10]), 'mine')).toMatchObject({
    state: 'unchanged',
    fields: [],
  });
});
