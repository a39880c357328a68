import { lazy } from './lazy';
import { locale, plainSpaces } from './locale';

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** Returns a digit's value; NaN for anything else, and past the end. */
function digitAt(text: string, at: number): number {
  const digit = text.charCodeAt(at) - 48;
  return digit >= 0 && digit <= 9 ? digit : Number.NaN;
}
const twoDigitsAt = (text: string, at: number): number => 10 * digitAt(text, at) + digitAt(text, at + 1);

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
  const last = month === 2 && !isLeap(year) ? 28 : DAYS[month - 1];
  return last !== undefined && day >= 1 && day <= last;
}

const date = lazy(() => new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeZone: 'UTC' }));

const utcMoment = lazy(
  () => new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
);

/** Formats an ISO moment for documents read in any time zone: "Nov 21, 2026, 10:20 PM UTC". */
export const formatUtcMoment = (text: string): string =>
  `${plainSpaces(utcMoment().format(new Date(text)))} UTC`;

/**
 * Formats the calendar part of a wire date by locale, "Nov 21, 2026", never shifted by a time zone. Returns
 * other text and impossible days unchanged.
 */
export function formatDate(text: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined || !isPossibleDay(text)) return text;
  const at = new Date(0);
  at.setUTCFullYear(year, month - 1, day);
  return plainSpaces(date().format(at));
}
