import { describe, expect, it } from 'vitest';
import type { RuleId } from '#contract/features/review/rules';
import { findingsOf, type RecordLists } from './rule-findings';
import { sampleAccount, assignmentOf, group } from './record-samples';

const allAssigned = (...ids: (number | [number, number])[]) =>
  ids.map((assignment) =>
    typeof assignment === 'number' ? assignmentOf(assignment) : assignmentOf(...assignment),
  );
const keys = async (rule: RuleId, lists: RecordLists) => Object.keys(await findingsOf(rule, lists));

describe('a billing group', () => {
  it('is flagged if it has no accounts, in any representation', async () => {
    const billingGroups = [
      group(1, null),
      group(2, []),
      group(3, allAssigned(1)),
      group(4, allAssigned(1)[0]),
      { id: 5, name: 'No such field' },
    ];
    expect(await keys('group-empty', { billingGroups })).toEqual(['1', '2', '5']);
  });

  it('is flagged if its accounts belong to several households, or to one other than its own', async () => {
    const accounts = [
      sampleAccount(1),
      sampleAccount(2, { household_id: 8 }),
      sampleAccount(3, { household_id: null }),
    ];
    const billingGroups = [
      group(1, allAssigned(1, 3)),
      group(2, allAssigned(1, 2)),
      group(3, allAssigned(2)),
      group(4, allAssigned(2), { household_id: null }),
    ];
    expect(await findingsOf('group-households', { accounts, billingGroups })).toEqual({
      '2': { households: ['7', '8'] },
      '3': { households: ['7', '8'] },
    });
  });

  it('is flagged if the structures of its accounts mix frequencies', async () => {
    const feeStructures = [
      { id: 1, name: 'A', frequency: 'M' },
      { id: 2, name: 'B', frequency: 'Q' },
      { id: 3, name: 'C', frequency: 'Q' },
    ];
    const accounts = [
      sampleAccount(1, { fee_structures_ids: [1] }),
      sampleAccount(2, { fee_structures_ids: [2] }),
      sampleAccount(3, { fee_structures_ids: [3] }),
    ];
    const billingGroups = [group(1, allAssigned(1, 2)), group(2, allAssigned(2, 3))];
    expect(await findingsOf('group-frequencies', { accounts, billingGroups, feeStructures })).toEqual({
      '1': { structures: ['1', '2'], values: ['M', 'Q'] },
    });
  });
});

describe('an account that pays for others', () => {
  const accounts = [
    sampleAccount(1, { status: 'closed' }),
    sampleAccount(2, { status: 'stale' }),
    sampleAccount(3, { payment_source: 'D' }),
    sampleAccount(4, { is_tax_deferred: true }),
    sampleAccount(5),
  ];
  const billingGroups = [
    group(1, allAssigned(1, [5, 1])),
    group(2, allAssigned(2, [5, 2])),
    group(3, allAssigned(3, [5, 3])),
    group(4, allAssigned(4, [5, 4])),
    group(5, allAssigned([1, 5], [5, 5], [2, -1], [3, 0])),
    group(6, allAssigned([1, 1], [4, 4])), // paying for itself by its own ID does not make a payer
    group(7, allAssigned([1, 9])),
  ];
  it.each<[RuleId, string[]]>([
    ['payer-closed', ['1', '2']],
    ['payer-direct', ['3']],
    ['payer-deferred', ['4']],
    ['payer-outside', ['7']],
  ])('makes %s flag its group', async (rule, expected) => {
    expect(await keys(rule, { accounts, billingGroups })).toEqual(expected);
  });
});

describe('a household', () => {
  it('is flagged if no group has all of its grouped accounts', async () => {
    const accounts = [
      sampleAccount(1),
      sampleAccount(2),
      // A group has both.
      sampleAccount(3, { household_id: 8 }),
      sampleAccount(4, { household_id: 8 }),
      // Households of two firms with the same ID.
      sampleAccount(5, { household_id: 9 }),
      sampleAccount(6, { household_id: 9, firm_id: 41 }),
      // Only one is in use.
      sampleAccount(7, { household_id: 10 }),
      sampleAccount(8, { household_id: 10, status: 'closed' }),
    ];
    const billingGroups = [
      group(1, allAssigned(1, 5, 7)),
      group(2, allAssigned(2, 6, 8)),
      group(3, allAssigned(3, 4)),
      group(4, allAssigned(3)),
    ];
    expect(await findingsOf('household-split', { accounts, billingGroups })).toEqual({
      '1': { groups: ['1', '2'] },
    });
  });

  it('is flagged if only some of its accounts are in a group', async () => {
    const accounts = [
      sampleAccount(1),
      sampleAccount(2),
      sampleAccount(3, { household_id: 8 }),
      sampleAccount(4, { household_id: 8 }),
    ];
    const billingGroups = [group(1, allAssigned(1))];
    expect(await findingsOf('household-half-grouped', { accounts, billingGroups })).toEqual({
      '1': { accounts: ['2'], groups: ['1'] },
    });
  });
});
