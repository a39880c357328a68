import Big from 'big.js';
import { Verbatim, type Exact } from '../../exact-json/read';

const NUMBER = /^\s*-?\d{1,40}(\.\d{1,40})?([eE][+-]?\d{1,2})?\s*$/;

/** The least step of an amount. */
export const CENT = new Big('0.01');

/**
 * A number of a record as an exact decimal, whether it came as a number or as a text (wire facts B3). Null for what is no
 * number, or one of more digits than any amount has.
 */
export function decimalOf(value: Exact | undefined): Big | null {
  const text =
    value instanceof Verbatim
      ? value.text
      : typeof value === 'number' || typeof value === 'string'
        ? String(value)
        : '';
  return NUMBER.test(text) ? new Big(text.trim()) : null;
}

/** As JSON writes it: all digits, no exponent. */
export const plain = (value: Big): string => value.toFixed();

/** Whether an amount is of whole cents. */
export const isCents = (value: Big): boolean => value.round(2, Big.roundDown).eq(value);
