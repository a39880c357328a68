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
