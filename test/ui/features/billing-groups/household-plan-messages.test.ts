import { expect, it } from 'vitest';
import type { HouseholdRow } from '#contract/features/billing-groups/calls';
import { householdPlanText } from '../../../../renderer/features/billing-groups/messages';

const textOf = (overrides: Partial<HouseholdRow>): string =>
  householdPlanText({
    key: '39 7',
    firm: '39',
    household: '7',
    householdName: 'Reed',
    state: 'leave',
    why: null,
    group: null,
    open: 3,
    added: 0,
    inOtherGroups: 0,
    ...overrides,
  });

it('says what is planned for a household, and how many accounts stay in other groups', () => {
  expect(textOf({ state: 'new', added: 2 })).toBe('Create a group of 2 accounts');
  expect(textOf({ state: 'extend', added: 1, inOtherGroups: 2 })).toBe(
    'Add 1 account; 2 accounts stay in other groups',
  );
  expect(textOf({ why: 'several', inOtherGroups: 1 })).toBe(
    'The household has several groups; 1 account stays in another group',
  );
  expect(textOf({ why: 'in-other-groups', inOtherGroups: 2 })).toBe('Some accounts are in other groups');
});

it('does not say that the group has all open accounts if some are in other groups', () => {
  expect(textOf({ why: 'complete' })).toBe('The group already has all open accounts');
  expect(textOf({ why: 'complete', inOtherGroups: 1 })).toBe(
    'All open accounts are in groups; 1 account stays in another group',
  );
});
