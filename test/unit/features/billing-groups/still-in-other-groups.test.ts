import { expect, it } from 'vitest';
import { ignoredRemovals, groupsStillHolding } from '#engine/features/billing-groups/leftover-groups';
import { readerWith } from '../../cache/temp-cache';

const assignmentsOf = (...accounts: number[]) =>
  accounts.map((account) => ({ id: account + 100, account_id: account, fee_location: 0 }));
const readerOf = () =>
  readerWith({
    accounts: [1, 2, 3].map((id) => ({ id, name: `Account ${id}` })),
    billingGroups: [
      { id: 7, name: 'New', assignments: assignmentsOf(1, 2) },
      { id: 8, name: 'Earlier', assignments: assignmentsOf(2, 3) },
      { id: 9, name: 'Other', assignments: assignmentsOf(3) },
    ],
  });
const row = (state: 'done' | 'not-taken' | 'unknown', input: unknown, response: string[] = []) => ({
  state,
  input: input as never,
  responseIds: response,
});

it('finds accounts of a created group in the other groups that have them', () => {
  const holding = groupsStillHolding(readerOf(), [row('done', {}, ['7'])]);
  expect(holding.map(({ group, accounts }) => [group.name, accounts])).toEqual([['Earlier', ['2']]]);
});

it('finds no accounts in other groups if the creation is not confirmed', () => {
  expect(groupsStillHolding(readerOf(), [row('unknown', {}, ['7'])])).toEqual([]);
});

it('reports accounts that a PUT did not remove, but not added ones', () => {
  const before = JSON.stringify(assignmentsOf(2, 3));
  const line = (after: number[]) => ({
    key: '8',
    title: 'Earlier',
    subtitle: '',
    line: null,
    fields: [{ field: 'assignments', before, after: JSON.stringify(assignmentsOf(...after)) }],
  });
  expect(ignoredRemovals(readerOf(), [row('not-taken', line([2]))])).toEqual([
    { group: '8', name: 'Earlier', assignments: ['103'] },
  ]);
  expect(ignoredRemovals(readerOf(), [row('not-taken', line([2, 3, 1])), row('done', line([2]))])).toEqual(
    [],
  );
});
