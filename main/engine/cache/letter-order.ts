import { plainLetters } from '../../../preload/contract/domain/plain-letters';

/**
 * Rows of a text column in the order of the alphabet. SQLite's NOCASE knows the letters of ASCII only and has all others
 * after Z, Ö and Ł among them. Few names have such a letter, so its order stands, and they alone are moved.
 */

/** SQL of what holds more than plain ASCII. An index has the same words (cache/schema): it must not be asked otherwise. */
export const hasOtherLetters = (column: string): string => `${column} GLOB '*[^ -~]*'`;

/** The same of a text that is here already. */
export const holdsOtherLetters = (text: string): boolean => /[^ -~]/.test(text);

/** Row number and text of a row that NOCASE has in the wrong place. */
export type OtherRow = readonly [n: number, text: string];

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/**
 * Rows in NOCASE order with the others among them where the alphabet has them: "Muñoz" after every "Munoz" and before
 * "Munro". Texts that differ by their case alone stay together. `textAt` answers a row's cell; numbers come before texts.
 */
export function inLetterOrder(
  rows: Uint32Array,
  others: readonly OtherRow[],
  textAt: (n: number) => string | number | null,
): Uint32Array {
  if (others.length === 0) return rows;
  const moved = new Set(others.map(([n]) => n));
  const plain = rows.filter((n) => !moved.has(n));
  const sorted = others
    .map(([n, text]) => ({ n, lower: text.toLowerCase(), at: plainLetters(text) }))
    .sort((a, b) => compare(a.at, b.at) || compare(a.lower, b.lower) || a.n - b.n);
  const textOf = (place: number): string => placed(textAt(plain[place] ?? 0));
  const merged = new Uint32Array(plain.length + sorted.length);
  let from = 0;
  let count = 0;
  for (const { n, at } of sorted) {
    const to = firstAfter(at, from, plain.length, textOf);
    merged.set(plain.subarray(from, to), count);
    count += to - from;
    merged[count] = n;
    count += 1;
    from = to;
  }
  merged.set(plain.subarray(from), count);
  return merged;
}

const placed = (cell: string | number | null): string => (typeof cell === 'string' ? cell.toLowerCase() : '');

/** The first place whose text comes after one; it is near mostly, so strides begin small. */
function firstAfter(text: string, from: number, to: number, textOf: (place: number) => string): number {
  let low = from;
  let high = from;
  for (let stride = 1; high < to && textOf(high) <= text; stride *= 2) {
    low = high + 1;
    high += stride;
  }
  high = Math.min(high, to);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (textOf(middle) <= text) low = middle + 1;
    else high = middle;
  }
  return low;
}
