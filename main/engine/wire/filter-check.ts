import type { FilterValues } from '#contract/operations';
import { instantOf } from './changed-since';
import type { RecordBytes } from './record-bytes';
import { isObjectInBytes, readMembersInBytes, skipSpaceInBytes, valueEndInBytes } from './scan-bytes';

/** The result of comparing the records of a response with the filter that was sent. */
export interface FilterCheck {
  /** Records with another value in a filtered field: any of them proves that the service ignored the filter. */
  readonly mismatched: number;
  /** Records without a filtered field, which prove nothing either way. */
  readonly unverified: number;
}

/** Compares each record of a page with the filter that it answers. */
export function checkFilter(records: RecordBytes, filter: FilterValues): FilterCheck {
  let mismatched = 0;
  let unverified = 0;
  const names = Object.keys(filter);
  const lengths = new Set(names.map((name) => JSON.stringify(name).length));
  for (let index = 0; index < records.count; index++) {
    const values = valuesOf(records.bytes(index), filter, lengths);
    if (names.some((name) => values.has(name) && !isMatch(values.get(name), filter[name]))) mismatched += 1;
    else if (values.size < names.length) unverified += 1;
  }
  return { mismatched, unverified };
}

/** Returns how many records of a page match a filter. */
export function countMatches(records: RecordBytes, filter: FilterValues): number {
  const { mismatched, unverified } = checkFilter(records, filter);
  return records.count - mismatched - unverified;
}

/**
 * Returns the values of one record's filtered fields, without absent ones. `lengths`: of the quoted names; only names
 * of such a length, and names with escapes, are decoded.
 */
function valuesOf(
  record: Uint8Array,
  filter: FilterValues,
  lengths: ReadonlySet<number>,
): Map<string, unknown> {
  const values = new Map<string, unknown>();
  if (!isObjectInBytes(record, skipSpaceInBytes(record, 0))) return values;
  const text = (start: number, end: number): string =>
    Buffer.from(record.buffer, record.byteOffset + start, end - start).toString();
  readMembersInBytes(record, skipSpaceInBytes(record, 0), (name, nameEnd, value) => {
    const end = valueEndInBytes(record, value);
    if (!lengths.has(nameEnd - name) && !hasEscape(record, name, nameEnd)) return end;
    const field = JSON.parse(text(name, nameEnd)) as string;
    if (Object.hasOwn(filter, field)) values.set(field, JSON.parse(text(value, end)));
    return end;
  });
  return values;
}

const BACKSLASH = 0x5c;

function hasEscape(bytes: Uint8Array, start: number, end: number): boolean {
  for (let position = start; position < end; position++) if (bytes[position] === BACKSLASH) return true;
  return false;
}

/**
 * A changed-since condition matches times at or after it. Others compare as text, ignoring case, because services spell
 * codes and numbers in several ways.
 */
function isMatch(value: unknown, wanted: FilterValues[string] | undefined): boolean {
  if (typeof wanted === 'object') {
    const [changedAt, since] = [instantOf(value), instantOf(wanted.conditions[0].value)];
    return changedAt !== undefined && since !== undefined && changedAt >= since;
  }
  return value !== null && typeof value !== 'object' && comparableText(value) === comparableText(wanted);
}
const comparableText = (value: unknown): string => String(value).trim().toLowerCase();
