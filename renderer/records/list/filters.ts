import type { Filter } from '#contract/query';
import type { Column } from '#contract/resource';
import { countOf, formatValue } from '../../ui/format';
import { namedText } from '../names/names.svelte';
import { masked } from '../record/secret';
import { isDated } from './conditions';
import { dayOfDateTime } from './ranges';

/** Replaces or adds the filter of a field, keeping the order. Null removes it. */
export function withFilter(filters: readonly Filter[], field: string, filter: Filter | null): Filter[] {
  const position = filters.findIndex((each) => each.field === field);
  if (filter === null) return filters.filter((each) => each.field !== field);
  if (position < 0) return [...filters, filter];
  return filters.map((each, index) => (index === position ? filter : each));
}

/** Formats a value of a filter. */
export function filterValueText(column: Column, value: string | null): string {
  if (value === null || (value === '' && column.labels?.[''] === undefined)) return 'Blank';
  return column.secret ? masked(value) : (namedText(column)?.(value) ?? formatValue(column, value));
}

/** Formats a filter's condition: "is Funded or Stale", "from Jan 1, 2026", "contains “smith”". */
export function describeFilter(column: Column, filter: Filter): string {
  switch (filter.op) {
    case 'contains':
      return `${filter.at === undefined ? 'contains' : `${filter.at}s with`} “${filter.text}”`;
    case 'last-days':
      return `in the last ${countOf(filter.days, 'day', 'days')}`;
    case 'listed':
      return `is one of ${countOf(filter.values.length, 'pasted value', 'pasted values')}`;
    case 'not-in':
      return notInText(column, filter.values);
    case 'range':
      return rangeConditionText(column, filter);
    case 'in': {
      const [first, second] = filter.values;
      if (first === undefined) return '';
      const textOf = (value: string | null) => filterValueText(column, value);
      if (second === undefined) return first === null ? 'is blank' : `is ${textOf(first)}`;
      if (filter.values.length === 2) return `is ${textOf(first)} or ${textOf(second)}`;
      return `is ${textOf(first)} or ${countOf(filter.values.length - 1, 'other', 'others')}`;
    }
  }
}

function notInText(column: Column, values: readonly (string | null)[]): string {
  const [first, second] = values;
  if (first === undefined) return '';
  if (first === null && second === undefined) return 'is not blank';
  const firstText = filterValueText(column, first);
  if (second === undefined) return `is not ${firstText}`;
  if (values.length === 2) return `is not ${firstText} or ${filterValueText(column, second)}`;
  return `is not ${firstText} or ${countOf(values.length - 1, 'other', 'others')}`;
}

function rangeConditionText(column: Column, { from, to, exclusive }: Filter & { op: 'range' }): string {
  // A time range is chosen in whole days.
  const textOf = (value: string) =>
    column.kind === 'dateTime'
      ? formatValue({ kind: 'date' }, dayOfDateTime(value))
      : formatValue(column, value);
  const dated = isDated(column);
  if (from !== undefined && to !== undefined)
    return textOf(from) === textOf(to) ? `is ${textOf(from)}` : `${textOf(from)} – ${textOf(to)}`;
  if (exclusive && from !== undefined) return `${dated ? 'after' : 'more than'} ${textOf(from)}`;
  if (exclusive && to !== undefined) return `${dated ? 'before' : 'less than'} ${textOf(to)}`;
  if (from !== undefined) return `${dated ? 'from' : 'at least'} ${textOf(from)}`;
  if (to !== undefined) return `${dated ? 'to' : 'at most'} ${textOf(to)}`;
  return '';
}
