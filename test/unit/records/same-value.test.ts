import { expect, it } from 'vitest';
import { sameValue } from '#engine/records/same-value';
import { readExact } from '#contract/exact-json/read';
import { resourceNamed, type ResourceName } from '#contract/resources';

const same = (resource: ResourceName, field: string, wanted: string, told: string | undefined): boolean => {
  const descriptor = resourceNamed(resource).fields[field];
  if (!descriptor) throw new Error(field);
  return sameValue(descriptor, readExact(wanted), told === undefined ? undefined : readExact(told));
};

it.each<[ResourceName, string, string, string | undefined]>([
  ['accounts', 'household_id', '68778', '"68778"'],
  ['accounts', 'household_id', '9007199254740993', '9007199254740993'],
  ['accounts', 'required_cash', '0.1', '0.10'],
  ['accounts', 'required_cash', '12', '"12.00"'],
  ['accounts', 'first_billable_date', '"2026-11-21"', '"2026-11-21T00:00:00Z"'],
  ['accounts', 'fee_structures_ids', '[1,2]', '["2",1]'],
  ['accounts', 'fee_structures_ids', 'null', '[]'],
  ['accounts', 'notes', 'null', undefined],
  [
    'billingGroups',
    'assignments',
    '[{"account_id":1,"fee_location":0},{"account_id":2,"fee_location":-1}]',
    '[{"id":9,"account_id":2,"fee_location":-1},{"id":8,"account_id":1,"fee_location":0}]',
  ],
  [
    'feeStructures',
    'tiers',
    '[{"min_balance":0,"max_balance":null,"rate":0.9}]',
    '[{"id":1,"min_balance":0.00,"max_balance":null,"rate":0.90,"fee_structure_id":4}]',
  ],
])('%s.%s: %s equals %s', (resource, field, wanted, told) => {
  expect(same(resource, field, wanted, told)).toBe(true);
});

it.each<[ResourceName, string, string, string | undefined]>([
  ['accounts', 'household_id', '9007199254740993', '9007199254740992'],
  ['accounts', 'number', '"007"', '"7"'],
  ['accounts', 'required_cash', '0', 'null'],
  ['accounts', 'fee_structures_ids', '[1,1]', '[1,2]'],
  ['accounts', 'notes', '"x"', undefined],
  [
    'feeStructures',
    'tiers',
    '[{"min_balance":0,"max_balance":null,"rate":0.9}]',
    '[{"id":1,"min_balance":0,"max_balance":100,"rate":0.9}]',
  ],
])('%s.%s: %s differs from %s', (resource, field, wanted, told) => {
  expect(same(resource, field, wanted, told)).toBe(false);
});
