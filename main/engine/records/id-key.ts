import type { Cell } from '#contract/query';

/** An ID for comparison: 7 and "7" are equal, "007" is not; IDs beyond 2^53 keep their digits. */
export type Id = number | string;

/** Maximum digits that a number represents exactly. */
const MAX_EXACT_DIGITS = 15;
/** Character codes of the first and last digit. */
const [ZERO, NINE] = [48, 57];

const LIST_SEPARATOR = /\s*,\s*/;

/** Returns the IDs in a cell that lists several, as text. */
export const idListInCell = (cell: Cell | undefined): string[] =>
  String(cell ?? '')
    .split(LIST_SEPARATOR)
    .filter(Boolean);

/** Returns a key or an ID in text as an Id. */
export const idOfKey = (key: string | number): Id => idInCell(key) ?? key;

export function idInCell(cell: Cell | undefined): Id | null {
  if (cell === null || cell === undefined || cell === '') return null;
  if (typeof cell === 'number') return cell;
  return numberOf(cell) ?? cell;
}

/** Parses a canonical integer fast; a plan parses hundreds of thousands. */
function numberOf(text: string): number | null {
  if (text.length > MAX_EXACT_DIGITS || (text.startsWith('0') && text.length > 1) || text.startsWith('-'))
    return canonicalIntegerIn(text);
  let number = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < ZERO || code > NINE) return null;
    number = number * 10 + code - ZERO;
  }
  return number;
}

/** Returns the integer that JavaScript would write as this text, such as -7; null for "007" and beyond 2^53. */
function canonicalIntegerIn(text: string): number | null {
  const number = Number(text);
  return Number.isSafeInteger(number) && String(number) === text ? number : null;
}
