/** Account numbers in files, and how spellings of the same number are matched. */

/** Returns the account number in a cell without spreadsheet escapes (="0012", '0012), otherwise unchanged. */
export const accountNumberIn = (cell: string): string =>
  cell
    .trim()
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'/, '')
    .trim();

/** Normalizes a number for comparison: ignores dashes, spaces and case, but not leading zeros. */
export const normalizeAccountNumber = (number: string): string =>
  // Most numbers are already normalized, and there may be a million.
  /^[0-9A-Z]*$/.test(number) ? number : number.replace(/[\s\-\u2010-\u2015\u2212]+/g, '').toUpperCase();

/** Returns the number as a spreadsheet would store it; used for hints only. */
export const withoutLeadingZeros = (normalized: string): string => normalized.replace(/^0+(?=.)/, '');
