/** Account numbers as files write them, and how two writings of one number are recognized as the same. */

/** A cell as an account number: spreadsheets' guards (="0012", '0012) taken off, everything else kept as written. */
export const accountNumberIn = (cell: string): string =>
  cell
    .trim()
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'/, '')
    .trim();

/** For comparing only: dashes, spaces and small letters make no difference. Leading zeros do. */
export const foldNumber = (number: string): string =>
  // Most numbers are folded already, and there may be a million of them.
  /^[0-9A-Z]*$/.test(number) ? number : number.replace(/[\s\-\u2010-\u2015\u2212]+/g, '').toUpperCase();

/** For a hint only: the number as a spreadsheet leaves it when it takes it for a quantity. */
export const withoutLeadingZeros = (folded: string): string => folded.replace(/^0+(?=.)/, '');
