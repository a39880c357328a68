import type { GridSort, GridSortStep } from './types';

/** As many columns as a list can be sorted by at once. */
const MOST = 4;

/** The columns of an order, the first one first. */
export const stepsOf = ({ next = [], ...first }: GridSort): readonly GridSortStep[] => [first, ...next];

/** Where a column stands in an order, from 0, and which way; undefined: it does not. */
export function stepOf(sort: GridSort, field: string): { at: number; descending: boolean } | undefined {
  const at = stepsOf(sort).findIndex((step) => step.field === field);
  const step = stepsOf(sort)[at];
  return step && { at, descending: step.descending };
}

/**
 * An order with one more column behind the others. One that is in it already turns round, and leaves it when it was
 * turned before, unless it is the only one.
 */
export function withStep(sort: GridSort, field: string): GridSort {
  const steps = stepsOf(sort);
  const known = stepOf(sort, field);
  const changed = !known
    ? [...steps, { field, descending: false }].slice(0, MOST)
    : known.descending && steps.length > 1
      ? steps.filter((step) => step.field !== field)
      : steps.map((step) => (step.field === field ? { field, descending: !step.descending } : step));
  const [first = { field, descending: false }, ...next] = changed;
  return next.length > 0 ? { ...first, next } : first;
}
