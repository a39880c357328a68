import type { FieldKind } from '../../../preload/contract/fields';

/** What was typed as JSON text, exact to the digit; undefined: it is no value of this kind. */
export function jsonOfTyped(kind: FieldKind, typed: string): string | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  switch (kind) {
    case 'ids':
      return listOf(text.split(/[\s,;]+/), wholeNumber);
    case 'texts':
      return listOf(text.split(/\s*[\n,;]\s*/), JSON.stringify);
    case 'id':
      return wholeNumber(text);
    case 'integer':
      return /^-?\d+$/.test(withoutSeparators(text)) ? plain(withoutSeparators(text)) : undefined;
    case 'money':
    case 'number':
    case 'percent': {
      const number = withoutSeparators(text.replace(/^\$|%$/g, ''));
      return /^-?\d+(\.\d+)?$/.test(number) ? plain(number) : undefined;
    }
    case 'boolean':
      return text === 'true' || text === 'false' ? text : undefined;
    default:
      return JSON.stringify(kind === 'text' ? typed : text);
  }
}

const wholeNumber = (text: string): string | undefined => (/^\d+$/.test(text) ? plain(text) : undefined);
/** JSON has no leading zeros; an id of 007 is the number 7 on the wire. */
const plain = (number: string): string => number.replace(/^(-?)0+(?=\d)/, '$1');
const withoutSeparators = (text: string): string =>
  /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text;

function listOf(items: readonly string[], each: (item: string) => string | undefined): string | undefined {
  const texts = items.filter((item) => item !== '').map(each);
  return texts.every((text) => text !== undefined) ? `[${texts.join(',')}]` : undefined;
}
