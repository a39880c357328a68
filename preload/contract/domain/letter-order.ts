import { plainLetters } from './plain-letters';

const hasOtherLetters = (text: string): boolean => /[^ -~]/.test(text);

/**
 * The text in plain letters, then the text itself: "Muñoz" comes after every "Munoz" and before "Munoz Ana". Texts that
 * differ by their case alone have one key. Null where the text needs none.
 */
export const letterKey = (text: string): string | null =>
  hasOtherLetters(text) ? `${plainLetters(text)}\u0001${text.toLowerCase()}` : null;

/** What a text is sorted by: made once for each where there are many. */
export const standing = (text: string): string => letterKey(text) ?? text.toLowerCase();

/** The one order of texts that people read: of rows in memory, and of choices, as the cache sorts its own. */
export function byLetters(one: string, other: string): number {
  const [a, b] = [standing(one), standing(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}
