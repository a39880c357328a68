import Big from 'big.js';
import { Verbatim, type Exact } from '../exact-json/read';

const NUMBER = /^\s*-?\d{1,40}(\.\d{1,40})?([eE][+-]?\d{1,2})?\s*$/;

/** The smallest step of an amount. */
export const CENT = new Big('0.01');
/** One percent, as a fraction. */
export const ONE_PERCENT = new Big('0.01');

/**
 * Returns a record's number as an exact decimal, from a number or text (wire facts B3). Null for anything
 * else, or for more digits than any amount has.
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

/** Returns all digits without an exponent, as JSON writes numbers. */
export const plain = (value: Big): string => value.toFixed();

/** Returns whether an amount is in whole cents. */
export const isCents = (value: Big): boolean => value.round(2, Big.roundDown).eq(value);
