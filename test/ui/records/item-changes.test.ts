import { render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import { resources } from '#contract/resources';
import { fieldIssue } from '../../../renderer/records/drafts/bulk-messages';
import { changeText } from '../../../renderer/records/outcome/change-text';
import FieldChanges from '../../../renderer/records/outcome/FieldChanges.svelte';
import { itemChanges } from '../../../renderer/records/outcome/item-changes';

const { assignments } = resources.billingGroups.fields;
const BEFORE = '[{"id":1,"account_id":10,"fee_location":0},{"id":2,"account_id":11,"fee_location":0}]';
const AFTER = '[{"id":2,"account_id":11,"fee_location":-1},{"account_id":9007199254740993,"fee_location":0}]';

it('shows changed accounts of a billing group as added, removed and changed, not as JSON', () => {
  expect(itemChanges(assignments, BEFORE, AFTER)).toBe(
    '1 added, paid by itself: 9007199254740993; 1 removed: 10; 1 changed: 11 (Paid by: Itself → The group, by balance)',
  );
  expect(changeText('billingGroups', { field: 'assignments', before: BEFORE, after: AFTER })).toContain(
    '1 added',
  );
  expect(itemChanges(assignments, undefined, BEFORE)).toBe('2 added, paid by itself: 10, 11');
  expect(itemChanges(assignments, BEFORE, 'null')).toBe('2 removed: 10, 11');
  expect(itemChanges(assignments, BEFORE, BEFORE.replace('"id":1', '"id":9'))).toBe('no difference');
});

it('reports a group that another user has emptied as a conflict', () => {
  const field = { field: 'assignments', before: BEFORE, after: AFTER, theirs: '[]', issue: null };
  expect(fieldIssue('billingGroups', field)).toBe(
    'Assigned accounts: someone else changed it: 2 removed: 10, 11.',
  );
});

it('counts added accounts by payer, and names those removed or with another payer', () => {
  const accounts = (payer: number | null, from = 0) =>
    Array.from({ length: 9 }, (_, index) => ({ account_id: from + index, fee_location: payer }));
  const text = (before: unknown[], after: unknown[]) =>
    itemChanges(assignments, JSON.stringify(before), JSON.stringify(after));
  expect(text([], [...accounts(-1), { account_id: 20, fee_location: 57 }])).toBe(
    '9 added, paid by the group, by balance: 0, 1, 2, 3, 4, 5, and 3 more; 1 added, paid by 57: 20',
  );
  expect(text([], accounts(null))).toBe('9 added, “Paid by” not specified: 0, 1, 2, 3, 4, 5, and 3 more');
  expect(text(accounts(0), [])).toBe('9 removed: 0, 1, 2, 3, 4, 5, 6, 7, 8');
  expect(text(accounts(0), accounts(-1))?.match(/Itself → The group, by balance/g)).toHaveLength(9);
});

it('returns null for other fields', () => {
  expect(itemChanges(resources.billingGroups.fields.name, '"a"', '"b"')).toBeNull();
});

it('shows short ID lists before and after, and what long ones add and remove', () => {
  const text = (before: string, after: string) =>
    changeText('accounts', { field: 'benchmarks_ids', before, after });
  expect(text('[1,2]', '[2,9007199254740993]')).toBe('1, 2 → 2, 9007199254740993');
  expect(text('[1]', '[1,2]')).toBe('1 → 1, 2');
  expect(text('[1,2]', '[1]')).toBe('1, 2 → 1');
  expect(text('[]', '[1,2]')).toBe('none → 1, 2');
  expect(text('null', '[1,2]')).toBe('none → 1, 2');
  expect(text('[31,32,33,34,35,36,37,38]', '[38,10]')).toBe(
    '1 added: 10; 7 removed: 31, 32, 33, 34, 35, 36, 37; 1 kept',
  );
  expect(text('[1,2]', '[]')).toBe('1, 2 → empty');
  expect(text('[1,2]', '[2,1]')).toBe('1, 2 → 2, 1');
});

it('distinguishes none, no change and a value that the service does not show', () => {
  const text = (field: string, before: string | undefined, after: string) =>
    changeText('accounts', { field, ...(before === undefined ? {} : { before }), after });
  expect(text('household_id', undefined, '57')).toBe('none → 57');
  expect(text('household_id', 'null', '57')).toBe('none → 57');
  expect(text('household_id', '57', 'null')).toBe('57 → none');
  expect(text('household_id', '57', '57')).toBe('57 (no change)');
  expect(text('nickname', undefined, 'null')).toBe('Not shown by the service → none');
});

it('shows nested objects without names as a table', () => {
  const after = '[{"min_balance":0,"max_balance":null,"rate":1}]';
  render(FieldChanges, {
    resource: 'feeStructures',
    fields: [{ field: 'tiers', before: 'null', after }],
  });
  const table = screen.getByRole('table', { name: 'Tiers' });
  expect([...table.querySelectorAll('td')].map(({ textContent }) => textContent)).toEqual([
    '$0.00',
    'and above',
    '1.00%',
  ]);
  expect(screen.getByText('none')).toBeTruthy();
});
