import { lazy } from './lazy';
import { locale, plainSpaces } from './locale';
import { getOrCompute } from './maps';

/**
 * Milliseconds of a day. Calendar days are text (yyyy-mm-dd) and never shifted by a time zone; only moments are
 * shown in the local one.
 */
export const DAY_MS = 86_400_000;
const TIME_OF_DAY = /\d{2}:\d{2}/;
const ZONE = /(Z|[+-]\d{2}:?\d{2})$/i;

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Returns the local calendar day of a moment. */
export const localDay = (moment: Date): string =>
  `${moment.getFullYear()}-${twoDigits(moment.getMonth() + 1)}-${twoDigits(moment.getDate())}`;

/** Returns the local midnight that begins a calendar day, or the day `daysLater` days later. */
export function startOfLocalDay(day: string, daysLater = 0): Date {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split('-').map(Number);
  const midnight = new Date(2000, 0, 1);
  midnight.setFullYear(year, month - 1, dayOfMonth + daysLater); // the constructor takes 50 for 1950
  return midnight;
}

/** Returns the UTC moment of a calendar day, even for years before 100, which `Date.UTC` takes for 1900 to 1999. */
function utcDate(year: number, month: number, day: number): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date;
}

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
const daysInMonth = (year: number, month: number): number =>
  month === 2 && !isLeap(year) ? 28 : (DAYS[month - 1] ?? 0);

/** Returns a digit's value; NaN for anything else, and past the end. */
function digitAt(text: string, index: number): number {
  const digit = text.charCodeAt(index) - 48;
  return digit >= 0 && digit <= 9 ? digit : Number.NaN;
}
const twoDigitsAt = (text: string, index: number): number =>
  10 * digitAt(text, index) + digitAt(text, index + 1);

/**
 * Returns whether text that looks like a date is an existing day: "2026-02-30" is not. Other text counts as
 * possible.
 */
export function isPossibleDay(text: string): boolean {
  // A first fill calls this a million times: no regular expression, no substrings.
  const start = digitAt(text, 0) >= 0 ? 0 : text.length - text.trimStart().length;
  if (text[start + 4] !== '-' || text[start + 7] !== '-') return true;
  const year = 100 * twoDigitsAt(text, start) + twoDigitsAt(text, start + 2);
  const month = twoDigitsAt(text, start + 5);
  const day = twoDigitsAt(text, start + 8);
  if (Number.isNaN(year + month + day)) return true;
  return day >= 1 && day <= daysInMonth(year, month);
}

/** Returns the calendar day of a wire date, which may have a time; null for other text and impossible days. */
export function dayOf(text: unknown): string | null {
  if (typeof text !== 'string' || text[4] !== '-' || text[7] !== '-') return null;
  // Without a regular expression, as in isPossibleDay: reviews and expected fees call it for every account.
  const digits = [0, 2, 5, 8] as const;
  if (digits.some((index) => Number.isNaN(twoDigitsAt(text, index)))) return null;
  return isPossibleDay(text) ? text.slice(0, 10) : null;
}

/** Returns the number of days from one day to a later one. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from);

/** Returns year, month and day of a wire date, which may have a time; null for an impossible day or other text. */
function calendarDay(text: string): { year: number; month: number; day: number } | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined || !isPossibleDay(text)) return null;
  return { year, month, day };
}

// Formatting, by locale

const dateFormat = lazy(() => new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeZone: 'UTC' }));
const dateTimeFormat = lazy(
  () => new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
);
const timeFormat = lazy(() => new Intl.DateTimeFormat(locale(), { timeStyle: 'short', timeZone: 'UTC' }));
const monthFormat = lazy(
  () => new Intl.DateTimeFormat(locale(), { month: 'long', year: 'numeric', timeZone: 'UTC' }),
);

/** Formats the calendar part of a wire date, "Nov 21, 2026". Returns other text and impossible days unchanged. */
export function formatDate(text: string): string {
  const date = calendarDay(text);
  return date ? plainSpaces(dateFormat().format(utcDate(date.year, date.month, date.day))) : text;
}

/** Formats an ISO moment for documents read in any time zone: "Nov 21, 2026, 10:20 PM UTC". */
export const formatUtcDateTime = (text: string): string =>
  `${plainSpaces(dateTimeFormat().format(new Date(text)))} UTC`;

/**
 * Formats a moment in the local time zone: "Nov 21, 2026, 8:14 AM". The wire's moments are UTC. A day without a time is
 * formatted as a date; other text is returned unchanged.
 */
export function formatDateTime(text: string): string {
  const iso = text.trim().replace(' ', 'T');
  // `Date` also takes other text for a date: "Batch 7" for July 2001.
  if (!calendarDay(iso)) return text;
  if (!TIME_OF_DAY.test(iso)) return formatDate(iso);
  const moment = new Date(ZONE.test(iso) ? iso : `${iso}Z`);
  if (Number.isNaN(moment.getTime())) return text;
  // Uses the computer's current zone; a formatter would keep the zone it was created in.
  const local = utcDate(moment.getFullYear(), moment.getMonth() + 1, moment.getDate());
  local.setUTCHours(moment.getHours(), moment.getMinutes());
  return plainSpaces(dateTimeFormat().format(local));
}

/** Formats a time of day, "06:30": "6:30 AM". */
export const formatTimeOfDay = (time: string): string =>
  plainSpaces(timeFormat().format(new Date(`1970-01-01T${time}Z`)));

// Business days: Monday to Friday except observed US federal holidays

/** Returns the day this many calendar days later (earlier, if negative). */
export const addDays = (day: string, count: number): string => isoDateOfDay(dayNumber(day) + count);

export function isBusinessDay(day: string): boolean {
  const weekday = weekdayOf(dayNumber(day));
  return weekday !== SATURDAY && weekday !== SUNDAY && !isHoliday(day);
}

/** Returns the number of business days since a day: a Friday's request is one business day old on Monday. */
export function businessDaysSince(day: string, today: string): number {
  let count = 0;
  for (let current = dayNumber(day) + 1; current <= dayNumber(today); current++)
    if (isBusinessDay(isoDateOfDay(current))) count += 1;
  return count;
}

/** Returns the day this many business days later. */
export function addBusinessDays(day: string, count: number): string {
  let current = dayNumber(day);
  for (let remaining = count; remaining > 0;) if (isBusinessDay(isoDateOfDay(++current))) remaining -= 1;
  return isoDateOfDay(current);
}

const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;
const SATURDAY = 6;

const dayNumber = (day: string): number => Math.floor(Date.parse(`${day.slice(0, 10)}T00:00:00Z`) / DAY_MS);
const isoDateOfDay = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10);
/** 1970-01-01 was a Thursday. */
const weekdayOf = (number: number): number => (((number + 4) % 7) + 7) % 7;

const holidaysByYear = new Map<number, ReadonlySet<string>>();

function isHoliday(day: string): boolean {
  const year = Number(day.slice(0, 4));
  const holidays = getOrCompute(holidaysByYear, year, () => {
    // If next New Year's Day is a Saturday, it is observed on December 31.
    const next = observed(`${year + 1}-01-01`);
    return new Set([...federalHolidays(year), ...(next.startsWith(String(year)) ? [next] : [])]);
  });
  return holidays.has(day);
}

const federalHolidays = (year: number): string[] => [
  observed(`${year}-01-01`),
  nthWeekday(year, 1, MONDAY, 3), // Martin Luther King
  nthWeekday(year, 2, MONDAY, 3), // Washington
  lastMonday(year, 5), // Memorial Day
  observed(`${year}-06-19`),
  observed(`${year}-07-04`),
  nthWeekday(year, 9, MONDAY, 1), // Labor Day
  nthWeekday(year, 10, MONDAY, 2), // Columbus
  observed(`${year}-11-11`),
  nthWeekday(year, 11, THURSDAY, 4), // Thanksgiving
  observed(`${year}-12-25`),
];

/** A Saturday holiday is observed on Friday, a Sunday holiday on Monday. */
function observed(day: string): string {
  const weekday = weekdayOf(dayNumber(day));
  return addDays(day, weekday === SATURDAY ? -1 : weekday === SUNDAY ? 1 : 0);
}

function nthWeekday(year: number, month: number, weekday: number, count: number): string {
  const first = dayNumber(`${year}-${twoDigits(month)}-01`);
  return isoDateOfDay(first + ((weekday - weekdayOf(first) + 7) % 7) + (count - 1) * 7);
}

function lastMonday(year: number, month: number): string {
  const fifth = nthWeekday(year, month, MONDAY, 5);
  return Number(fifth.slice(5, 7)) === month ? fifth : nthWeekday(year, month, MONDAY, 4);
}

// Billing periods, identified by their last day

const DAY = /^\d{4}-\d{2}-\d{2}$/;
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
  const date = DAY.test(text) ? calendarDay(text) : null;
  if (!date) return null;
  return {
    month: date.year * 12 + date.month - 1,
    day: date.day,
    isMonthEnd: date.day === daysInMonth(date.year, date.month),
  };
}

const monthName = (month: number): string =>
  plainSpaces(monthFormat().format(utcDate(Math.floor(month / 12), (month % 12) + 1, 1)));

const quarterName = (month: number): string =>
  `Q${Math.floor((month % 12) / QUARTER_MONTHS) + 1} ${Math.floor(month / 12)}`;
const endsQuarter = ({ month, isMonthEnd }: PeriodEnd): boolean =>
  isMonthEnd && month % QUARTER_MONTHS === QUARTER_MONTHS - 1;

/**
 * Returns how many months each period covers, judged by the neighboring period ends: 1, 3, or null if they do not
 * show it. Only periods that end with a month count; a firm can switch between monthly and quarterly billing.
 */
export function periodMonths(endDates: readonly string[]): ReadonlyMap<string, number | null> {
  const days = [...new Set(endDates)].map((text) => ({ text, day: parsePeriodEnd(text) }));
  const ends = days.flatMap(({ day }) => (day?.isMonthEnd ? day : [])).sort((a, b) => a.month - b.month);
  const months = new Map<number, number | null>();
  for (const [index, day] of ends.entries()) {
    const previous = ends[index - 1];
    const sincePrevious = previous === undefined ? null : day.month - previous.month;
    const untilNext = (ends[index + 1]?.month ?? NaN) - day.month;
    const isAfterQuarter = previous !== undefined && months.get(previous.month) === QUARTER_MONTHS;
    months.set(day.month, monthsCovered(day, { sincePrevious, untilNext, isAfterQuarter }));
  }
  return new Map(days.map(({ text, day }) => [text, (day?.isMonthEnd && months.get(day.month)) || null]));
}

interface PeriodGaps {
  readonly sincePrevious: number | null;
  readonly untilNext: number;
  readonly isAfterQuarter: boolean;
}

function monthsCovered(
  day: PeriodEnd,
  { sincePrevious, untilNext, isAfterQuarter }: PeriodGaps,
): number | null {
  if (sincePrevious === 1) return 1;
  // Before a monthly period, three months may be a gap in monthly billing; right after a quarter, they are a quarter.
  if (sincePrevious === QUARTER_MONTHS && endsQuarter(day) && (untilNext !== 1 || isAfterQuarter))
    return QUARTER_MONTHS;
  if (untilNext === 1) return 1;
  return endsQuarter(day) && untilNext === QUARTER_MONTHS ? QUARTER_MONTHS : null;
}

/** Returns true if both lengths are known and differ; amounts of such periods cannot be compared. */
export function differInLength(
  endDate: string,
  otherEndDate: string,
  months: ReadonlyMap<string, number | null>,
): boolean {
  const length = months.get(endDate) ?? null;
  const otherLength = months.get(otherEndDate) ?? null;
  return length !== null && otherLength !== null && length !== otherLength;
}

/**
 * Returns names of periods: "Q3 2026" if one ends with a quarter, "September 2026" otherwise or if the firm
 * bills monthly, and the day if a month has several.
 */
export function periodLabels(endDates: readonly string[]): ReadonlyMap<string, string> {
  const days = [...new Set(endDates)].map((text) => ({ text, day: parsePeriodEnd(text) }));
  const months = periodMonths(endDates);
  const periodsInMonth = new Map<number, number>();
  for (const { day } of days)
    if (day) periodsInMonth.set(day.month, (periodsInMonth.get(day.month) ?? 0) + 1);
  return new Map(
    days.map(({ text, day }) => {
      if (!day || (periodsInMonth.get(day.month) ?? 0) > 1) return [text, formatDate(text)];
      return [
        text,
        endsQuarter(day) && months.get(text) !== 1 ? quarterName(day.month) : monthName(day.month),
      ];
    }),
  );
}

interface EarlierPeriod {
  readonly endDate: string | null;
  readonly label: string;
  /** There is one, but it covers more or fewer months, such as a month next to a quarter. */
  readonly isOtherLength?: true;
}

/**
 * Returns the period this many months earlier and its name: the one on the same day or at month end, else the
 * only one of that month. `endDate` is null if there is none, or only one that covers more or fewer months.
 */
export function periodBefore(
  endDate: string,
  months: number,
  labels: ReadonlyMap<string, string>,
): EarlierPeriod {
  const periodEnd = parsePeriodEnd(endDate);
  if (!periodEnd) return { endDate: null, label: '' };
  const month = periodEnd.month - months;
  const labeledDates = [...labels.keys()];
  const candidates = labeledDates.filter((text) => parsePeriodEnd(text)?.month === month);
  const alike = candidates.filter((text) => {
    const day = parsePeriodEnd(text);
    return periodEnd.isMonthEnd ? day?.isMonthEnd : day?.day === periodEnd.day;
  });
  const match = alike[0] ?? (candidates.length === 1 ? candidates[0] : undefined);
  if (match !== undefined) {
    const label = labels.get(match) ?? formatDate(match);
    return differInLength(endDate, match, periodMonths(labeledDates))
      ? { endDate: null, label, isOtherLength: true }
      : { endDate: match, label };
  }
  return {
    endDate: null,
    label: labels.get(endDate) === quarterName(periodEnd.month) ? quarterName(month) : monthName(month),
  };
}

/**
 * Returns the day this many months before a period's end (after it, if negative). The last day of a month stays the
 * last.
 */
export function endBefore(end: string, months: number): string {
  const [year = 0, month = 0, day = 0] = end.split('-').map(Number);
  const isLast = addDays(end, 1).slice(8) === '01';
  const index = year * 12 + (month - 1) - months;
  const first = `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-01`;
  const days = Number(addDays(nextMonth(first), -1).slice(8));
  return `${first.slice(0, 8)}${String(isLast ? days : Math.min(day, days)).padStart(2, '0')}`;
}
const nextMonth = (first: string): string => `${addDays(first, 31).slice(0, 8)}01`;
