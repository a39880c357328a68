/**
 * What the search index holds of a text: its words, and for words with an apostrophe or hyphen inside also the word
 * without it, so that "OBrien" and "O'Brien" both find O'Brien.
 */
export function indexed(text: string): string {
  if (!/['’-]/.test(text)) return text;
  return `${text} ${text.replace(/(?<=\p{L})['’-](?=\p{L})/gu, '')}`;
}

/** The search as people type it: every word must begin a word of the record. Null: nothing to search for. */
export function matchOf(search: string): string | null {
  const words = search.match(/[\p{L}\p{N}\p{M}]+/gu);
  return words ? words.map((word) => `"${word}"*`).join(' AND ') : null;
}
