import type { ValueIssue } from './edit';
import { readExact } from './exact-json/read';
import type { Field } from './fields';
import type { RowIssue } from './job';

type FieldValueIssue = RowIssue & { readonly code: ValueIssue };

/** Years of dates that a user may enter; others are typing errors, such as 1700 or 0026. */
const [MIN_YEAR, MAX_YEAR] = [1900, 2199];
/** Limits of date fields. */
export const DATE_LIMITS = { min: `${MIN_YEAR}-01-01`, max: `${MAX_YEAR}-12-31` };

/**
 * Returns why a value that a user entered cannot be written to a field: as `storedValueIssueOf`, or a date in an
 * implausible year.
 */
export function valueIssueOf(field: Field | undefined, text: string): FieldValueIssue | null {
  const issue = storedValueIssueOf(field, text);
  if (issue || field?.kind !== 'date' || text === 'null') return issue;
  const year = Number(text.slice(1, 5));
  return year < MIN_YEAR || year > MAX_YEAR
    ? { code: 'year-out-of-range', facts: { least: MIN_YEAR, most: MAX_YEAR } }
    : null;
}

/**
 * Returns why a value cannot be written to a field, per its descriptor: null not allowed, its strict `write`
 * schema (wire facts B5), its range. Returns null if it can. Integers, such as IDs, may have any number of digits.
 */
export function storedValueIssueOf(field: Field | undefined, text: string): FieldValueIssue | null {
  if (!field?.editable && !field?.create) return { code: 'not-editable' };
  let value: unknown;
  try {
    value = readExact(text, (number) => (isInteger(number) ? clampToSafe(number) : Number(number)));
  } catch {
    return { code: 'not-json' };
  }
  // The service accepts any code, but an empty one counts as missing.
  if (field.isOpenEnum && typeof value === 'string' && value.trim() === '') return { code: 'no-null' };
  if (value === null) return field.nullable ? null : { code: 'no-null' };
  const [min, max] = field.range ?? [-Infinity, Infinity];
  if (typeof value === 'number' && (value < min || value > max))
    return { code: 'out-of-range', ...rangeOf(field) };
  return field.write.safeParse(value).success ? null : { code: `not-${field.kind}`, ...rangeOf(field) };
}

const isInteger = (number: string): boolean => /^-?\d+$/.test(number);
/** Clamps to ±(2^53 − 1): `z.int()` rejects larger integers, but values are sent as text, with all digits. */
const clampToSafe = (number: string): number =>
  Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(number)));

/** The names `least` and `most` are stored with drafts. */
const rangeOf = ({ range }: Field) => (range ? { facts: { least: range[0], most: range[1] } } : {});
