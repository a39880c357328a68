/** Letters and signs that stay when their marks are taken away. */
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

/** A text in the letters that an American keyboard has: "lukasz munoz" of "Łukasz Muñoz". */
export const plainLetters = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(OTHERS, (letter) => PLAIN[letter] ?? letter);

/** Letters that the index does not take for plain ones by itself, as it does for those with marks. */
const OWN = /[łøđðþßæœħıŋ]/iu;
/** Whether a text has letters that people type otherwise. */
export const hasOwnLetters = (text: string): boolean => OWN.test(text);
