import { expect, it } from 'vitest';
import { stepOf, withStep } from '../../../renderer/grid/sort-steps';

const by = (field: string, descending = false) => ({ field, descending });

it('a column comes behind the others, turns round, and leaves again', () => {
  const two = withStep(by('city'), 'name');
  expect(two).toEqual({ ...by('city'), next: [by('name')] });
  const turned = withStep(two, 'name');
  expect(stepOf(turned, 'name')).toEqual({ at: 1, descending: true });
  expect(withStep(turned, 'name')).toEqual(by('city'));
});

it('the only column never leaves, and a fifth finds no room', () => {
  expect(withStep(by('city', true), 'city')).toEqual(by('city'));
  const four = ['b', 'c', 'd'].reduce(withStep, by('a'));
  expect(withStep(four, 'e')).toEqual(four);
});
