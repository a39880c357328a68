/** Letters and signs that Unicode normalization does not reduce to ASCII. */
const PLAIN: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '‐': '-',
  '‑': '-',
  '–': '-',
  '—': '-',
};
const OTHERS = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu');

/** Returns text in ASCII letters: "lukasz munoz" for "Łukasz Muñoz". */
export const plainLetters = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(OTHERS, (letter) => PLAIN[letter] ?? letter);

/** Letters that the search index does not fold by itself, unlike those with diacritics. */
const UNFOLDED = /[łøđðþßæœħıŋ]/iu;
/** Returns whether a text has letters that users may type differently. */
export const hasUnfoldedLetters = (text: string): boolean => UNFOLDED.test(text);
