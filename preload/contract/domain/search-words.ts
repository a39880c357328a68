/** The words of a search as people type it: each must begin a word of the record. None: nothing to search for. */
export const wordsOf = (search: string): string[] => search.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** The fewest last digits that people give for a whole number. */
export const SHORTEST_TAIL = 4;
/** The most last digits that are looked for as an end. */
export const LONGEST_TAIL = 9;

/** A number without its dashes and spaces, in small letters: what the same number is known by, however it is written. */
export const bareNumber = (number: string): string => number.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
