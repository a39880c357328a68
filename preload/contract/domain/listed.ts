import type { Field } from '../fields';
import { bareNumber } from './search-words';

/** The most values that a pasted list may have, and the longest of them. */
export const MOST_LISTED = 10_000;
export const LONGEST_LISTED = 200;

/** The different values of a pasted text: one per line or cell; in a single line, with commas or semicolons between. */
export function pastedValues(text: string): string[] {
  const gap = /[\n\r\t]/.test(text.trim()) ? /[\n\r\t]+/ : /[,;]+/;
  // Spreadsheets put an apostrophe before numbers that are to stay texts, and quotes around what has marks in it.
  const bare = (value: string) =>
    value
      .trim()
      .replace(/^['"]+|[",;]+$/g, '')
      .trim();
  const values = text.split(gap).map((value) => bare(value).slice(0, LONGEST_LISTED));
  return [...new Set(values.filter((value) => value !== ''))].slice(0, MOST_LISTED);
}

/** What two values of a list are compared by: capital letters are like small ones; in numbers, dashes do not count. */
export function listedAs(value: string, { tail }: Pick<Field, 'tail'>): string {
  const lower = value.trim().toLowerCase();
  return (tail && bareNumber(lower)) || lower;
}
