import { addDays, daysBetween, endBefore } from '../../dates';
import type { AdvanceBilling } from './cases';

/** The interval that a fee file bills. */
export interface BilledInterval {
  /** First and last day. */
  readonly from: string;
  readonly to: string;
  readonly days: number;
}

/** Returns whether a collection type bills in advance, with or without proration (spec 2.9). */
export const isBilledInAdvance = (collection: string | null): boolean =>
  collection === 'D' || collection === 'P';

/** Returns the interval of these months that begins on the day after an end date, or that ends with it. */
export function billedInterval(endDate: string, months: number, advance: AdvanceBilling): BilledInterval {
  const [dayBefore, to] =
    advance === 'begins' ? [endDate, endBefore(endDate, -months)] : [endBefore(endDate, months), endDate];
  return { from: addDays(dayBefore, 1), to, days: daysBetween(dayBefore, to) };
}
