import { skipSpace, valueEnd } from './scan';

/** Where a value is in a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const COLON = 58;
const WORD = /^\w+$/;

/**
 * Where a field has its value, found by its name alone, in a record without objects inside; undefined where it does not
 * come. `unclear`: it takes a walk through the record to tell, as for a name that comes twice.
 */
export function placeOf(text: string, name: string): Span | undefined | 'unclear' {
  // Any other name may look like what stands between two strings.
  if (!WORD.test(name)) return 'unclear';
  const quoted = `"${name}"`;
  const found = text.indexOf(quoted);
  if (found < 0) return undefined;
  const nameEnd = found + quoted.length;
  // A string may end in an escaped quote and this very word.
  if (text.charAt(found - 1) === '\\' || text.includes(quoted, nameEnd)) return 'unclear';
  const colon = skipSpace(text, nameEnd);
  if (text.charCodeAt(colon) !== COLON) return 'unclear';
  const start = skipSpace(text, colon + 1);
  return { start, end: valueEnd(text, start) };
}

/** Whether `placeOf` can tell at all: one object, with none inside, and without names that are written otherwise. */
export const isPlain = (text: string): boolean =>
  text.startsWith('{') && text.endsWith('}') && !text.includes('{', 1) && !text.includes('\\u');
