/** Values as people read them: the same in a list, in a form and on the clipboard. */
export {
  EMPTY,
  asText,
  isEmpty,
  isNumeric,
  count,
  counted,
  formatMoment,
  formatValue,
  zeroWords,
  formatDate,
  type Shape,
} from '../../preload/contract/domain/format-value';

/** A label within a sentence: "fee structures", and "owner tax ID (token)", "ZIP code", whose capitals stay. */
export const midSentence = (label: string): string =>
  label.replaceAll(/\p{L}+/gu, (word) => (/\p{Lu}.*\p{Lu}/u.test(word) ? word : word.toLowerCase()));
