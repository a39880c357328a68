import type { GridSort, GridSortStep } from './types';

/** Maximum number of sort columns. */
const MAX_SORT_STEPS = 4;

/** Returns the columns of a sort order, first one first. */
export const gridSortSteps = ({ next = [], ...first }: GridSort): readonly GridSortStep[] => [first, ...next];

/**
 * Returns a column's position in a sort order, from 0, and its direction; undefined if it is not included.
 */
export function stepOf(sort: GridSort, field: string): { index: number; descending: boolean } | undefined {
  const index = gridSortSteps(sort).findIndex((step) => step.field === field);
  const step = gridSortSteps(sort)[index];
  return step && { index, descending: step.descending };
}

/** Returns true if a column can be added to a sort order: it is not part of it, and there is space for it. */
export const canAddStep = (sort: GridSort, field: string): boolean =>
  !stepOf(sort, field) && gridSortSteps(sort).length < MAX_SORT_STEPS;

/**
 * Adds a column, ascending, unless the sort order is full. A column that is already in it changes: ascending becomes
 * descending; descending is removed or, if it is the only column, becomes ascending.
 */
export function withStep(sort: GridSort, field: string): GridSort {
  const steps = gridSortSteps(sort);
  const existing = stepOf(sort, field);
  const changed = !existing
    ? [...steps, { field, descending: false }].slice(0, MAX_SORT_STEPS)
    : existing.descending && steps.length > 1
      ? steps.filter((step) => step.field !== field)
      : steps.map((step) => (step.field === field ? { field, descending: !step.descending } : step));
  const [first = { field, descending: false }, ...next] = changed;
  return next.length > 0 ? { ...first, next } : first;
}

/** Returns a sort order in words: "Name, descending, then City, ascending". */
export const sortStepsText = (sort: GridSort, labelOf: (field: string) => string): string =>
  gridSortSteps(sort)
    .map(({ field, descending }) => `${labelOf(field)}, ${descending ? 'descending' : 'ascending'}`)
    .join(', then ');
