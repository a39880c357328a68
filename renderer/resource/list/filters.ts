import type { Filter } from '../../../preload/contract/query';
import type { Column } from '../../../preload/contract/resource';
import { counted, formatValue } from '../../kit/format';
import { namedWords } from '../names/names.svelte';
import { masked } from '../record/secret';

/** How a field is filtered: by picking values, by a range, or by picking values with "contains" on top. */
export type FilterStyle = 'values' | 'range' | 'text';

export function filterStyle(column: Column): FilterStyle {
  switch (column.kind) {
    case 'date':
    case 'moment':
    case 'integer':
    case 'number':
    case 'money':
    case 'percent':
      return 'range';
    case 'text':
      return 'text';
    default:
      return 'values';
  }
}

/** Replaces the filter of its field, or adds it; order stays. Null takes the field's filter away. */
export function withFilter(filters: readonly Filter[], field: string, filter: Filter | null): Filter[] {
  const at = filters.findIndex((each) => each.field === field);
  if (filter === null) return filters.filter((each) => each.field !== field);
  if (at < 0) return [...filters, filter];
  return filters.map((each, index) => (index === at ? filter : each));
}

/** One value of a filter, in words. */
export function valueWords(column: Column, value: string | null): string {
  if (value === null || (value === '' && column.words?.[''] === undefined)) return 'Blank';
  return column.secret ? masked(value) : (namedWords(column)?.(value) ?? formatValue(column, value));
}

/** The condition of a chip in words: "is Funded or Stale", "from Jan 1, 2026", "contains “smith”". */
export function filterWords(column: Column, filter: Filter): string {
  switch (filter.op) {
    case 'contains':
      return `${filter.at === undefined ? 'contains' : `${filter.at}s with`} “${filter.text}”`;
    case 'last-days':
      return `in the last ${counted(filter.days, 'day', 'days')}`;
    case 'not-in':
      return withoutWords(column, filter.values);
    case 'range':
      return rangeWords(column, filter.from, filter.to);
    case 'in': {
      const [first, second] = filter.values;
      if (first === undefined) return '';
      const words = (value: string | null) => valueWords(column, value);
      if (second === undefined) return first === null ? 'is blank' : `is ${words(first)}`;
      if (filter.values.length === 2) return `is ${words(first)} or ${words(second)}`;
      return `is ${words(first)} or ${counted(filter.values.length - 1, 'other', 'others')}`;
    }
  }
}

function withoutWords(column: Column, values: readonly (string | null)[]): string {
  const [first, second] = values;
  if (first === undefined) return '';
  if (first === null && second === undefined) return 'is not blank';
  const words = valueWords(column, first);
  if (second === undefined) return `is not ${words}`;
  if (values.length === 2) return `is not ${words} or ${valueWords(column, second)}`;
  return `is not ${words} or ${counted(values.length - 1, 'other', 'others')}`;
}

/** What is asked of a column of texts or codes. */
export type Condition = 'in' | 'not-in' | 'contains' | 'start' | 'end' | 'blank' | 'filled';

const CONDITIONS: Readonly<Record<Condition, string>> = {
  contains: 'contains',
  start: 'starts with',
  end: 'ends with',
  in: 'is',
  'not-in': 'is not',
  blank: 'is blank',
  filled: 'is not blank',
};
const OF_VALUES: readonly Condition[] = ['in', 'not-in', 'blank', 'filled'];

/** The conditions a column offers, the usual one first. */
export const conditionsOf = (column: Column): { value: Condition; label: string }[] =>
  (Object.keys(CONDITIONS) as Condition[])
    .filter((condition) => filterStyle(column) === 'text' || OF_VALUES.includes(condition))
    .map((value) => ({ value, label: CONDITIONS[value] }));

/** The condition that a filter sets. */
export function conditionOf(column: Column, filter: Filter | undefined): Condition {
  if (filter?.op === 'contains') return filter.at ?? 'contains';
  if (filter?.op === 'in' || filter?.op === 'not-in') {
    const isBlank = filter.values.length === 1 && filter.values[0] === null;
    if (isBlank) return filter.op === 'in' ? 'blank' : 'filled';
    return filter.op;
  }
  return filterStyle(column) === 'text' ? 'contains' : 'in';
}

/** The filter of a condition with the text or the values that are given so far; null while there are none. */
export function conditionFilter(
  field: string,
  condition: Condition,
  { text, values }: { readonly text: string; readonly values: readonly (string | null)[] },
): Filter | null {
  if (condition === 'blank') return { op: 'in', field, values: [null] };
  if (condition === 'filled') return { op: 'not-in', field, values: [null] };
  if (condition === 'in' || condition === 'not-in')
    return values.length > 0 ? { op: condition, field, values: [...values] } : null;
  const part = text.trim();
  if (part === '') return null;
  return { op: 'contains', field, text: part, ...(condition === 'contains' ? {} : { at: condition }) };
}

function rangeWords(column: Column, from: string | undefined, to: string | undefined): string {
  // A moment's range is chosen in whole days.
  const words = (value: string) =>
    column.kind === 'moment' ? formatValue({ kind: 'date' }, localDay(value)) : formatValue(column, value);
  const dated = column.kind === 'date' || column.kind === 'moment';
  if (from !== undefined && to !== undefined)
    return from === to ? `is ${words(from)}` : `${words(from)} – ${words(to)}`;
  if (from !== undefined) return `${dated ? 'from' : 'at least'} ${words(from)}`;
  if (to !== undefined) return `${dated ? 'to' : 'at most'} ${words(to)}`;
  return '';
}

/** The range that people entered as texts; null when both ends are empty. Days of a moment become points in time. */
export function rangeFilter(column: Column, from: string, to: string): Filter | null {
  const begin = column.kind === 'moment' && from ? startOfDay(from) : from.trim();
  const end = column.kind === 'moment' && to ? endOfDay(to) : to.trim();
  if (!begin && !end) return null;
  return { op: 'range', field: column.name, ...(begin ? { from: begin } : {}), ...(end ? { to: end } : {}) };
}

/** What a range field shows for a bound: the calendar day for dates and moments, the number else. */
export function boundText(column: Column, bound: string | null | undefined): string {
  if (!bound) return '';
  if (column.kind === 'moment') return localDay(bound);
  return column.kind === 'date' ? bound.slice(0, 10) : bound;
}

const startOfDay = (day: string): string => new Date(`${day}T00:00:00`).toISOString();
const endOfDay = (day: string): string => new Date(`${day}T23:59:59.999`).toISOString();

/** The calendar day, here, of a point in time. */
function localDay(moment: string): string {
  const at = new Date(moment);
  if (Number.isNaN(at.getTime())) return moment.slice(0, 10);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Why a range cannot be taken, in words; null when it can. */
export function rangeTrouble(column: Column, from: string, to: string): string | null {
  const number = !(column.kind === 'date' || column.kind === 'moment');
  const wrong = (text: string) => number && text.trim() !== '' && !/^-?\d+(\.\d+)?$/.test(text.trim());
  if (wrong(from) || wrong(to)) return 'Enter a number, such as 1250.50.';
  if (!from || !to) return null;
  const reversed = number ? Number(from) > Number(to) : from > to;
  return reversed ? 'The first is after the second.' : null;
}
