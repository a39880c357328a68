import { MAX_SUFFIX_LENGTH, MIN_SUFFIX_LENGTH, hasUnfoldedLetters, plainLetters } from '#contract/text';

const APOSTROPHE_OR_HYPHEN = /['’-]/;
/** Between two letters: in "O'Brien", but not in "76139-9832". */
const INNER_APOSTROPHE_OR_HYPHEN = /(?<=\p{L})['’-](?=\p{L})/gu;

/**
 * Returns the text to index for a value: its words; words with an inner apostrophe or hyphen also without it,
 * so that "OBrien" and "O'Brien" both match; and a plain-letter form, so that "lukasz" matches Łukasz. The
 * index itself folds letters with diacritics.
 */
export function indexedText(text: string): string {
  const allForms = hasUnfoldedLetters(text) ? `${text} ${plainLetters(text)}` : text;
  if (!APOSTROPHE_OR_HYPHEN.test(allForms)) return allForms;
  // The index takes a third of a microsecond per word, including repeated words.
  let joined = '';
  for (const word of allForms.split(' ')) {
    if (!APOSTROPHE_OR_HYPHEN.test(word)) continue;
    const joinedWord = word.replace(INNER_APOSTROPHE_OR_HYPHEN, '');
    if (joinedWord !== word) joined += ` ${joinedWord}`;
  }
  return allForms + joined;
}

/** Returns the FTS query for these words of searchWordsOf (at least one), which contain no quotes. */
export const ftsQueryOf = (words: readonly string[]): string =>
  words.map((word) => `"${word}"*`).join(' AND ');

/**
 * Returns extra search terms for a number such as "76139-9832": its letters and digits alone, and the last four to nine
 * of them.
 */
export function searchTailsOf(number: string): string[] {
  const joined = number.replace(/[^\p{L}\p{N}]/gu, '');
  const tails = joined === number ? [] : [joined];
  for (let length = MIN_SUFFIX_LENGTH; length <= MAX_SUFFIX_LENGTH && length < joined.length; length += 1)
    tails.push(joined.slice(-length));
  return tails;
}
