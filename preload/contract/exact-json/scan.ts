/**
 * Scans JSON text without parsing it: a few hundred megabytes per second, at any depth. Finds where values
 * begin and end; numbers and words are validated when read.
 */

/** Invalid JSON. Never quotes the text, which may hold data that must not be logged. */
export class JsonError extends SyntaxError {
  constructor(
    /** `truncated`: the text ends early; `invalid`: not JSON. */
    readonly kind: 'truncated' | 'invalid',
    readonly position: number,
  ) {
    super(kind === 'truncated' ? 'the JSON ends in the middle' : `no JSON at character ${position}`);
  }
}

/** Returns what `read` returns; undefined if it throws a JsonError. */
export function unlessInvalidJson<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

export const isObjectAt = (text: string, position: number): boolean =>
  text.charCodeAt(position) === OPEN_OBJECT;
export const isListAt = (text: string, position: number): boolean => text.charCodeAt(position) === OPEN_LIST;
export const isStringAt = (text: string, position: number): boolean => text.charCodeAt(position) === QUOTE;

/** Returns the offset after JSON's white space: spaces, line feeds, carriage returns and tabs. */
export function skipSpace(text: string, from: number): number {
  let position = from;
  for (; position < text.length; position++) {
    const code = text.charCodeAt(position);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) break;
  }
  return position;
}

/** Returns the offset of the next token; fails at the end of the text. */
function nextToken(text: string, from: number): number {
  const position = skipSpace(text, from);
  if (position >= text.length) throw new JsonError('truncated', position);
  return position;
}

/** Fails unless only white space follows. */
export function expectEnd(text: string, from: number): void {
  const position = skipSpace(text, from);
  if (position < text.length) throw new JsonError('invalid', position);
}

/** Returns the offset after the value that begins at `start`. */
export function valueEnd(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === QUOTE) return stringEnd(text, start);
  if (first === OPEN_OBJECT || first === OPEN_LIST) return nestEnd(text, start);
  const length = text.length;
  let position = start;
  for (; position < length; position++) {
    const code = text.charCodeAt(position);
    if (code <= 32 || code === COMMA || code === CLOSE_LIST || code === CLOSE_OBJECT) break;
  }
  if (position === start) throw new JsonError(start < length ? 'invalid' : 'truncated', start);
  return position;
}

/** The hot loop. Strings are short, so stepping through them is faster than indexOf. */
function nestEnd(text: string, start: number): number {
  const length = text.length;
  let depth = 0;
  let position = start;
  while (position < length) {
    const code = text.charCodeAt(position++);
    if (code === QUOTE) {
      for (;;) {
        if (position >= length) throw new JsonError('truncated', length);
        const inner = text.charCodeAt(position++);
        if (inner === QUOTE) break;
        if (inner === BACKSLASH) position++;
      }
      // `{` and `}` are `[` and `]` with bit 5 set, so each comparison matches exactly these two.
    } else if ((code | 32) === OPEN_OBJECT) depth++;
    else if ((code | 32) === CLOSE_OBJECT && --depth === 0) return position;
  }
  throw new JsonError('truncated', length);
}

/** Returns the offset after the closing quote of the string that begins at `start`. */
export function stringEnd(text: string, start: number): number {
  let position = start + 1;
  for (;;) {
    const quote = text.indexOf('"', position);
    if (quote < 0) throw new JsonError('truncated', text.length);
    let slashes = 0;
    while (text.charCodeAt(quote - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return quote + 1;
    position = quote + 1;
  }
}

/** Parses a JSON string, number or word. */
export function scalarOf(text: string, start: number, end: number): string | number | boolean | null {
  try {
    return JSON.parse(text.slice(start, end)) as string | number | boolean | null;
  } catch {
    throw new JsonError('invalid', start);
  }
}

export const memberNameOf = (text: string, start: number, end: number): string => {
  const name = text.slice(start + 1, end - 1);
  return name.includes('\\') ? String(scalarOf(text, start, end)) : name;
};

/** Returns whether the quoted name in this range equals `name`, usually without creating a string. */
export function isNamed(text: string, start: number, end: number, name: string): boolean {
  if (end - start === name.length + 2 && text.startsWith(name, start + 1)) return true;
  const slash = text.indexOf('\\', start);
  return slash >= 0 && slash < end && memberNameOf(text, start, end) === name;
}

/**
 * Visits the members of the object that begins at `start`; returns the offset after it. `visit` gets a name,
 * its value's offset and the quoted name's range, and returns the offset after the value.
 */
export function readMembers(
  text: string,
  start: number,
  visit: (name: string, value: number, nameStart: number, nameEnd: number) => number,
): number {
  return stepMembers(text, start, (value, nameStart, nameEnd) =>
    visit(memberNameOf(text, nameStart, nameEnd), value, nameStart, nameEnd),
  );
}

/** Does the same without creating names, for callers that compare in place. */
export function stepMembers(
  text: string,
  start: number,
  visit: (value: number, nameStart: number, nameEnd: number) => number,
): number {
  let position = nextToken(text, start + 1);
  if (text.charCodeAt(position) === CLOSE_OBJECT) return position + 1;
  for (;;) {
    if (text.charCodeAt(position) !== QUOTE) throw new JsonError('invalid', position);
    const nameEnd = stringEnd(text, position);
    const colon = nextToken(text, nameEnd);
    if (text.charCodeAt(colon) !== COLON) throw new JsonError('invalid', colon);
    const value = nextToken(text, colon + 1);
    position = nextToken(text, visit(value, position, nameEnd));
    const next = text.charCodeAt(position);
    if (next === CLOSE_OBJECT) return position + 1;
    if (next !== COMMA) throw new JsonError('invalid', position);
    position = nextToken(text, position + 1);
  }
}

/** Visits the items of the list that begins at `start`, as readMembers does for an object. */
export function readItems(text: string, start: number, visit: (value: number) => number): number {
  let position = nextToken(text, start + 1);
  if (text.charCodeAt(position) === CLOSE_LIST) return position + 1;
  for (;;) {
    position = nextToken(text, visit(position));
    const next = text.charCodeAt(position);
    if (next === CLOSE_LIST) return position + 1;
    if (next !== COMMA) throw new JsonError('invalid', position);
    position = nextToken(text, position + 1);
  }
}
