import type { Filter } from './query';

/**
 * Returns whether a value is within a range: numbers by size, dates and other text by text; a month includes
 * its days.
 */
export function isWithin(value: string | number, range: Filter & { op: 'range' }): boolean {
  const { from, to, exclusive } = range;
  const above = from === undefined || compared(value, from) >= (exclusive ? 1 : 0);
  return above && (to === undefined || compared(value, to) <= (exclusive ? -1 : 0));
}

function compared(value: string | number, bound: string): number {
  if (typeof value === 'number') return value - Number(bound) > 0 ? 1 : value < Number(bound) ? -1 : 0;
  const text = value.slice(0, bound.length);
  return text > bound ? 1 : text < bound ? -1 : 0;
}
