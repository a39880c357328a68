import { expect, it } from 'vitest';
import { stepOf, withStep } from '../../../renderer/grid/sort-steps';

const by = (field: string, descending = false) => ({ field, descending });

it('appends a column to the sort order, reverses it, then removes it', () => {
  const two = withStep(by('city'), 'name');
  expect(two).toEqual({ ...by('city'), next: [by('name')] });
  const turned = withStep(two, 'name');
  expect(stepOf(turned, 'name')).toEqual({ at: 1, descending: true });
  expect(withStep(turned, 'name')).toEqual(by('city'));
});

it('never removes the only sort column and refuses a fifth', () => {
  expect(withStep(by('city', true), 'city')).toEqual(by('city'));
  const four = ['b', 'c', 'd'].reduce(withStep, by('a'));
  expect(withStep(four, 'e')).toEqual(four);
});
