import type { Filter } from '#contract/query';
import type { Column } from '#contract/resource';

/** How a field is filtered: by selecting values, by a range, or by a part of its text. */
export type FilterStyle = 'values' | 'range' | 'text';

export function filterStyle(column: Pick<Column, 'kind'>): FilterStyle {
  switch (column.kind) {
    case 'date':
    case 'dateTime':
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

export const isDated = ({ kind }: Pick<Column, 'kind'>): boolean => kind === 'date' || kind === 'dateTime';

/** A filter's condition. */
export type Condition =
  | 'contains'
  | 'start'
  | 'end'
  | 'in'
  | 'not-in'
  | 'listed'
  | 'between'
  | 'more'
  | 'less'
  | 'is'
  | 'last-days'
  | 'blank'
  | 'filled';

const LABELS: Readonly<Record<Condition, string>> = {
  contains: 'contains',
  start: 'starts with',
  end: 'ends with',
  in: 'is',
  'not-in': 'is not',
  listed: 'is in a pasted list',
  between: 'is between',
  more: 'is more than',
  less: 'is less than',
  is: 'is',
  'last-days': 'is in the last … days',
  blank: 'is blank',
  filled: 'is not blank',
};
const DATE_LABELS: Partial<typeof LABELS> = { more: 'is after', less: 'is before', is: 'is on' };

const BLANK_CONDITIONS: readonly Condition[] = ['blank', 'filled'];
const TEXT_CONDITIONS: readonly Condition[] = ['contains', 'start', 'end'];
const VALUE_CONDITIONS: readonly Condition[] = ['in', 'not-in'];
const RANGE_CONDITIONS: readonly Condition[] = ['between', 'more', 'less', 'is'];
const LISTABLE_KINDS: readonly Column['kind'][] = ['text', 'id', 'ids', 'texts', 'objects'];

/** Returns true if values are selected from existing ones. */
export const isPicking = (condition: Condition): boolean => VALUE_CONDITIONS.includes(condition);
/** Returns true if a text is typed. */
export const isTyped = (condition: Condition): boolean => TEXT_CONDITIONS.includes(condition);

function offeredBy(column: Column): readonly Condition[] {
  if (column.secret) return BLANK_CONDITIONS; // a tax ID token is not offered as a value
  const style = filterStyle(column);
  if (style === 'range')
    return [...RANGE_CONDITIONS, ...(isDated(column) ? (['last-days'] as const) : []), ...BLANK_CONDITIONS];
  const listed = LISTABLE_KINDS.includes(column.kind) ? (['listed'] as const) : [];
  const parts = style === 'text' ? TEXT_CONDITIONS : [];
  const choices = column.repeats ? [...VALUE_CONDITIONS, ...parts] : [...parts, ...VALUE_CONDITIONS];
  return [...choices, ...listed, ...BLANK_CONDITIONS];
}

/** Returns the conditions of a column, the default first. */
export const conditionsOf = (column: Column): { value: Condition; label: string }[] =>
  offeredBy(column).map((value) => ({
    value,
    label: (isDated(column) && DATE_LABELS[value]) || LABELS[value],
  }));

/** Returns the condition of a filter, or the default without one. */
export function conditionOf(column: Column, filter: Filter | undefined): Condition {
  const [first = 'in'] = offeredBy(column);
  switch (filter?.op) {
    case undefined:
      return first;
    case 'contains':
      return filter.at ?? 'contains';
    case 'in':
    case 'not-in': {
      const isBlank = filter.values.length === 1 && filter.values[0] === null;
      if (isBlank) return filter.op === 'in' ? 'blank' : 'filled';
      return filterStyle(column) === 'range' ? 'is' : filter.op;
    }
    case 'range':
      if (filter.exclusive) return filter.from === undefined ? 'less' : 'more';
      return filter.from !== undefined && filter.from === filter.to ? 'is' : 'between';
    case 'listed':
    case 'last-days':
      return filter.op;
  }
}

/** Returns the filter for a condition with the text or values entered so far; null if there are none. */
export function conditionFilter(
  field: string,
  condition: Condition,
  { text, values }: { readonly text: string; readonly values: readonly (string | null)[] },
): Filter | null {
  switch (condition) {
    case 'blank':
      return { op: 'in', field, values: [null] };
    case 'filled':
      return { op: 'not-in', field, values: [null] };
    case 'in':
    case 'not-in':
      return values.length > 0 ? { op: condition, field, values: [...values] } : null;
    case 'listed': {
      const listed = values.filter((value) => value !== null);
      return listed.length > 0 ? { op: 'listed', field, values: listed } : null;
    }
    case 'contains':
    case 'start':
    case 'end': {
      const part = text.trim();
      if (part === '') return null;
      return { op: 'contains', field, text: part, ...(condition === 'contains' ? {} : { at: condition }) };
    }
    default:
      return null; // ranges have two ends (ranges.ts)
  }
}
