import { expect, it } from 'vitest';
import { resources } from '../../../preload/contract/resources';
import { fieldRemark } from '../../../renderer/resource/bulk/words';
import { changeText } from '../../../renderer/resource/outcome/change-text';
import { itemChanges } from '../../../renderer/resource/outcome/item-changes';

const { assignments } = resources.billingGroups.fields;
const BEFORE = '[{"id":1,"account_id":10,"fee_location":0},{"id":2,"account_id":11,"fee_location":0}]';
const AFTER = '[{"id":2,"account_id":11,"fee_location":-1},{"account_id":9007199254740993,"fee_location":0}]';

it('accounts of a billing group are told as added, removed and changed, not as JSON', () => {
  expect(itemChanges(assignments, BEFORE, AFTER)).toBe(
    '1 added: 9007199254740993; 1 removed: 10; 1 changed: 11 (Charged to: Itself → The group, by size)',
  );
  expect(changeText('billingGroups', { field: 'assignments', before: BEFORE, after: AFTER })).toContain(
    '1 added',
  );
  expect(itemChanges(assignments, undefined, BEFORE)).toBe('2 added: 10, 11');
  expect(itemChanges(assignments, BEFORE, 'null')).toBe('2 removed: 10, 11');
  expect(itemChanges(assignments, BEFORE, BEFORE.replace('"id":1', '"id":9'))).toBe('no difference');
});

it('a group that somebody else has emptied meanwhile is a conflict in words', () => {
  const field = { field: 'assignments', before: BEFORE, after: AFTER, theirs: '[]', remark: null };
  expect(fieldRemark('billingGroups', field)).toBe(
    'Assigned accounts: someone else changed it in the meantime: 2 removed: 10, 11.',
  );
});

it('long lists are told by their number, and other fields as before', () => {
  const many = JSON.stringify(Array.from({ length: 9 }, (_, at) => ({ account_id: at })));
  expect(itemChanges(assignments, 'null', many)).toBe('9 added: 0, 1, 2, 3, 4, 5 and 3 more');
  expect(itemChanges(resources.billingGroups.fields.name, '"a"', '"b"')).toBeNull();
});

it('IDs of a list are told by what was added and removed; a list from or to nothing as a whole', () => {
  const text = (before: string, after: string) =>
    changeText('accounts', { field: 'benchmarks_ids', before, after });
  expect(text('[1,2]', '[2,9007199254740993]')).toBe('1 added: 9007199254740993; 1 removed: 1');
  expect(text('[1,2]', '[1]')).toBe('1 removed: 2');
  expect(text('[]', '[1,2]')).toBe('— → 1, 2');
  expect(text('[1,2]', '[]')).toBe('1, 2 → empty');
  expect(text('[1,2]', '[2,1]')).toBe('1, 2 → 2, 1');
});
