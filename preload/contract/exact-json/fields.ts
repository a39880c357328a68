import { readExact } from './read';

export type Fields = Readonly<Record<string, unknown>>;

/** Deeper than this nobody looks for numbers. */
const DEEPEST = 64;

/** The fields of a record by the fastest way, numbers as doubles; undefined for a text that is no object. */
export function fieldsOf(raw: string): Fields | undefined {
  try {
    return objectOr(JSON.parse(raw));
  } catch {
    return undefined; // what is no record is kept as it came, and flagged
  }
}

/** The same, with every number beyond 2^53 and every value nested too deep as its own text. */
export function exactFieldsOf(raw: string): Fields | undefined {
  try {
    return objectOr(readExact(raw, digits));
  } catch {
    return undefined; // what is no record is kept as it came, and flagged
  }
}

/** One value of a record as exactFieldsOf has it; undefined for none, and for a text that is no JSON. */
export function valueOfText(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    const quick: unknown = JSON.parse(text);
    return isInexact(quick) ? readExact(text, digits) : quick;
  } catch {
    return undefined; // what is no record is kept as it came, and flagged
  }
}

/** Whether a value of fieldsOf has lost digits, or is nested so deep that only its text is safe to handle. */
export function isInexact(value: unknown, depth = 0): boolean {
  if (typeof value === 'number') return value > Number.MAX_SAFE_INTEGER || value < -Number.MAX_SAFE_INTEGER;
  if (typeof value !== 'object' || value === null) return false;
  if (depth >= DEEPEST) return true;
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (const part of parts) if (isInexact(part, depth + 1)) return true;
  return false;
}

const objectOr = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

/** 0.10 and 1e2 may be doubles here: these fields are compared and sorted, the record itself is kept as it came. */
function digits(text: string): string | number {
  const value = Number(text);
  return Number.isNaN(value) || isInexact(value) ? text : value;
}

/** The id of a record, all its digits; null for what has none. */
export function idOf(raw: string): string | null {
  const quick = fieldsOf(raw)?.['id'];
  const id = isInexact(quick) ? exactFieldsOf(raw)?.['id'] : quick;
  return typeof id === 'number' || (typeof id === 'string' && id !== '') ? String(id) : null;
}
