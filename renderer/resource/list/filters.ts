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

/** Adds a value to a field's "any of", or takes it out; the last one out removes the filter. */
export function withValue(filters: readonly Filter[], field: string, value: string | null): Filter[] {
  const present = filters.find((each) => each.field === field);
  const values = present?.op === 'in' ? present.values : [];
  const next = values.includes(value) ? values.filter((each) => each !== value) : [...values, value];
  return withFilter(filters, field, next.length > 0 ? { op: 'in', field, values: next } : null);
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
      return `contains “${filter.text}”`;
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
