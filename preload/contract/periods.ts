import Big from 'big.js';
import { formatDate, isPossibleDay } from './format-date';
import { lazy } from './lazy';
import { locale, plainSpaces } from './locale';

/** Billing periods, identified by their last calendar day (yyyy-mm-dd), never shifted by a time zone. */

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const QUARTER_MONTHS = 3;
/** Months back to the previous quarter and the previous year. */
export const QUARTER_BEFORE = QUARTER_MONTHS;
export const YEAR_BEFORE = 12;

interface PeriodEnd {
  /** Months since year 0. */
  readonly month: number;
  readonly day: number;
  readonly isMonthEnd: boolean;
}

function parsePeriodEnd(text: string): PeriodEnd | null {
  const [, year, month, day] = DAY.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined || !isPossibleDay(text)) return null;
  const index = year * 12 + month - 1;
  return { month: index, day, isMonthEnd: day === daysInMonth(index) };
}

function daysInMonth(month: number): number {
  const at = new Date(0);
  at.setUTCFullYear(Math.floor(month / 12), (month % 12) + 1, 0);
  return at.getUTCDate();
}

const monthFormat = lazy(
  () => new Intl.DateTimeFormat(locale(), { month: 'long', year: 'numeric', timeZone: 'UTC' }),
);

function monthName(month: number): string {
  const at = new Date(0);
  at.setUTCFullYear(Math.floor(month / 12), month % 12, 1);
  return plainSpaces(monthFormat().format(at));
}

const quarterName = (month: number): string =>
  `Q${Math.floor((month % 12) / QUARTER_MONTHS) + 1} ${Math.floor(month / 12)}`;
const endsQuarter = ({ month, isMonthEnd }: PeriodEnd): boolean =>
  isMonthEnd && month % QUARTER_MONTHS === QUARTER_MONTHS - 1;

/**
 * Returns names of periods: "Q3 2026" if one ends with a quarter, "September 2026" otherwise or if the firm
 * bills monthly, and the day if a month has several.
 */
export function periodLabels(endDates: readonly string[]): ReadonlyMap<string, string> {
  const days = [...new Set(endDates)].map((text) => ({ text, day: parsePeriodEnd(text) }));
  const inMonth = new Map<number, number>();
  const monthEnds = new Set<number>();
  for (const { day } of days) {
    if (!day) continue;
    inMonth.set(day.month, (inMonth.get(day.month) ?? 0) + 1);
    if (day.isMonthEnd) monthEnds.add(day.month);
  }
  return new Map(
    days.map(({ text, day }) => {
      if (!day || (inMonth.get(day.month) ?? 0) > 1) return [text, formatDate(text)];
      return [text, isQuarterly(day, monthEnds) ? quarterName(day.month) : monthName(day.month)];
    }),
  );
}

/** A period ending with a quarter is monthly if others end in adjacent months. */
const isQuarterly = (day: PeriodEnd, monthEnds: ReadonlySet<number>): boolean =>
  endsQuarter(day) && !monthEnds.has(day.month - 1) && !monthEnds.has(day.month + 1);

/**
 * Returns the period this many months earlier and its name: the one on the same day or at month end, else the
 * only one of that month. `endDate` is null if there is none.
 */
export function periodBefore(
  endDate: string,
  months: number,
  labels: ReadonlyMap<string, string>,
): { readonly endDate: string | null; readonly label: string } {
  const own = parsePeriodEnd(endDate);
  if (!own) return { endDate: null, label: '' };
  const month = own.month - months;
  const known = [...labels.keys()];
  const candidates = known.filter((text) => parsePeriodEnd(text)?.month === month);
  const alike = candidates.filter((text) => {
    const day = parsePeriodEnd(text);
    return own.isMonthEnd ? day?.isMonthEnd : day?.day === own.day;
  });
  const found = alike[0] ?? (candidates.length === 1 ? candidates[0] : undefined);
  if (found !== undefined) return { endDate: found, label: labels.get(found) ?? formatDate(found) };
  return {
    endDate: null,
    label: labels.get(endDate) === quarterName(own.month) ? quarterName(month) : monthName(month),
  };
}

/**
 * Returns a change as exact decimal text and as a percentage with two decimals; null if the previous amount
 * was zero.
 */
export function changeOf(
  now: string,
  before: string,
): { readonly amount: string; readonly percent: string | null } {
  const base = new Big(before);
  const change = new Big(now).minus(base);
  const digits = Math.max(2, change.toFixed().split('.')[1]?.length ?? 0);
  return {
    amount: change.toFixed(digits),
    percent: base.eq(0) ? null : change.times(100).div(base.abs()).toFixed(2),
  };
}
