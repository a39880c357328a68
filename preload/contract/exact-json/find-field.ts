import { skipSpace, valueEnd } from './scan';

/** The range of a value in a text. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

const COLON = 58;
const WORD = /^\w+$/;

/**
 * Finds a field's value by a plain search for its name, in a record without nested objects; undefined if
 * absent. `unclear`: a full scan is needed, for example for a repeated name.
 */
export function findField(text: string, name: string): TextRange | undefined | 'unclear' {
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
export const isPlain = (text: string): boolean =>
  text.startsWith('{') && text.endsWith('}') && !text.includes('{', 1) && !text.includes('\\u');
