/**
 * Calendar days as text (yyyy-mm-dd), and business days: Monday to Friday except observed US federal
 * holidays. Never shifted by a time zone.
 */
const DAY_MS = 86_400_000;

/** Returns the local calendar day of a moment. */
export function localDay(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Returns the day this many calendar days later (earlier, if negative). */
export const addDays = (day: string, count: number): string => textOf(numberOf(day) + count);

export function isBusinessDay(day: string): boolean {
  const weekday = weekdayOf(numberOf(day));
  return weekday !== SATURDAY && weekday !== SUNDAY && !isHoliday(day);
}

/** Returns the number of business days since a day: a Friday's request is one business day old on Monday. */
export function businessDaysSince(day: string, today: string): number {
  let count = 0;
  for (let at = numberOf(day) + 1; at <= numberOf(today); at++) if (isBusinessDay(textOf(at))) count += 1;
  return count;
}

/** Returns the day this many business days later. */
export function addBusinessDays(day: string, count: number): string {
  let at = numberOf(day);
  for (let left = count; left > 0;) if (isBusinessDay(textOf(++at))) left -= 1;
  return textOf(at);
}

const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;
const SATURDAY = 6;

const numberOf = (day: string): number => Math.floor(Date.parse(`${day.slice(0, 10)}T00:00:00Z`) / DAY_MS);
const textOf = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10);
/** 1970-01-01 was a Thursday. */
const weekdayOf = (number: number): number => (((number + 4) % 7) + 7) % 7;

const holidays = new Map<number, ReadonlySet<string>>();

function isHoliday(day: string): boolean {
  const year = Number(day.slice(0, 4));
  let found = holidays.get(year);
  if (!found) {
    // If next New Year's Day is a Saturday, it is observed on December 31.
    const next = observed(`${year + 1}-01-01`);
    found = new Set([...federalHolidays(year), ...(next.startsWith(String(year)) ? [next] : [])]);
    holidays.set(year, found);
  }
  return found.has(day);
}

const federalHolidays = (year: number): string[] => [
  observed(`${year}-01-01`),
  nth(year, 1, MONDAY, 3), // Martin Luther King
  nth(year, 2, MONDAY, 3), // Washington
  lastMonday(year, 5), // Memorial Day
  observed(`${year}-06-19`),
  observed(`${year}-07-04`),
  nth(year, 9, MONDAY, 1), // Labor Day
  nth(year, 10, MONDAY, 2), // Columbus
  observed(`${year}-11-11`),
  nth(year, 11, THURSDAY, 4), // Thanksgiving
  observed(`${year}-12-25`),
];

/** A Saturday holiday is observed on Friday, a Sunday holiday on Monday. */
function observed(day: string): string {
  const weekday = weekdayOf(numberOf(day));
  return addDays(day, weekday === SATURDAY ? -1 : weekday === SUNDAY ? 1 : 0);
}

function nth(year: number, month: number, weekday: number, count: number): string {
  const first = numberOf(`${year}-${String(month).padStart(2, '0')}-01`);
  return textOf(first + ((weekday - weekdayOf(first) + 7) % 7) + (count - 1) * 7);
}

function lastMonday(year: number, month: number): string {
  const fifth = nth(year, month, MONDAY, 5);
  return Number(fifth.slice(5, 7)) === month ? fifth : nth(year, month, MONDAY, 4);
}
