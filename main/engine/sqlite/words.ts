/**
 * What the search index holds of a text: its words, and for words with an apostrophe or hyphen inside also the word
 * without it, so that "OBrien" and "O'Brien" both find O'Brien.
 */
export function indexed(text: string): string {
  if (!/['’-]/.test(text)) return text;
  return `${text} ${text.replace(/(?<=\p{L})['’-](?=\p{L})/gu, '')}`;
}

/** The words of a search as people type it: each must begin a word of the record. None: nothing to search for. */
export const wordsOf = (search: string): string[] => search.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** What the search index is asked for these words (at least one). */
export const matchOf = (words: readonly string[]): string => words.map((word) => `"${word}"*`).join(' AND ');
