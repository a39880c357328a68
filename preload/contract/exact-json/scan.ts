/**
 * Steps over JSON as text, without parsing it: a few hundred megabytes a second, and no depth that would end it. It
 * finds where things begin and end; whether a number or a word is one is seen when it is read.
 */

/** What is no JSON. It never quotes the text, which may hold what must not be logged. */
export class JsonFault extends SyntaxError {
  constructor(
    /** `cut`: the text ends in the middle; `foreign`: something else than JSON. */
    readonly kind: 'cut' | 'foreign',
    readonly at: number,
  ) {
    super(kind === 'cut' ? 'the JSON ends in the middle' : `no JSON at character ${at}`);
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

export const isObjectAt = (text: string, at: number): boolean => text.charCodeAt(at) === OPEN_OBJECT;
export const isListAt = (text: string, at: number): boolean => text.charCodeAt(at) === OPEN_LIST;
export const isStringAt = (text: string, at: number): boolean => text.charCodeAt(at) === QUOTE;

export function skipSpace(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) break;
  }
  return at;
}

/** Where the next thing begins; a text must not end before it. */
function nextThing(text: string, from: number): number {
  const at = skipSpace(text, from);
  if (at >= text.length) throw new JsonFault('cut', at);
  return at;
}

/** Nothing but white space may follow. */
export function expectEnd(text: string, from: number): void {
  const at = skipSpace(text, from);
  if (at < text.length) throw new JsonFault('foreign', at);
}

/** One past the end of the value that begins at `start`. */
export function valueEnd(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === QUOTE) return stringEnd(text, start);
  if (first === OPEN_OBJECT || first === OPEN_LIST) return nestEnd(text, start);
  const length = text.length;
  let at = start;
  for (; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code <= 32 || code === COMMA || code === CLOSE_LIST || code === CLOSE_OBJECT) break;
  }
  if (at === start) throw new JsonFault(start < length ? 'foreign' : 'cut', start);
  return at;
}

/** The hot loop: strings are short, so stepping through them beats a call of indexOf for each. */
function nestEnd(text: string, start: number): number {
  const length = text.length;
  let depth = 0;
  let at = start;
  while (at < length) {
    const code = text.charCodeAt(at++);
    if (code === QUOTE) {
      for (;;) {
        if (at >= length) throw new JsonFault('cut', length);
        const inner = text.charCodeAt(at++);
        if (inner === QUOTE) break;
        if (inner === BACKSLASH) at++;
      }
      // `{` and `}` are `[` and `]` with bit 5 set, and the letters between them never stand outside a string.
    } else if ((code | 32) === OPEN_OBJECT) depth++;
    else if ((code | 32) === CLOSE_OBJECT && --depth === 0) return at;
  }
  throw new JsonFault('cut', length);
}

/** One past the closing quote of the string that begins at `start`. */
export function stringEnd(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) throw new JsonFault('cut', text.length);
    let slashes = 0;
    while (text.charCodeAt(quote - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

/** A string, number or word of JSON as its value. */
export function scalarOf(text: string, start: number, end: number): string | number | boolean | null {
  try {
    return JSON.parse(text.slice(start, end)) as string | number | boolean | null;
  } catch {
    throw new JsonFault('foreign', start);
  }
}

export const nameOf = (text: string, start: number, end: number): string => {
  const name = text.slice(start + 1, end - 1);
  return name.includes('\\') ? String(scalarOf(text, start, end)) : name;
};

/** Whether the name that stands there, with its quotes, is this one; seldom makes a text of it. */
export function isNamed(text: string, start: number, end: number, name: string): boolean {
  if (end - start === name.length + 2 && text.startsWith(name, start + 1)) return true;
  const slash = text.indexOf('\\', start);
  return slash >= 0 && slash < end && nameOf(text, start, end) === name;
}

/**
 * Goes through the object that begins at `start`; returns one past its end. `visit` is told a name, where its value
 * begins, and where the name stands with its quotes; it answers one past the end of the value.
 */
export function readMembers(
  text: string,
  start: number,
  visit: (name: string, value: number, nameStart: number, nameEnd: number) => number,
): number {
  return stepMembers(text, start, (value, nameStart, nameEnd) =>
    visit(nameOf(text, nameStart, nameEnd), value, nameStart, nameEnd),
  );
}

/** The same without a text of each name, for whoever compares them in place. */
export function stepMembers(
  text: string,
  start: number,
  visit: (value: number, nameStart: number, nameEnd: number) => number,
): number {
  let at = nextThing(text, start + 1);
  if (text.charCodeAt(at) === CLOSE_OBJECT) return at + 1;
  for (;;) {
    if (text.charCodeAt(at) !== QUOTE) throw new JsonFault('foreign', at);
    const nameEnd = stringEnd(text, at);
    const colon = nextThing(text, nameEnd);
    if (text.charCodeAt(colon) !== COLON) throw new JsonFault('foreign', colon);
    const value = nextThing(text, colon + 1);
    at = nextThing(text, visit(value, at, nameEnd));
    const next = text.charCodeAt(at);
    if (next === CLOSE_OBJECT) return at + 1;
    if (next !== COMMA) throw new JsonFault('foreign', at);
    at = nextThing(text, at + 1);
  }
}

/** Goes through the list that begins at `start` as readMembers does through an object. */
export function readItems(text: string, start: number, visit: (value: number) => number): number {
  let at = nextThing(text, start + 1);
  if (text.charCodeAt(at) === CLOSE_LIST) return at + 1;
  for (;;) {
    at = nextThing(text, visit(at));
    const next = text.charCodeAt(at);
    if (next === CLOSE_LIST) return at + 1;
    if (next !== COMMA) throw new JsonFault('foreign', at);
    at = nextThing(text, at + 1);
  }
}
