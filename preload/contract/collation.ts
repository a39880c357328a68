import { plainLetters } from './plain-letters';

const hasOtherLetters = (text: string): boolean => /[^ -~]/.test(text);

/**
 * Returns a collation key: plain letters, then the text itself, so that "Muñoz" sorts after every "Munoz" and
 * before "Munoz Ana". Case is ignored. Null if the text needs no key.
 */
export const collationKey = (text: string): string | null =>
  hasOtherLetters(text) ? `${plainLetters(text)}\u0001${text.toLowerCase()}` : null;

/** Returns the sort key of a text; compute it once per text when sorting many. */
export const sortKeyOf = (text: string): string => collationKey(text) ?? text.toLowerCase();

/** Compares texts for display: the same order as the cache, for rows in memory and choices. */
export function compareTexts(one: string, other: string): number {
  const [a, b] = [sortKeyOf(one), sortKeyOf(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}
