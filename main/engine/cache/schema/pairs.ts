import type { Field } from '#contract/fields';
import type { Cell } from '#contract/query';
import { objectsIn } from './cells';

/** A decimal integer that fits a double without loss. */
const PLAIN_INTEGER = /^(?:0|-?[1-9]\d{0,14})$/;
/** Character codes; the colon follows the digit 9. */
const [SPACE, MINUS, ZERO, COLON] = [32, 45, 48, 58];

/** Returns the name of the column that stores each nested item's key and value, as `pairsCell` encodes them. */
export const pairsColumn = (name: string, { itemValue = '' }: Pick<Field, 'itemValue'>): string =>
  `${name}.${itemValue}`;

const isId = (value: unknown): boolean => typeof value === 'string' || Number.isFinite(value);

/**
 * Encodes each nested item's key and value: "7:0 8:-1 9", where 9 has no value. Anything but plain integers
 * is encoded as a JSON list of pairs. Returns null if no item has a key.
 */
export function pairsCell({ itemKey = '', itemValue = '' }: Field, value: unknown): string | null {
  const pairs = objectsIn(value).flatMap((item): [string, string | null][] => {
    const { [itemKey]: key, [itemValue]: itemText } = item;
    return isId(key) ? [[String(key), isId(itemText) ? String(itemText) : null]] : [];
  });
  if (pairs.length === 0) return null;
  return pairs.every((pair) => pair.every((text) => text === null || PLAIN_INTEGER.test(text)))
    ? pairs.map(([key, itemText]) => (itemText === null ? key : `${key}:${itemText}`)).join(' ')
    : JSON.stringify(pairs);
}

/**
 * Decodes cells of `pairsCell`, one at a time. Parses in place, without an object per pair or a text per number: a
 * firm has tens of thousands of groups.
 */
export class PairReader {
  /**
   * Reused for each cell; only the first `length` entries belong to the current one. Plain integers are numbers; a cell
   * in JSON has texts.
   */
  readonly keys: (string | number)[] = [];
  readonly values: (string | number | null)[] = [];
  length = 0;

  read(cell: Cell): void {
    this.length = 0;
    if (cell === null) return;
    const text = String(cell);
    if (text.startsWith('[')) {
      for (const [key, value] of JSON.parse(text) as [string, string | null][]) this.#push(key, value);
      return;
    }
    let key: number | null = null;
    let number = 0;
    let isNegative = false;
    // Treats the end as a space that ends the last pair.
    for (let index = 0; index <= text.length; index += 1) {
      const code = index < text.length ? text.charCodeAt(index) : SPACE;
      if (code === MINUS) isNegative = true;
      else if (code >= ZERO && code < COLON) number = number * 10 + code - ZERO;
      else {
        const integer: number = isNegative ? -number : number;
        if (code === COLON) key = integer;
        else {
          this.#push(key ?? integer, key === null ? null : integer);
          key = null;
        }
        number = 0;
        isNegative = false;
      }
    }
  }

  #push(key: string | number, value: string | number | null): void {
    this.keys[this.length] = key;
    this.values[this.length] = value;
    this.length += 1;
  }
}
