import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '#contract/dates';
import { billedInterval } from '#contract/features/refunds/interval';
import { estimateOf, partDays } from '#engine/features/refunds/find-cases';

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const daysIn = (year: number, month: number): number =>
  month === 1 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : (MONTH_DAYS[month] ?? 0);
/** Returns the days since 1970 by counting, without the app's calendar. */
function serial(year: number, month: number, day: number): number {
  let days = day;
  for (let current = 1970; current < year; current++)
    days += current % 4 === 0 && (current % 100 !== 0 || current % 400 === 0) ? 366 : 365;
  for (let current = 0; current < month; current++) days += daysIn(year, current);
  return days;
}
const iso = (year: number, month: number, day: number): string =>
  `${year}-${String(month + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
const dollars = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;

describe('an estimate', () => {
  it('equals an independent formula in whole numbers, for closings and first bills', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1999, max: 2099 }),
        fc.integer({ min: 0, max: 11 }),
        fc.constantFrom(1, 3, 12),
        fc.constantFrom('begins' as const, 'ends' as const),
        fc.bigInt({ min: 1n, max: 9_999_999_999_999n }),
        fc.nat(),
        (year, month, months, advance, cents, drawn) => {
          const end = iso(year, month, daysIn(year, month));
          // The interval's first month, from January of `year` as 0: 12 is the next January, -1 the last December.
          const first = advance === 'begins' ? month + 1 : month - months + 1;
          let days = 0;
          for (let current = first; current < first + months; current++) {
            const monthOfYear = ((current % 12) + 12) % 12;
            days += daysIn(year + Math.floor(current / 12), monthOfYear);
          }
          const interval = billedInterval(end, months, advance);
          expect(interval.days).toBe(days);
          const startYear = year + Math.floor(first / 12);
          expect(interval.from).toBe(iso(startYear, ((first % 12) + 12) % 12, 1));

          const offset = drawn % days;
          const day = addDays(interval.from, offset);
          const [y = 0, m = 0, d = 0] = day.split('-').map(Number);
          expect(serial(y, m - 1, d) - serial(startYear, ((first % 12) + 12) % 12, 1)).toBe(offset);
          const closed = partDays('closed', day, interval);
          const billable = partDays('first-bill', day, interval);
          expect(closed).toBe(offset === days - 1 ? null : days - 1 - offset);
          expect(billable).toBe(offset === 0 ? null : days - offset);
          for (const part of [closed, billable]) {
            if (part === null) continue;
            const numerator = cents * BigInt(part);
            const rounded = (2n * numerator + BigInt(days)) / (2n * BigInt(days));
            expect(estimateOf(interval, part, dollars(cents))).toEqual({
              ...interval,
              partDays: part,
              part: dollars(rounded),
            });
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([
    ['2026-09-30', 3, 'begins', '2026-10-01', '2026-12-31', 92],
    ['2026-09-30', 3, 'ends', '2026-07-01', '2026-09-30', 92],
    ['2024-01-31', 1, 'begins', '2024-02-01', '2024-02-29', 29],
    ['2026-09-15', 1, 'begins', '2026-09-16', '2026-10-15', 30],
    ['2026-12-31', 12, 'ends', '2026-01-01', '2026-12-31', 365],
  ] as const)('%s with %i months %s the interval', (end, months, advance, from, to, days) => {
    expect(billedInterval(end, months, advance)).toEqual({ from, to, days });
  });

  it('returns no part for a day that leaves all of the interval, or none of it', () => {
    const interval = billedInterval('2026-09-30', 3, 'begins');
    expect(partDays('closed', '2026-09-30', interval)).toBe(null);
    expect(partDays('closed', '2026-12-31', interval)).toBe(null);
    expect(partDays('closed', '2026-12-30', interval)).toBe(1);
    expect(partDays('first-bill', '2026-10-01', interval)).toBe(null);
    expect(partDays('first-bill', '2026-12-31', interval)).toBe(1);
    expect(partDays('first-bill', '2027-01-01', interval)).toBe(null);
  });
});
