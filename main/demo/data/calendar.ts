import { DAY_MS } from '#contract/dates';
import { getOrCompute } from '#contract/maps';

/**
 * The demo firm has its own date, so that a seed shows the same firm on any real day. Calendar days are
 * integers: days since 1970-01-01.
 */

/** A Friday. */
export const FIRST_DAY = dayNumberOf('2026-11-20');

export function dayNumberOf(iso: string): number {
  return Math.floor(Date.parse(`${iso.slice(0, 10)}T00:00:00Z`) / DAY_MS);
}

const texts = new Map<number, string>();

/** Returns a day as `2026-11-20`. */
export const isoDate = (day: number): string =>
  getOrCompute(texts, day, () => new Date(day * DAY_MS).toISOString().slice(0, 10));

/** Returns a day as `2026-11-20T00:00:00Z`, the format of most dates in responses. */
export const isoMidnight = (day: number): string => `${isoDate(day)}T00:00:00Z`;

const twoDigits = (value: number): string => (value < 10 ? `0${value}` : String(value));

/** Returns a moment on a day, with a time derived from a drawn number: `2026-11-20T04:17:09Z`. */
export const isoDateTime = (day: number, drawn: number): string =>
  `${isoDate(day)}T${twoDigits(drawn % 24)}:${twoDigits((drawn >>> 5) % 60)}:${twoDigits((drawn >>> 11) % 60)}Z`;

const isWeekend = (day: number): boolean => (day + 4) % 7 === 0 || (day + 4) % 7 === 6;

/** Returns the business day `count` days after a day (before, if negative). Ignores holidays. */
export function businessDay(from: number, count: number): number {
  const step = Math.sign(count);
  let day = from;
  for (let remaining = Math.abs(count); remaining > 0;) {
    day += step;
    if (!isWeekend(day)) remaining--;
  }
  return day;
}

const days: number[] = [];

/** Returns the demo's current day after `night` simulated nights. */
export const today = (night: number): number => (days[night] ??= businessDay(FIRST_DAY, night));

/** Returns the day of the latest custodian data. It arrives one business day late. */
export const custodianDay = (night: number): number =>
  night === 0 ? businessDay(FIRST_DAY, -1) : today(night - 1);

/** Returns the first day of the quarter after a day. */
export function nextQuarterStart(day: number): number {
  const date = new Date(day * DAY_MS);
  const month = Math.floor(date.getUTCMonth() / 3) * 3 + 3;
  return Math.floor(Date.UTC(date.getUTCFullYear(), month, 1) / DAY_MS);
}

/** The ends of the eight quarters before the first day, oldest first. */
export const QUARTER_ENDS = [
  '2024-12-31',
  '2025-03-31',
  '2025-06-30',
  '2025-09-30',
  '2025-12-31',
  '2026-03-31',
  '2026-06-30',
  '2026-09-30',
].map(dayNumberOf);
