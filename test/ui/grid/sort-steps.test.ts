import { expect, it } from 'vitest';
import { stepOf, withStep } from '../../../renderer/grid/sort-steps';

const sortBy = (field: string, descending = false) => ({ field, descending });

it('appends a column to the sort order, reverses it, then removes it', () => {
  const twoColumns = withStep(sortBy('city'), 'name');
  expect(twoColumns).toEqual({ ...sortBy('city'), next: [sortBy('name')] });
  const reversed = withStep(twoColumns, 'name');
  expect(stepOf(reversed, 'name')).toEqual({ index: 1, descending: true });
  expect(withStep(reversed, 'name')).toEqual(sortBy('city'));
});

it('never removes the only sort column and refuses a fifth', () => {
  expect(withStep(sortBy('city', true), 'city')).toEqual(sortBy('city'));
  const four = ['b', 'c', 'd'].reduce(withStep, sortBy('a'));
  expect(withStep(four, 'e')).toEqual(four);
});
