import Big from 'big.js';
import { daysBetween } from '#contract/dates';
import type { RefundEstimate, RefundKind } from '#contract/features/refunds/calls';
import type { BilledInterval } from '#contract/features/refunds/interval';
import { divideRounded } from '#contract/fees/calculate';

/**
 * Returns the number of days of the interval that a case is about: those after the closing, or those from the first
 * billable day on. Null if the day does not divide the interval.
 */
export function partDays(kind: RefundKind, day: string, { from, to }: BilledInterval): number | null {
  if (kind === 'closed') return day >= from && day < to ? daysBetween(day, to) : null;
  return day > from && day <= to ? daysBetween(day, to) + 1 : null;
}

/** Returns these days' share of a debit, exact, rounded half up once to the cent. */
export function estimateOf(interval: BilledInterval, days: number, debit: string): RefundEstimate {
  const part = divideRounded(new Big(debit).times(days), new Big(interval.days), 2);
  return { ...interval, partDays: days, part: part.toFixed(2) };
}
