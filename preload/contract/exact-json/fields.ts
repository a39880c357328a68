import { readExact } from './read';

export type ExactFields = Readonly<Record<string, unknown>>;

/** Maximum depth to search for numbers. */
const MAX_DEPTH = 64;

/** Parses a record fast, with numbers as doubles; undefined if it is not an object. */
export function fieldsOf(raw: string): ExactFields | undefined {
  try {
    return objectIn(JSON.parse(raw));
  } catch {
    return undefined; // callers keep the record as received, and flag it
  }
}

/** Parses a record with numbers beyond 2^53 and deeply nested values as text. */
export function exactFieldsOf(raw: string): ExactFields | undefined {
  try {
    return objectIn(readExact(raw, numberOrText));
  } catch {
    return undefined; // callers keep the record as received, and flag it
  }
}

/** Parses one value like exactFieldsOf; undefined for missing or invalid JSON. */
export function valueOfText(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    return isInexact(parsed) ? readExact(text, numberOrText) : parsed;
  } catch {
    return undefined;
  }
}

/** Returns whether a value lost digits, or is nested so deeply that only its text is safe to handle. */
export function isInexact(value: unknown, depth = 0): boolean {
  if (typeof value === 'number') return value > Number.MAX_SAFE_INTEGER || value < -Number.MAX_SAFE_INTEGER;
  if (typeof value !== 'object' || value === null) return false;
  if (depth >= MAX_DEPTH) return true;
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (const part of parts) if (isInexact(part, depth + 1)) return true;
  return false;
}

const objectIn = (value: unknown): ExactFields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ExactFields) : undefined;

/** Returns a double if it loses no digits that matter: fields are compared and sorted, and the record keeps its text. */
function numberOrText(text: string): string | number {
  const value = Number(text);
  return Number.isNaN(value) || isInexact(value) ? text : value;
}

/** Returns the ID of a record with all digits; null if it has none. */
export function idOf(raw: string): string | null {
  const parsedId = fieldsOf(raw)?.['id'];
  const id = isInexact(parsedId) ? exactFieldsOf(raw)?.['id'] : parsedId;
  return typeof id === 'number' || (typeof id === 'string' && id !== '') ? String(id) : null;
}
