import { describe, expect, it } from 'vitest';
import { planAddToGroup, type GroupText } from '#engine/features/billing-groups/plan-add-to-group';
import type { AssignedAccount } from '#contract/features/billing-groups/calls';

const account = (id: string, overrides: Partial<AssignedAccount> = {}): AssignedAccount => ({
  id,
  name: `Account ${id}`,
  number: null,
  custodian: 'SWB',
  status: 'funded',
  household: '7',
  firm: '39',
  groups: [],
  ...overrides,
});
const group = (
  id: string,
  assignments: string | undefined,
  overrides: Partial<GroupText> = {},
): GroupText => ({
  id,
  name: `Group ${id}`,
  firm: '39',
  household: '7',
  assignments,
  ...overrides,
});
/** Returns the JSON of assignments: of accounts that pay their own fee, or of [account, payer]. */
const assignmentsOf = (...ids: (number | [number, number])[]) =>
  JSON.stringify(
    ids.map((entry) => {
      const [account_id, fee_location] = typeof entry === 'number' ? [entry, 0] : entry;
      return { id: account_id * 10, account_id, fee_location };
    }),
  );

describe('adding accounts to a group', () => {
  it('adds the missing accounts, and removes them from their current group', () => {
    const target = group('1', assignmentsOf(10));
    const {
      plan,
      target: after,
      others,
    } = planAddToGroup({
      accounts: [account('10'), account('11'), account('12')],
      target,
      groups: [target, group('2', assignmentsOf(12, 20))],
      payer: '-1',
      move: true,
    });
    expect(plan.counts).toEqual({ added: 2, alreadyIn: 1, stays: 0 });
    expect(plan.groups).toEqual([
      { id: '1', name: 'Group 1', added: 2, removed: 0, left: 3 },
      { id: '2', name: 'Group 2', added: 0, removed: 1, left: 1 },
    ]);
    expect(after?.startsWith(assignmentsOf(10).slice(0, -1))).toBe(true);
    expect(JSON.parse(after ?? '')).toHaveLength(3);
    expect(others.map(({ assignments }) => assignments)).toEqual([assignmentsOf(20)]);
  });

  it('leaves accounts in their other group unless moving was requested', () => {
    const { plan, target, others } = planAddToGroup({
      accounts: [account('12')],
      target: group('1', 'null'),
      groups: [group('2', assignmentsOf(12))],
      payer: '0',
      move: false,
    });
    expect(plan.counts).toEqual({ added: 0, alreadyIn: 0, stays: 1 });
    expect(target).toBe('null'); // untouched
    expect(others).toEqual([]);
  });

  it('warns of another group, household or firm, a closed account, and a leaving payer', () => {
    const { plan } = planAddToGroup({
      accounts: [
        account('11'),
        account('12', { household: '8', firm: '41', status: 'closed' }),
        account('13', { household: null }),
      ],
      target: group('1', undefined),
      groups: [group('2', assignmentsOf([12, 0], [20, 12], [21, 12]))],
      payer: '0',
      move: true,
    });
    expect(plan.lines.map(({ account: { id }, warnings }) => [id, warnings])).toEqual([
      [
        '12',
        [
          { code: 'other-group', facts: { group: 'Group 2' } },
          { code: 'payer-leaves', facts: { group: 'Group 2', accounts: 2 } },
          { code: 'other-household', facts: { household: '8' } },
          { code: 'other-firm', facts: { firm: '41' } },
          { code: 'closed', facts: {} },
        ],
      ],
      ['13', [{ code: 'other-household', facts: {} }]],
      ['11', []],
    ]);
    expect(plan.warnings).toEqual({
      'other-group': 1,
      'payer-leaves': 1,
      'other-household': 2,
      'other-firm': 1,
      closed: 1,
    });
  });

  it('warns of the current group alone for an account that stays there', () => {
    const { plan } = planAddToGroup({
      accounts: [account('12', { household: '8', firm: '41', status: 'closed' })],
      target: group('1', undefined),
      groups: [group('2', assignmentsOf([12, 0], [20, 12]))],
      payer: '0',
      move: false,
    });
    expect(plan.lines[0]?.warnings).toEqual([{ code: 'other-group', facts: { group: 'Group 2' } }]);
    expect(plan.warnings).toEqual({ 'other-group': 1 });
  });

  it('warns if the paying account is not in the group', () => {
    const request = {
      accounts: [account('11')],
      target: group('1', assignmentsOf(10)),
      groups: [],
      move: true,
    };
    expect(planAddToGroup({ ...request, payer: '99' }).plan.isPayerOutside).toBe(true);
    expect(planAddToGroup({ ...request, payer: '10' }).plan.isPayerOutside).toBe(false);
    expect(planAddToGroup({ ...request, payer: '11' }).plan.isPayerOutside).toBe(false);
    expect(planAddToGroup({ ...request, payer: '-1' }).plan.isPayerOutside).toBe(false);
  });
});
