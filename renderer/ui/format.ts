import { formatDate } from '#contract/dates';
import { formatValue } from '#contract/format-value';
import { spelledOut } from '#contract/text';

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
export { formatDate, formatDateTime, formatTimeOfDay } from '#contract/dates';

/** Returns a rate in percent as text: "0.85%". */
export const formatPercent = (rate: string): string => formatValue({ kind: 'percent' }, rate);

/**
 * Returns a label for use within a sentence: "fee structures", but "owner tax ID (token)" and "ZIP code" keep
 * their capitals.
 */
export const midSentence = (label: string): string =>
  label.replaceAll(/\p{L}+/gu, (word) => (/\p{Lu}.*\p{Lu}/u.test(word) ? word : word.toLowerCase()));

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Formats a record's subtitle, which has dates as the service writes them; hidden marks are spelled out. */
export const formatSubtitle = (subtitle: string): string =>
  spelledOut(subtitle)
    .split(' · ')
    .map((part) => (DAY.test(part) ? formatDate(part) : part))
    .join(' · ');
