import { jsonText, readExact, type Exact } from './read';
import {
  expectEnd,
  isListAt,
  isNamed,
  isObjectAt,
  readItems,
  readMembers,
  skipSpace,
  stepMembers,
  valueEnd,
} from './scan';

/**
 * Path from the record inward: field names, and list indexes from 0. For a repeated name, the last one
 * counts.
 */
export type Path = readonly (string | number)[];

/** One change of a record. */
export type Edit =
  /** Sets a field; adds a missing one at the end. */
  | { readonly op: 'set'; readonly path: Path; readonly value: Exact }
  /** Removes a field (every occurrence) or a list item, if present. */
  | { readonly op: 'remove'; readonly path: Path }
  /** Appends a list item; null and a missing field count as an empty list. */
  | { readonly op: 'append'; readonly path: Path; readonly value: Exact }
  /** Removes every list item with this value: 7 and "7" are the same ID, "007" is not. */
  | { readonly op: 'remove-item'; readonly path: Path; readonly value: Exact };

/** The path does not exist or the record cannot be patched. Names fields, never values. */
export class PatchError extends Error {}

/** The range of a value in a text. */
interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A field with its name, or a list item. `value` is the offset of its value. */
interface PatchedRange extends TextRange {
  readonly name: string | undefined;
  readonly nameEnd: number;
  readonly value: number;
}

/**
 * Returns the exact text of a value inside a record; undefined if absent. Throws JsonError only for errors it
 * encounters: the record may be invalid elsewhere.
 */
export function textAt(raw: string, path: Path): string | undefined {
  const span = spanOf(raw, path);
  return span && raw.slice(span.start, span.end);
}

/** Returns the value itself, with exact digits. */
export function valueAt(raw: string, path: Path): Exact | undefined {
  const text = textAt(raw, path);
  return text === undefined ? undefined : readExact(text);
}

/** A changed record and its parsed value (numbers as doubles), parsed to prove it is valid JSON. */
export interface PatchedRecord {
  readonly text: string;
  readonly value: unknown;
}

/**
 * Applies edits to a record's text. Everything not edited stays byte for byte: unknown fields, nulls, digits,
 * escapes, order and white space. Throws PatchError, also if the result is not JSON, and JsonError for invalid JSON
 * on the way to a path.
 */
export const patchJson = (raw: string, edits: readonly Edit[]): string => patchAndParse(raw, edits).text;

/** Does the same and also returns the parsed value. */
export function patchAndParse(raw: string, edits: readonly Edit[]): PatchedRecord {
  const text = edits.reduce(applyEdit, raw);
  try {
    return { text, value: JSON.parse(text) };
  } catch {
    throw new PatchError('the record or a new value is not JSON');
  }
}

function applyEdit(raw: string, edit: Edit): string {
  const { path } = edit;
  switch (edit.op) {
    case 'set':
      return withValue(raw, path, jsonText(edit.value));
    case 'remove':
      return without(raw, path);
    case 'append': {
      const list = spanOf(raw, path);
      if (!list || raw.slice(list.start, list.end) === 'null')
        return withValue(raw, path, `[${jsonText(edit.value)}]`);
      if (!isListAt(raw, list.start)) throw noSuchPath(path);
      return withPart(raw, list, undefined, jsonText(edit.value));
    }
    case 'remove-item': {
      const list = spanOf(raw, path);
      if (!list || raw.slice(list.start, list.end) === 'null') return raw;
      if (!isListAt(raw, list.start)) throw noSuchPath(path);
      const wanted = plain(edit.value);
      return cutParts(raw, list, ({ start, end }) => plain(readExact(raw.slice(start, end))) === wanted);
    }
  }
}

const plain = (value: Exact): string => (typeof value === 'string' ? value : jsonText(value));
const noSuchPath = (path: Path) =>
  new PatchError(`nothing can be changed at ${path.join('.') || 'the record'}`);

function withValue(raw: string, path: Path, value: string): string {
  const existing = spanOf(raw, path);
  if (existing) return raw.slice(0, existing.start) + value + raw.slice(existing.end);
  const name = path.at(-1);
  const container = spanOf(raw, path.slice(0, -1));
  if (!container || typeof name !== 'string' || !isObjectAt(raw, container.start)) throw noSuchPath(path);
  return withPart(raw, container, name, value);
}

function without(raw: string, path: Path): string {
  const step = path.at(-1);
  const container = spanOf(raw, path.slice(0, -1));
  if (step === undefined) throw noSuchPath(path);
  if (!container) return raw;
  return cutParts(raw, container, ({ name }, index) => (name ?? index) === step);
}

/** Adds a field or item after the last one, with the same spacing. */
function withPart(raw: string, container: TextRange, name: string | undefined, value: string): string {
  const parts = partsOf(raw, container.start);
  const last = parts.at(-1);
  const secondLast = parts.at(-2);
  const colon = last?.name === undefined ? ':' : raw.slice(last.nameEnd, last.value);
  const part = name === undefined ? value : JSON.stringify(name) + colon + value;
  if (!last) return raw.slice(0, container.start + 1) + part + raw.slice(container.start + 1);
  const gapStart = secondLast ? raw.indexOf(',', secondLast.end) + 1 : container.start + 1;
  return `${raw.slice(0, last.end)},${raw.slice(gapStart, last.start)}${part}${raw.slice(last.end)}`;
}

/** Removes parts of an object or list, each with its comma. */
function cutParts(
  raw: string,
  container: TextRange,
  isUnwanted: (part: PatchedRange, index: number) => boolean,
): string {
  const parts = partsOf(raw, container.start);
  const [first] = parts;
  const last = parts.at(-1);
  if (!first || !last || !parts.some(isUnwanted)) return raw;
  let kept = '';
  parts.forEach((part, index) => {
    if (isUnwanted(part, index)) return;
    // A part keeps the white space before it; a new first part takes the old first part's position.
    const from = kept === '' ? part.start : (parts[index - 1]?.end ?? part.start);
    kept += raw.slice(from, part.end);
  });
  return raw.slice(0, first.start) + kept + raw.slice(last.end);
}

/**
 * Returns the range of the value at a path; undefined if absent. Tries a fast search first: this runs for every record
 * that is read or sent.
 */
function spanOf(raw: string, path: Path): TextRange | undefined {
  const [only] = path;
  if (path.length === 1 && typeof only === 'string' && isPlain(raw)) {
    const range = findField(raw, only);
    if (range !== 'unclear') return range;
  }
  const start = skipSpace(raw, 0);
  const [step, ...steps] = path;
  if (step === undefined) {
    const end = valueEnd(raw, start);
    expectEnd(raw, end);
    return { start, end };
  }
  const { part, end } = partAt(raw, start, step);
  expectEnd(raw, end);
  let span = part;
  for (const inner of steps) span = span && partAt(raw, span.start, inner).part;
  return span;
}

const COLON = 58;
const WORD = /^\w+$/;

/**
 * Finds a field's value by a plain search for its name, in a record without nested objects; undefined if
 * absent. `unclear`: a full scan is needed, for example for a repeated name.
 */
function findField(text: string, name: string): TextRange | undefined | 'unclear' {
  // A name such as `, ` would also match the text between two strings.
  if (!WORD.test(name)) return 'unclear';
  const quoted = `"${name}"`;
  const nameStart = text.indexOf(quoted);
  if (nameStart < 0) return undefined;
  const nameEnd = nameStart + quoted.length;
  // A string value may end with an escaped quote and this very word.
  if (text.charAt(nameStart - 1) === '\\' || text.includes(quoted, nameEnd)) return 'unclear';
  const colon = skipSpace(text, nameEnd);
  if (text.charCodeAt(colon) !== COLON) return 'unclear';
  const start = skipSpace(text, colon + 1);
  return { start, end: valueEnd(text, start) };
}

/** Returns whether `findField` can be used: one object without nested objects or escaped names. */
const isPlain = (text: string): boolean =>
  text.startsWith('{') && text.endsWith('}') && !text.includes('{', 1) && !text.includes('\\u');

/** Returns the range of a field's or item's value within the value at `start`, and where that ends. */
function partAt(
  raw: string,
  start: number,
  step: string | number,
): { part: TextRange | undefined; end: number } {
  let part: TextRange | undefined;
  let index = 0;
  const passElement = (value: number, isMatch: boolean): number => {
    const end = valueEnd(raw, value);
    if (isMatch) part = { start: value, end };
    return end;
  };
  const end = isObjectAt(raw, start)
    ? stepMembers(raw, start, (value, from, to) =>
        passElement(value, typeof step === 'string' && isNamed(raw, from, to, step)),
      )
    : isListAt(raw, start)
      ? readItems(raw, start, (value) => passElement(value, index++ === step))
      : valueEnd(raw, start);
  return { part, end };
}

/** Returns the fields of an object or items of a list; nothing for other values. */
function partsOf(raw: string, start: number): PatchedRange[] {
  const parts: PatchedRange[] = [];
  if (isObjectAt(raw, start))
    readMembers(raw, start, (name, value, nameStart, nameEnd) => {
      const end = valueEnd(raw, value);
      parts.push({ name, start: nameStart, nameEnd, value, end });
      return end;
    });
  else if (isListAt(raw, start))
    readItems(raw, start, (value) => {
      const end = valueEnd(raw, value);
      parts.push({ name: undefined, start: value, nameEnd: value, value, end });
      return end;
    });
  return parts;
}
