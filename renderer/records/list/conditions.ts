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

const WORDS: Readonly<Record<Condition, string>> = {
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
const DATED: Partial<typeof WORDS> = { more: 'is after', less: 'is before', is: 'is on' };

const BLANKS: readonly Condition[] = ['blank', 'filled'];
const PARTS: readonly Condition[] = ['contains', 'start', 'end'];
const PICKS: readonly Condition[] = ['in', 'not-in'];
const RANGES: readonly Condition[] = ['between', 'more', 'less', 'is'];
const LISTED: readonly Column['kind'][] = ['text', 'id', 'ids', 'texts', 'objects'];

/** True if values are selected from existing ones. */
export const isPicking = (condition: Condition): boolean => PICKS.includes(condition);
/** True if a text is typed. */
export const isTyped = (condition: Condition): boolean => PARTS.includes(condition);

function offeredBy(column: Column): readonly Condition[] {
  if (column.secret) return BLANKS; // a tax ID token is not offered as a value
  const style = filterStyle(column);
  if (style === 'range') return [...RANGES, ...(isDated(column) ? (['last-days'] as const) : []), ...BLANKS];
  const listed = LISTED.includes(column.kind) ? (['listed'] as const) : [];
  const parts = style === 'text' ? PARTS : [];
  const choices = column.repeats ? [...PICKS, ...parts] : [...parts, ...PICKS];
  return [...choices, ...listed, ...BLANKS];
}

/** Returns the conditions of a column, the default first. */
export const conditionsOf = (column: Column): { value: Condition; label: string }[] =>
  offeredBy(column).map((value) => ({ value, label: (isDated(column) && DATED[value]) || WORDS[value] }));

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
