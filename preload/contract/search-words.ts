/** Returns the words of a search; each must begin a word of the record. Empty: nothing to search for. */
export const searchWordsOf = (search: string): string[] => search.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** Minimum length of a number's tail that users search for. */
export const MIN_TAIL = 4;
/** Maximum length of a number's tail that is indexed. */
export const MAX_TAIL = 9;

/** Returns a number in lowercase without dashes and spaces, its comparison form. */
export const bareNumber = (number: string): string => number.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
