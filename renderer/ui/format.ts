/** Formatted values, the same in lists, forms and on the clipboard. */
export {
  EMPTY,
  asText,
  isEmptyValue,
  isNumeric,
  count,
  countOf,
  listText,
  exactMoneyTip,
  formatCents,
  formatMoney,
  formatSignedMoney,
  formatValue,
  spreadsheetNumber,
  zeroLabelOf,
  type FormatOptions,
} from '#contract/format-value';
export { formatDate, formatMoment } from '#contract/dates';

/**
 * Returns a label for use within a sentence: "fee structures", but "owner tax ID (token)" and "ZIP code" keep
 * their capitals.
 */
export const midSentence = (label: string): string =>
  label.replaceAll(/\p{L}+/gu, (word) => (/\p{Lu}.*\p{Lu}/u.test(word) ? word : word.toLowerCase()));
