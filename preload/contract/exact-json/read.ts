import {
  expectEnd,
  isListAt,
  isObjectAt,
  readItems,
  readMembers,
  scalarOf,
  skipSpace,
  valueEnd,
} from './scan';

/** Deeper values are kept as text, so that nothing can exhaust the stack. */
const MAX_DEPTH = 64;

/**
 * A part of a record kept as text: a number that JavaScript would change (an ID above 2^53, 0.10, 1e400), or
 * a value nested too deeply.
 */
export class Verbatim {
  constructor(readonly text: string) {}
  toString(): string {
    return this.text;
  }
  toJSON(): string {
    return this.text;
  }
}

/** A JSON value; `V` replaces text that is kept. For a repeated name the last value counts. */
export type Json<V> =
  null | boolean | number | string | V | readonly Json<V>[] | { readonly [name: string]: Json<V> };
export type Exact = Json<Verbatim>;

const verbatim = (text: string) => new Verbatim(text);

/**
 * Parses JSON without losing a digit. `keep` converts numbers that JavaScript would change and values nested
 * deeper than 64 levels. `__proto__` is an ordinary name. Throws JsonError.
 */
export function readExact(text: string): Exact;
export function readExact<V>(text: string, keep: (text: string) => V): Json<V>;
export function readExact(text: string, keep: (text: string) => unknown = verbatim): Json<unknown> {
  const start = skipSpace(text, 0);
  const [value, end] = read(text, start, 0, keep);
  expectEnd(text, end);
  return value;
}

/** A value and the offset after it. */
type ParsedValue<V> = readonly [value: Json<V>, end: number];

function read<V>(text: string, start: number, depth: number, keep: (text: string) => V): ParsedValue<V> {
  if (isObjectAt(text, start)) {
    if (depth === MAX_DEPTH) return readDeep(text, start, keep);
    const object: Record<string, Json<V>> = {};
    const end = readMembers(text, start, (name, position) => {
      const [value, next] = read(text, position, depth + 1, keep);
      if (name === '__proto__') define(object, name, value);
      else object[name] = value;
      return next;
    });
    return [object, end];
  }
  if (isListAt(text, start)) {
    if (depth === MAX_DEPTH) return readDeep(text, start, keep);
    const list: Json<V>[] = [];
    const end = readItems(text, start, (position) => {
      const [value, next] = read(text, position, depth + 1, keep);
      list.push(value);
      return next;
    });
    return [list, end];
  }
  const end = valueEnd(text, start);
  const value = scalarOf(text, start, end);
  if (typeof value !== 'number') return [value, end];
  const source = text.slice(start, end);
  const isSafe = Math.abs(value) <= Number.MAX_SAFE_INTEGER && String(value) === source;
  return [isSafe ? value : keep(source), end];
}

/** Assignment would change the prototype. */
const define = (object: object, name: string, value: unknown) =>
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });

function readDeep<V>(text: string, start: number, keep: (text: string) => V): ParsedValue<V> {
  const end = valueEnd(text, start);
  return [keep(text.slice(start, end)), end];
}

/**
 * Returns a value as JSON text; kept text is written unchanged. Throws RangeError for numbers that JSON
 * lacks.
 */
export function jsonText(value: Exact): string {
  if (value instanceof Verbatim) return value.text;
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('JSON has no such number');
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(jsonText).join(',')}]`;
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}:${jsonText(member)}`,
  );
  return `{${members.join(',')}}`;
}

export const isList = (value: Exact): value is readonly Exact[] => Array.isArray(value);

/** Returns a value as displayed: 7 and "7" are the same ID, "007" is not. */
export const plainText = (value: Exact): string => (typeof value === 'string' ? value : jsonText(value));
