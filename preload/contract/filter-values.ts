import Big from 'big.js';
import { localDay, startOfLocalDay } from './dates';
import { decimalOf } from './fees/decimal';
import type { Field, FieldKind } from './fields';
import { isNumeric } from './format-value';
import type { Filter } from './query';
import { bareNumber } from './text';

/** Returns whether a text contains the filter's part at the requested position, ignoring case. */
export function containsPart(
  text: string,
  { text: part, at: position }: Filter & { op: 'contains' },
): boolean {
  const [lowered, searched] = [text.toLowerCase(), part.toLowerCase()];
  if (position === 'start') return lowered.startsWith(searched);
  return position === 'end' ? lowered.endsWith(searched) : lowered.includes(searched);
}

/**
 * Returns whether a value is within a range: numbers by size, dates and other text by text; a month includes
 * its days. In a field of numbers, text that is not a number is in no range.
 */
export function isWithin(
  value: string | number,
  range: Filter & { op: 'range' },
  kind: FieldKind | undefined,
): boolean {
  const { from, to, exclusive } = range;
  // The cache has numbers above 2^53 as text.
  const isNumberText = typeof value === 'string' && kind !== undefined && isNumeric(kind);
  const compared = isNumberText ? decimalOf(value) : value;
  if (compared === null) return false;
  const above = from === undefined || compareToBound(compared, from) >= (exclusive ? 1 : 0);
  return above && (to === undefined || compareToBound(compared, to) <= (exclusive ? -1 : 0));
}

function compareToBound(value: string | number | Big, bound: string): number {
  if (value instanceof Big) return value.cmp(decimalOf(bound) ?? value);
  if (typeof value === 'number') return value - Number(bound) > 0 ? 1 : value < Number(bound) ? -1 : 0;
  // Some date-times have a space instead of the T, and would precede every bound of their day.
  const isSpaced = value[10] === ' ' && bound[10] === 'T';
  const text = (isSpaced ? value.replace(' ', 'T') : value).slice(0, bound.length);
  return text > bound ? 1 : text < bound ? -1 : 0;
}

/**
 * Resolves a last-days filter to its current range; returns other filters unchanged. Includes today, excludes
 * the future. Times use the computer's time zone.
 */
export function resolveLastDays(filter: Filter, kind: FieldKind | undefined, now: Date): Filter {
  if (filter.op !== 'last-days') return filter;
  const { field, days } = filter;
  const today = localDay(now);
  const begin = startOfLocalDay(today, -days);
  if (kind !== 'dateTime') return { op: 'range', field, from: localDay(begin), to: today };
  const end = new Date(startOfLocalDay(today, 1).getTime() - 1);
  return { op: 'range', field, from: begin.toISOString(), to: end.toISOString() };
}

/**
 * Returns the comparison form of a value: lowercase; for a number that is searched by suffix, such as an account
 * number, without dashes and spaces.
 */
export function comparisonForm(value: string, { searchBySuffix }: Pick<Field, 'searchBySuffix'>): string {
  const lower = value.trim().toLowerCase();
  return (searchBySuffix && bareNumber(lower)) || lower;
}

/** A custodian's advisor code. */
export interface AdvisorCodeRef {
  readonly custodian: string;
  readonly code: string;
}

/**
 * Returns filters for the accounts at any of these custodians with any of these codes; with several custodians, an
 * account with a code of another one matches, too. `advisor_codes` has all codes of an account (wire facts).
 */
export const accountsWithCodes = (codes: readonly AdvisorCodeRef[]): Filter[] => [
  { op: 'in', field: 'custodian', values: [...new Set(codes.map(({ custodian }) => custodian))] },
  { op: 'in', field: 'advisor_codes', values: [...new Set(codes.map(({ code }) => code))] },
];
