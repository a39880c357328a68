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
export function compareTexts(a: string, b: string): number {
  const [keyA, keyB] = [sortKeyOf(a), sortKeyOf(b)];
  return keyA < keyB ? -1 : keyA > keyB ? 1 : 0;
}

/** Returns the words of a search; each must begin a word of the record. Empty: nothing to search for. */
export const searchWordsOf = (search: string): string[] => search.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** Returns a test for texts that contain every word of a search, in any case; an empty search matches all. */
export function wordMatcher(search: string): (text: string) => boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return (text) => {
    const lowerText = text.toLowerCase();
    return words.every((word) => lowerText.includes(word));
  };
}

/** Minimum length of a number's suffix that users search for. */
export const MIN_SUFFIX_LENGTH = 4;
/** Maximum length of a number's suffix that is indexed. */
export const MAX_SUFFIX_LENGTH = 9;

/** Returns only the letters and digits of a number, in lowercase: its comparison form. */
export const bareNumber = (number: string): string => number.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/**
 * Returns a slug: `Exclude Apple` → `exclude-apple`, `Søren & Łukasz` → `soren-lukasz`. Empty if the name has
 * no letter or digit.
 */
export const slugOf = (name: string): string =>
  plainLetters(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');

/** Returns an unused slug for a name: `exclude-apple-2` if the first is taken. Empty like slugOf. */
export function freeSlug(name: string, isTaken: (slug: string) => boolean): string {
  const slug = slugOf(name);
  if (slug === '' || !isTaken(slug)) return slug;
  let n = 2;
  while (isTaken(`${slug}-${n}`)) n += 1;
  return `${slug}-${n}`;
}

/** Invisible characters that change text direction: marks, embeddings, overrides and isolates. */
const HIDDEN = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

const codeOf = (mark: string): string => mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');

/** Returns text with hidden marks spelled out, as "[U+202E]". */
export const spelledOut = (text: string): string => text.replace(HIDDEN, (mark) => `[U+${codeOf(mark)}]`);

/** Returns equivalent JSON text with hidden marks escaped. */
export const escapedMarks = (json: string): string =>
  json.replace(HIDDEN, (mark) => `\\u${codeOf(mark).toLowerCase()}`);

export const hasHiddenMarks = (text: string): boolean => text.search(HIDDEN) >= 0;

/** Returns the label of an unknown code, which keeps it distinguishable. */
export const unknownCodeLabel = (code: string): string => `Unknown (${code})`;

/** Returns whether text is a bare number of an undocumented code table. */
export const isBareCode = (text: string): boolean => /^\d+$/.test(text.trim());

/** Returns the code inside a label made by `unknownCodeLabel`. */
export const codeInLabel = (text: string): string | undefined => /^Unknown \((.+)\)$/.exec(text)?.[1];

/** Returns the last four characters of a secret, enough to distinguish two; none of a short one. */
export const maskSecret = (secret: string): string =>
  secret.length > 8 ? `••••${secret.slice(-4)}` : '••••';

/** Returns the lines of a text with any line ends. */
export const linesOf = (text: string): string[] => text.split(/\r\n|\n|\r/);

/** Capitalizes the first letter of a text. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for use in HTML, in an element or in a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => HTML_ENTITIES[sign] ?? '');
