import { localDay, startOfLocalDay } from '#contract/dates';
import type { Filter } from '#contract/query';
import type { Column } from '#contract/resource';
import { isDated, type Condition } from './conditions';

/** The user's input: one end for most conditions, the second for "between"; or a number of days. */
export interface RangeText {
  readonly from: string;
  readonly to: string;
}

/** Maximum number of days to count back. */
const MAX_DAYS = 36_500;

/**
 * Returns the filter of an entered range; null if there is none. Days of a time column become points in time.
 */
export function rangeFilter(column: Column, condition: Condition, { from, to }: RangeText): Filter | null {
  const field = column.name;
  const [first, last] = [from.trim(), to.trim()];
  const range = (bounds: { from?: string; to?: string; exclusive?: true }): Filter => ({
    op: 'range',
    field,
    ...bounds,
  });
  if (condition === 'between') {
    if (!first && !last) return null;
    return range({
      ...(first ? { from: startOf(column, first) } : {}),
      ...(last ? { to: endOf(column, last) } : {}),
    });
  }
  if (!first) return null;
  if (condition === 'last-days') return { op: 'last-days', field, days: Number(first) };
  if (condition === 'more') return range({ from: endOf(column, first), exclusive: true });
  if (condition === 'less') return range({ to: startOf(column, first), exclusive: true });
  return range({ from: startOf(column, first), to: endOf(column, first) });
}

/** Returns the initial input for a filter. */
export function rangeText(column: Column, filter: Filter | undefined): RangeText {
  if (filter?.op === 'last-days') return { from: String(filter.days), to: '' };
  if (filter?.op === 'in') return { from: boundText(column, filter.values[0]), to: '' };
  if (filter?.op !== 'range') return { from: '', to: '' };
  const from = boundText(column, filter.from ?? (filter.exclusive ? filter.to : undefined));
  return { from, to: filter.exclusive ? '' : boundText(column, filter.to) };
}

/** Returns a bound for display: the calendar day of dates and times, otherwise the number. */
export function boundText(column: Column, bound: string | null | undefined): string {
  if (!bound) return '';
  if (column.kind === 'dateTime') return dayOfDateTime(bound);
  return column.kind === 'date' ? bound.slice(0, 10) : bound;
}

/** Returns why the input is invalid; null if it is valid. */
export function rangeError(column: Column, condition: Condition, { from, to }: RangeText): string | null {
  if (condition === 'last-days') {
    const isCount = /^\d{1,5}$/.test(from.trim()) && Number(from) >= 1 && Number(from) <= MAX_DAYS;
    return from.trim() === '' || isCount ? null : 'Enter a number of days, such as 90.';
  }
  const isNumber = !isDated(column);
  // A date field accepts years of six digits.
  const form = isNumber ? /^-?\d+(\.\d+)?$/ : /^\d{4}-\d{2}-\d{2}$/;
  const isInvalid = (text: string) => text.trim() !== '' && !form.test(text.trim());
  if (isInvalid(from) || (condition === 'between' && isInvalid(to)))
    return isNumber ? 'Enter a number, such as 1250.50.' : 'Enter a year of four digits.';
  if (condition !== 'between' || !from || !to) return null;
  const isReversed = isNumber ? Number(from) > Number(to) : from > to;
  return isReversed ? 'The start is after the end.' : null;
}

const startOf = (column: Column, day: string): string =>
  column.kind === 'dateTime' ? startOfLocalDay(day).toISOString() : day;
const endOf = (column: Column, day: string): string =>
  column.kind === 'dateTime' ? new Date(startOfLocalDay(day, 1).getTime() - 1).toISOString() : day;

/** Returns the local calendar day of a point in time. */
export function dayOfDateTime(dateTime: string): string {
  const date = new Date(dateTime);
  return Number.isNaN(date.getTime()) ? dateTime.slice(0, 10) : localDay(date);
}
