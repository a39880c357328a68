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
import { isPlain, placeOf, type Span } from './place';

/** From the record inwards: names of fields, and places in lists counted from 0. Of a name that comes twice, the last. */
export type Path = readonly (string | number)[];

/** One change of a record. */
export type Edit =
  /** Gives a field a value; a field that is not there is added at the end. */
  | { readonly op: 'set'; readonly path: Path; readonly value: Exact }
  /** Takes a field out (each time it comes), or an item of a list. Nothing happens where it is not there. */
  | { readonly op: 'remove'; readonly path: Path }
  /** Puts an item at the end of a list; null and no field at all count as an empty list. */
  | { readonly op: 'append'; readonly path: Path; readonly value: Exact }
  /** Takes every item that reads like this one out of a list: 7 and "7" name the same id, "007" does not. */
  | { readonly op: 'remove-item'; readonly path: Path; readonly value: Exact };

/** The record has no such place, or cannot be patched. Names fields, never values. */
export class PatchFault extends Error {}

/** A field with its name, or an item of a list. `value` is where its value begins. */
interface Part extends Span {
  readonly name: string | undefined;
  readonly nameEnd: number;
  readonly value: number;
}

/**
 * The text of a value inside a record, exactly as it was sent; undefined where there is none. Throws JsonFault for what is
 * seen to be no JSON: a record may be broken beside what was asked for.
 */
export function textAt(raw: string, path: Path): string | undefined {
  const span = spanOf(raw, path);
  return span && raw.slice(span.start, span.end);
}

/** The same as a value, digits exact. */
export function valueAt(raw: string, path: Path): Exact | undefined {
  const text = textAt(raw, path);
  return text === undefined ? undefined : readExact(text);
}

/** A changed record, and what it says with numbers as doubles: it was read to see that it is JSON. */
export interface Patched {
  readonly text: string;
  readonly value: unknown;
}

/**
 * Changes a record as text, one edit after the other: what no edit names stays byte for byte, with its unknown fields,
 * nulls, digits, escapes, order and white space. Throws PatchFault, and JsonFault for a record that is no JSON.
 */
export const patchJson = (raw: string, edits: readonly Edit[]): string => patchRead(raw, edits).text;

/** The same for whoever needs to look at it, too. */
export function patchRead(raw: string, edits: readonly Edit[]): Patched {
  const text = edits.reduce(applied, raw);
  try {
    return { text, value: JSON.parse(text) };
  } catch {
    throw new PatchFault('the record or a new value is not JSON');
  }
}

function applied(raw: string, edit: Edit): string {
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
      if (!isListAt(raw, list.start)) throw nowhere(path);
      return withPart(raw, list, undefined, jsonText(edit.value));
    }
    case 'remove-item': {
      const list = spanOf(raw, path);
      if (!list || raw.slice(list.start, list.end) === 'null') return raw;
      if (!isListAt(raw, list.start)) throw nowhere(path);
      const wanted = plain(edit.value);
      return cutParts(raw, list, ({ start, end }) => plain(readExact(raw.slice(start, end))) === wanted);
    }
  }
}

const plain = (value: Exact): string => (typeof value === 'string' ? value : jsonText(value));
const nowhere = (path: Path) => new PatchFault(`nothing can be changed at ${path.join('.') || 'the record'}`);

function withValue(raw: string, path: Path, value: string): string {
  const found = spanOf(raw, path);
  if (found) return raw.slice(0, found.start) + value + raw.slice(found.end);
  const name = path.at(-1);
  const inside = spanOf(raw, path.slice(0, -1));
  if (!inside || typeof name !== 'string' || !isObjectAt(raw, inside.start)) throw nowhere(path);
  return withPart(raw, inside, name, value);
}

function without(raw: string, path: Path): string {
  const step = path.at(-1);
  const inside = spanOf(raw, path.slice(0, -1));
  if (step === undefined) throw nowhere(path);
  if (!inside) return raw;
  return cutParts(raw, inside, ({ name }, at) => (name ?? at) === step);
}

/** Adds a field or an item after the last one, spaced as that one is. */
function withPart(raw: string, inside: Span, name: string | undefined, value: string): string {
  const parts = partsOf(raw, inside.start);
  const last = parts.at(-1);
  const before = parts.at(-2);
  const colon = last?.name === undefined ? ':' : raw.slice(last.nameEnd, last.value);
  const part = name === undefined ? value : JSON.stringify(name) + colon + value;
  if (!last) return raw.slice(0, inside.start + 1) + part + raw.slice(inside.start + 1);
  const gap = before ? raw.indexOf(',', before.end) + 1 : inside.start + 1;
  return `${raw.slice(0, last.end)},${raw.slice(gap, last.start)}${part}${raw.slice(last.end)}`;
}

/** Cuts parts out of an object or a list, each with the comma that goes with it. */
function cutParts(raw: string, inside: Span, unwanted: (part: Part, at: number) => boolean): string {
  const parts = partsOf(raw, inside.start);
  const [first] = parts;
  const last = parts.at(-1);
  if (!first || !last || !parts.some(unwanted)) return raw;
  let kept = '';
  parts.forEach((part, at) => {
    if (unwanted(part, at)) return;
    // The white space before a part stays with it, but whichever is first now stands where the first one stood.
    const from = kept === '' ? part.start : (parts[at - 1]?.end ?? part.start);
    kept += raw.slice(from, part.end);
  });
  return raw.slice(0, first.start) + kept + raw.slice(last.end);
}

/** At a glance, else in one step through the text: this is asked of every record that is read or sent. */
function spanOf(raw: string, path: Path): Span | undefined {
  const [only] = path;
  if (path.length === 1 && typeof only === 'string' && isPlain(raw)) {
    const place = placeOf(raw, only);
    if (place !== 'unclear') return place;
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

/** Where the value of a field or of an item is in the value that begins at `start`, and where that ends. */
function partAt(raw: string, start: number, step: string | number): { part: Span | undefined; end: number } {
  let part: Span | undefined;
  let at = 0;
  const found = (value: number, isIt: boolean): number => {
    const end = valueEnd(raw, value);
    if (isIt) part = { start: value, end };
    return end;
  };
  const end = isObjectAt(raw, start)
    ? stepMembers(raw, start, (value, from, to) =>
        found(value, typeof step === 'string' && isNamed(raw, from, to, step)),
      )
    : isListAt(raw, start)
      ? readItems(raw, start, (value) => found(value, at++ === step))
      : valueEnd(raw, start);
  return { part, end };
}

/** The fields of an object or the items of a list; of anything else none. */
function partsOf(raw: string, start: number): Part[] {
  const parts: Part[] = [];
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
