import { JsonError } from '#contract/exact-json/scan';

/**
 * Scans JSON as bytes, as exact-json/scan does with text: decoding a page to text is slow if it has even one character
 * that is not ASCII. JSON's syntax is all ASCII, and no byte of a multi-byte UTF-8 character is an ASCII character.
 */

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BACKSLASH = 92;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
const NULL = new TextEncoder().encode('null');

export const isObjectInBytes = (bytes: Uint8Array, position: number): boolean =>
  bytes[position] === OPEN_OBJECT;
export const isListInBytes = (bytes: Uint8Array, position: number): boolean => bytes[position] === OPEN_LIST;

export function skipSpaceInBytes(bytes: Uint8Array, from: number): number {
  let position = from;
  for (; position < bytes.length; position++) {
    const code = bytes[position];
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) break;
  }
  return position;
}

function nextToken(bytes: Uint8Array, from: number): number {
  const position = skipSpaceInBytes(bytes, from);
  if (position >= bytes.length) throw new JsonError('truncated', position);
  return position;
}

/** Fields whose values are located in the scanned records. */
export class FieldSpans {
  /** For the record scanned last: start and end of each value; 0 and 0 for a missing one. */
  readonly spans: Int32Array;
  /** A name is repeated or written with escapes, or a value is neither a plain ASCII string nor null: parse it fully. */
  isUnclear = false;
  /** Indexed by length: whether a name has this length. */
  readonly lengths = new Uint8Array(256);
  readonly #names: readonly Uint8Array[];

  constructor(names: readonly string[]) {
    this.#names = names.map((name) => new TextEncoder().encode(name));
    for (const { length } of this.#names) this.lengths[length] = 1;
    this.spans = new Int32Array(2 * names.length);
  }

  /** Prepares for the next record. */
  clear(): void {
    this.isUnclear = false;
    this.spans.fill(0);
  }

  /** Handles a string with escapes at the top level of a record; it could be one of the names. */
  handleEscaped(bytes: Uint8Array, next: number): void {
    if (bytes[skipSpaceInBytes(bytes, next)] === COLON) this.isUnclear = true;
  }

  /** Handles a string with the length of one of the names. Returns the offset to continue from. */
  handleName(bytes: Uint8Array, start: number, end: number): number {
    const next = end + 1;
    const nameIndex = this.#names.findIndex((name) => isSame(bytes, start, end, name));
    if (nameIndex < 0) return next;
    const colon = skipSpaceInBytes(bytes, next);
    if (bytes[colon] !== COLON) return next; // a value that happens to be this word
    const value = skipSpaceInBytes(bytes, colon + 1);
    const after = plainEnd(bytes, value);
    if (after === 0 || this.spans[2 * nameIndex] !== 0) {
      this.isUnclear = true;
      return next;
    }
    this.spans[2 * nameIndex] = value;
    this.spans[2 * nameIndex + 1] = after;
    return after;
  }
}

function isSame(bytes: Uint8Array, start: number, end: number, name: Uint8Array): boolean {
  if (end - start !== name.length) return false;
  for (let position = 0; position < name.length; position++)
    if (bytes[start + position] !== name[position]) return false;
  return true;
}

/** Returns the offset after a plain ASCII string or null; 0 for anything else. */
function plainEnd(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== QUOTE)
    return NULL.every((code, position) => bytes[start + position] === code) ? start + 4 : 0;
  for (let position = start + 1; position < bytes.length; position++) {
    const code = bytes[position] ?? 0;
    if (code === QUOTE) return position + 1;
    if (code < 32 || code > 126 || code === BACKSLASH) return 0;
  }
  return 0;
}

const NO_FIELDS = new FieldSpans([]);

/** Returns the offset after the value that begins at `start`; `spans` records where its fields are. */
export function valueEndInBytes(bytes: Uint8Array, start: number, spans = NO_FIELDS): number {
  const first = bytes[start];
  if (first === QUOTE) return stringEnd(bytes, start);
  if (first === OPEN_OBJECT) return nestEnd(bytes, start, spans);
  if (first === OPEN_LIST) return nestEnd(bytes, start, NO_FIELDS);
  let position = start;
  for (; position < bytes.length; position++) {
    const code = bytes[position] ?? 0;
    if (code <= 32 || code === COMMA || code === CLOSE_LIST || code === CLOSE_OBJECT) break;
  }
  if (position === start) throw new JsonError(start < bytes.length ? 'invalid' : 'truncated', start);
  return position;
}

/** The hot loop. Rare cases are function calls; inlined, they would make it three times slower. */
function nestEnd(bytes: Uint8Array, start: number, spans: FieldSpans): number {
  const { length } = bytes;
  const { lengths } = spans;
  let depth = 0;
  let position = start;
  while (position < length) {
    const code = bytes[position++] ?? 0;
    if (code === QUOTE) {
      const from = position;
      let hasEscapes = false;
      for (;;) {
        if (position >= length) throw new JsonError('truncated', length);
        const inner = bytes[position++];
        if (inner === QUOTE) break;
        if (inner === BACKSLASH) {
          hasEscapes = true;
          position++;
        }
      }
      if (depth === 1) {
        if (hasEscapes) spans.handleEscaped(bytes, position);
        else if (lengths[position - 1 - from] === 1) position = spans.handleName(bytes, from, position - 1);
      }
      // `{` and `}` are `[` and `]` with bit 5 set, so each comparison matches exactly these two.
    } else if ((code | 32) === OPEN_OBJECT) depth++;
    else if ((code | 32) === CLOSE_OBJECT && --depth === 0) return position;
  }
  throw new JsonError('truncated', length);
}

/** Returns the offset after the closing quote of the string that begins at `start`. */
function stringEnd(bytes: Uint8Array, start: number): number {
  for (let position = start + 1; position < bytes.length; position++) {
    const code = bytes[position];
    if (code === QUOTE) return position + 1;
    if (code === BACKSLASH) position++;
  }
  throw new JsonError('truncated', bytes.length);
}

/**
 * Visits the members of the object that begins at `start`. `visit` gets the offsets of a name and its value,
 * and returns the offset after the value.
 */
export function readMembersInBytes(
  bytes: Uint8Array,
  start: number,
  visit: (name: number, nameEnd: number, value: number) => number,
): number {
  let position = nextToken(bytes, start + 1);
  if (bytes[position] === CLOSE_OBJECT) return position + 1;
  for (;;) {
    if (bytes[position] !== QUOTE) throw new JsonError('invalid', position);
    const nameEnd = stringEnd(bytes, position);
    const colon = nextToken(bytes, nameEnd);
    if (bytes[colon] !== COLON) throw new JsonError('invalid', colon);
    position = nextToken(bytes, visit(position, nameEnd, nextToken(bytes, colon + 1)));
    if (bytes[position] === CLOSE_OBJECT) return position + 1;
    if (bytes[position] !== COMMA) throw new JsonError('invalid', position);
    position = nextToken(bytes, position + 1);
  }
}

/** Visits the items of the list that begins at `start`, as readMembersInBytes does for an object. */
export function readItemsInBytes(bytes: Uint8Array, start: number, visit: (value: number) => number): number {
  let position = nextToken(bytes, start + 1);
  if (bytes[position] === CLOSE_LIST) return position + 1;
  for (;;) {
    position = nextToken(bytes, visit(position));
    if (bytes[position] === CLOSE_LIST) return position + 1;
    if (bytes[position] !== COMMA) throw new JsonError('invalid', position);
    position = nextToken(bytes, position + 1);
  }
}
