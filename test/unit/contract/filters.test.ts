import { expect, it } from 'vitest';
import { resourceNamed, type ResourceName } from '#contract/resources';

const filtersOf = (name: ResourceName): string[] =>
  Object.entries(resourceNamed(name).fields)
    .filter(([, field]) => field.filter)
    .map(([field]) => field)
    .sort();

it('fee upload files have every filter that the service accepts (spec 4.6)', () => {
  expect(filtersOf('feeUploadFiles')).toEqual([
    'end_date',
    'firm_id',
    'id',
    'num_accounts',
    'num_custodians',
    'num_files',
    'num_households',
    'total_annual_debit',
    'total_period_debit',
  ]);
});
