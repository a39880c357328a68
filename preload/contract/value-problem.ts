import type { ValueRemark } from './edit';
import { readExact } from './exact-json/read';
import type { Field } from './fields';
import type { RowRemark } from './job';

type Problem = RowRemark & { readonly code: ValueRemark };

/**
 * What speaks against writing a value to a field, by the descriptor: null where it may be, its closed `write` schema
 * (wire facts B5), its range. Null: nothing does. Ids may have any number of digits.
 */
export function problemOf(field: Field | undefined, text: string): Problem | null {
  if (!field?.editable && !field?.create) return { code: 'not-editable' };
  let value: unknown;
  try {
    value = readExact(text, (number) => (isWhole(number) ? withinSafety(number) : Number(number)));
  } catch {
    return { code: 'not-json' };
  }
  // A code that is not typed yet is no code that the service refuses.
  if (field.anyCode && typeof value === 'string' && value.trim() === '') return { code: 'no-null' };
  if (value === null) return field.nullable ? null : { code: 'no-null' };
  const [least, most] = field.range ?? [-Infinity, Infinity];
  if (typeof value === 'number' && (value < least || value > most))
    return { code: 'out-of-range', ...rangeOf(field) };
  return field.write.safeParse(value).success ? null : { code: `not-${field.kind}`, ...rangeOf(field) };
}

const isWhole = (number: string): boolean => /^-?\d+$/.test(number);
/** The schemas know no whole numbers beyond 2^53; how many digits one has is no reason to refuse it. */
const withinSafety = (number: string): number =>
  Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(number)));

const rangeOf = ({ range }: Field) => (range ? { facts: { least: range[0], most: range[1] } } : {});
