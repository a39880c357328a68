import { expect, it, vi } from 'vitest';
import { ignoredRemovals, groupsStillHolding } from '#engine/features/billing-groups/leftover-groups';
import { readerWith } from '../../cache/temp-cache';

const pause = (): Promise<void> => Promise.resolve();
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

it('finds accounts of a created group in the other groups that have them', async () => {
  const holding = await groupsStillHolding(readerOf(), [row('done', {}, ['7'])], pause);
  expect(holding.map(({ group, accounts }) => [group.name, accounts])).toEqual([['Earlier', ['2']]]);
});

it('finds accounts in other groups with pauses, without reading the created groups one by one', async () => {
  const reader = readerOf();
  const readOne = vi.spyOn(reader, 'get');
  const counted = vi.fn(pause);
  await groupsStillHolding(reader, [row('done', {}, ['7']), row('done', {}, ['9'])], counted);
  expect(readOne).not.toHaveBeenCalled();
  expect(counted).toHaveBeenCalled();
});

it('finds no accounts in other groups if the creation is not confirmed', async () => {
  expect(await groupsStillHolding(readerOf(), [row('unknown', {}, ['7'])], pause)).toEqual([]);
});

it('reports accounts that a PUT did not remove, but not added ones', async () => {
  const before = JSON.stringify(assignmentsOf(2, 3));
  const line = (after: number[]) => ({
    key: '8',
    title: 'Earlier',
    subtitle: '',
    line: null,
    fields: [{ field: 'assignments', before, after: JSON.stringify(assignmentsOf(...after)) }],
  });
  expect(await ignoredRemovals(readerOf(), [row('not-taken', line([2]))], pause)).toEqual([
    { group: '8', name: 'Earlier', assignments: ['103'] },
  ]);
  const others = [row('not-taken', line([2, 3, 1])), row('done', line([2]))];
  expect(await ignoredRemovals(readerOf(), others, pause)).toEqual([]);
});
