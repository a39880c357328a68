import { z } from 'zod';
import { dayNumberOf } from './data/calendar';
import { invalid } from './refusal';
import type { Ids, DemoTable } from './table';

/** Maps each key of a filter body to the record field it tests, e.g. `account_ids` → `account_id`. */
export type Filterable = ReadonlyMap<string, string>;

/** Builds the documented keys of a filter body, including plural forms. */
export const filterKeys = (
  fields: readonly string[],
  plurals: Readonly<Record<string, string>> = {},
): Filterable => new Map([...fields.map((field) => [field, field] as const), ...Object.entries(plurals)]);

/** Returns the names of a descriptor's fields that the service's filter accepts. */
export const filterFields = (fields: Readonly<Record<string, { readonly filter?: boolean }>>): string[] =>
  Object.entries(fields).flatMap(([name, field]) => (field.filter ? [name] : []));

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const rich = z.object({
  any_or_all: z.enum(['any', 'all']).optional(),
  conditions: z
    .array(z.object({ value: scalar, op: z.enum(['eq', 'contains', 'gte', 'lte']).default('eq') }))
    .min(1),
});
const condition = z.union([scalar, z.array(scalar), rich]);
type Scalar = z.output<typeof scalar>;
type Rich = z.output<typeof rich>;

/** A field and its test. `keys`: the accepted values as text, if the test is a plain list of them. */
export interface FieldTest {
  readonly field: string;
  readonly passes: (value: unknown) => boolean;
  readonly keys: ReadonlySet<string> | undefined;
  /** The day of the earliest time that passes, in days since 1970; undefined if the test sets no such limit. */
  readonly fromDay?: number | undefined;
}

/** Numbers and texts with the same spelling are equal; null equals only null. */
const comparableText = (value: unknown): string =>
  value === null || value === undefined
    ? '\u0000'
    : typeof value === 'object'
      ? JSON.stringify(value)
      : `${value as Scalar}`;

const ISO_START = /^\d{4}-\d{2}-\d{2}/;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;
/** A date written as a date-time at midnight. */
const MIDNIGHT = /^(\d{4}-\d{2}-\d{2})T00:00(:00(\.0+)?)?(Z|[+-]00:00)?$/;

function isOneOf(texts: ReadonlySet<string>): (value: unknown) => boolean {
  const keys = new Set([...texts].map((text) => MIDNIGHT.exec(text)?.[1] ?? text));
  const hasDates = [...keys].some((key) => ISO_DATE.test(key));
  const passes = (value: unknown): boolean => {
    if (Array.isArray(value)) return value.some(passes);
    const text = comparableText(value);
    // A calendar date matches a date-time on that day.
    return (
      keys.has(text) ||
      (hasDates && text.length > 10 && text.charAt(10) === 'T' && keys.has(text.slice(0, 10)))
    );
  };
  return passes;
}

function scalarTest(op: 'eq' | 'contains' | 'gte' | 'lte', expected: Scalar): (value: unknown) => boolean {
  if (op === 'eq') return isOneOf(new Set([comparableText(expected)]));
  if (op === 'contains') {
    const part = comparableText(expected).toLowerCase();
    const matchesSearch = (value: unknown): boolean =>
      Array.isArray(value)
        ? value.some(matchesSearch)
        : value !== null && value !== undefined && comparableText(value).toLowerCase().includes(part);
    return matchesSearch;
  }
  const wanted = comparableText(expected);
  // Dates in ISO form sort as plain text, which is much faster than a collation.
  const compare = ISO_START.test(wanted)
    ? (text: string): number => (text < wanted ? -1 : Number(text > wanted))
    : (text: string): number => text.localeCompare(wanted, 'en');
  const order = (value: unknown): number =>
    typeof value === 'number' && !Number.isNaN(Number(expected))
      ? value - Number(expected)
      : compare(comparableText(value));
  return (value) =>
    value !== null && value !== undefined && (op === 'gte' ? order(value) >= 0 : order(value) <= 0);
}

/** Returns the earliest day that a condition accepts, in days since 1970. */
function firstDayOf({ op, value }: Rich['conditions'][number]): number | undefined {
  return op === 'gte' && typeof value === 'string' && ISO_START.test(value) ? dayNumberOf(value) : undefined;
}

function richTest({ any_or_all: mode, conditions }: Rich): Omit<FieldTest, 'field'> {
  const tests = conditions.map((item) => scalarTest(item.op, item.value));
  if (mode !== 'any') {
    const [fromDay] = conditions.map(firstDayOf).filter((day) => day !== undefined);
    return { passes: (value) => tests.every((test) => test(value)), keys: undefined, fromDay };
  }
  if (conditions.every((item) => item.op === 'eq')) {
    const keys = new Set(conditions.map((item) => comparableText(item.value)));
    return { passes: isOneOf(keys), keys };
  }
  return { passes: (value) => tests.some((test) => test(value)), keys: undefined };
}

/**
 * Reads a filter body: a plain value matches exactly, a list matches any of its values, and the richer form
 * follows the wire facts. All fields must match.
 * @throws Refusal 400 naming unknown fields and malformed conditions
 */
export function readFilter(body: unknown, filterable: Filterable): FieldTest[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalid('The body must be an object with the fields to filter by.');
  }
  const reasons: string[] = [];
  const tests = Object.entries(body).flatMap(([key, conditionJson]): FieldTest[] => {
    const field = filterable.get(key);
    if (field === undefined) {
      reasons.push(`${key} is not a field to filter by.`);
      return [];
    }
    const parsed = condition.safeParse(conditionJson);
    if (
      !parsed.success ||
      (isRich(parsed.data) && parsed.data.conditions.length > 1 && !parsed.data.any_or_all)
    ) {
      reasons.push(`${key} must be a value, a list of values, or conditions with any_or_all.`);
      return [];
    }
    if (isRich(parsed.data)) return [{ field, ...richTest(parsed.data) }];
    const keys = new Set((Array.isArray(parsed.data) ? parsed.data : [parsed.data]).map(comparableText));
    return [{ field, passes: isOneOf(keys), keys }];
  });
  if (reasons.length > 0) throw invalid(...reasons);
  return tests;
}

const isRich = (value: z.output<typeof condition>): value is Rich =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns those of `ids` that pass every test, in that order. If a test lists record IDs, looks these up in the table
 * instead, in ascending order and whether or not `ids` has them.
 */
export function matching(table: DemoTable, ids: Ids, tests: readonly FieldTest[]): Ids {
  if (tests.length === 0) return ids;
  const byId = tests.find((test) => test.field === 'id' && test.keys);
  const otherTests = tests.filter((test) => test !== byId);
  const fromDay = tests.find(({ field }) => field === 'updated_at_utc')?.fromDay;
  const candidates = byId?.keys
    ? [...byId.keys]
        .map(Number)
        .filter((id) => Number.isInteger(id) && table.row(id) !== undefined)
        .sort((a, b) => a - b)
    : ids;
  const matchingIds: number[] = [];
  for (const id of candidates) {
    if (fromDay !== undefined && table.mayHaveChangedSince?.(id, fromDay) === false) continue;
    if (otherTests.every((test) => test.passes(table.value(id, test.field)))) matchingIds.push(id);
  }
  return matchingIds;
}
