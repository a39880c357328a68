import { LONGEST_TAIL, SHORTEST_TAIL } from '../../../preload/contract/domain/search-words';
import { hasOwnLetters, plainLetters } from '../../../preload/contract/domain/plain-letters';

const MARKS = /['’-]/;
/** Between two letters: in "O'Brien", not in "76139-9832". */
const INNER_MARKS = /(?<=\p{L})['’-](?=\p{L})/gu;

/**
 * What the search index holds of a text: its words, for words with an apostrophe or hyphen inside also the word
 * without it, so that "OBrien" and "O'Brien" both find O'Brien, and in plain letters what has others: "lukasz" finds
 * Łukasz. Letters with marks the index takes for plain ones by itself.
 */
export function indexed(text: string): string {
  const all = hasOwnLetters(text) ? `${text} ${plainLetters(text)}` : text;
  if (!MARKS.test(all)) return all;
  // The index takes a third of a microsecond for each word, also for one that it has been given before.
  let joined = '';
  for (const word of all.split(' ')) {
    if (!MARKS.test(word)) continue;
    const one = word.replace(INNER_MARKS, '');
    if (one !== word) joined += ` ${one}`;
  }
  return all + joined;
}

/** What the search index is asked for these words (at least one). */
export const matchOf = (words: readonly string[]): string => words.map((word) => `"${word}"*`).join(' AND ');

/** What finds a number beside itself: the number without its dashes, and its last four to nine digits or letters. */
export function tailsOf(number: string): string[] {
  const joined = number.replace(/[^\p{L}\p{N}]/gu, '');
  const tails = joined === number ? [] : [joined];
  for (let length = SHORTEST_TAIL; length <= LONGEST_TAIL && length < joined.length; length += 1)
    tails.push(joined.slice(-length));
  return tails;
}
