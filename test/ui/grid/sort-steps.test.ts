import { expect, it } from 'vitest';
import { stepOf, withStep } from '../../../renderer/grid/sort-steps';

const sortBy = (field: string, descending = false) => ({ field, descending });

it('appends a column to the sort order, reverses it, then removes it', () => {
  const two = withStep(sortBy('city'), 'name');
  expect(two).toEqual({ ...sortBy('city'), next: [sortBy('name')] });
  const turned = withStep(two, 'name');
  expect(stepOf(turned, 'name')).toEqual({ at: 1, descending: true });
  expect(withStep(turned, 'name')).toEqual(sortBy('city'));
});

it('never removes the only sort column and refuses a fifth', () => {
  expect(withStep(sortBy('city', true), 'city')).toEqual(sortBy('city'));
  const four = ['b', 'c', 'd'].reduce(withStep, sortBy('a'));
  expect(withStep(four, 'e')).toEqual(four);
});
