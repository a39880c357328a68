import { expect, it } from 'vitest';
import { byField, stillReferredText } from '../../../../renderer/records/outcome/dependent-messages';

const group = {
  resource: 'accounts',
  field: 'fee_structures_ids',
  relation: 'referencing',
  total: 12,
  titles: ['Harbor Trust', 'Reed IRA'],
  filters: [],
} as const;

it('names the remaining references to deleted records once', () => {
  const references = { ...group, titles: [...group.titles], filters: [] };
  expect(stillReferredText({ resource: 'feeStructures', deleted: 1 }, references)).toBe(
    '12 accounts still refer to the deleted fee structure: Harbor Trust, Reed IRA, and 10 more.',
  );
  expect(
    stillReferredText(
      { resource: 'feeStructures', deleted: 3 },
      { ...references, total: 1, titles: ['Reed IRA'] },
    ),
  ).toBe('1 account still refers to the deleted fee structures: Reed IRA.');
});

it('names the field if it differs from the name of the list it refers to', () => {
  expect(byField('households', { resource: 'accounts', field: 'household_id' })).toBe('');
  expect(byField('accounts', { resource: 'billingGroups', field: 'assignments' })).toBe(
    ' (Assigned accounts)',
  );
});
