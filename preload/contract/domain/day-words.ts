import { later } from './later';
import { locale, plainSpaces } from './locale';

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** A digit's value; NaN for anything else, and past the end. */
function digitAt(text: string, at: number): number {
  const digit = text.charCodeAt(at) - 48;
  return digit >= 0 && digit <= 9 ? digit : Number.NaN;
}
const twoDigitsAt = (text: string, at: number): number => 10 * digitAt(text, at) + digitAt(text, at + 1);

/** Whether a text that begins as a date names a day that there is: "2026-02-30" does not. Other texts name none wrongly. */
export function isPossibleDay(text: string): boolean {
  // A first fill asks this a million times: no pattern, and no parts of the text.
  const start = digitAt(text, 0) >= 0 ? 0 : text.length - text.trimStart().length;
  if (text[start + 4] !== '-' || text[start + 7] !== '-') return true;
  const year = 100 * twoDigitsAt(text, start) + twoDigitsAt(text, start + 2);
  const month = twoDigitsAt(text, start + 5);
  const day = twoDigitsAt(text, start + 8);
  if (Number.isNaN(year + month + day)) return true;
  const last = month === 2 && !isLeap(year) ? 28 : DAYS[month - 1];
  return last !== undefined && day >= 1 && day <= last;
}

const date = later(() => new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeZone: 'UTC' }));

const utcMoment = later(
  () => new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
);

/** A moment of ISO text as a document has it that is read in any time zone: "Nov 21, 2026, 10:20 PM UTC". */
export const formatUtcMoment = (text: string): string =>
  `${plainSpaces(utcMoment().format(new Date(text)))} UTC`;

/**
 * The calendar part of a wire date as the system writes dates, "Nov 21, 2026"; never moved by a time zone. Other text
 * comes back as it is, and a day that there is not.
 */
export function formatDate(text: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined || !isPossibleDay(text)) return text;
  const at = new Date(0);
  at.setUTCFullYear(year, month - 1, day);
  return plainSpaces(date().format(at));
}
