import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPossibleDay } from '#contract/dates';

/** Reference implementation: finds a day by a pattern, and checks it against the calendar. */
function isInCalendar(text: string): boolean {
  const match = /^\s*(\d{4})-(\d{2})-(\d{2})/.exec(text);
  if (!match) return true;
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

test('accepts days of the calendar, and any text that is not a day', () => {
  const number = (max: number, length: number) =>
    fc.nat(max).map((value) => String(value).padStart(length, '0'));
  const dates = fc
    .tuple(fc.constantFrom('', ' ', '\u00a0\n', '2', 'x'), number(9_999, 4), number(13, 2), number(32, 2))
    .map(([before, year, month, day]) => `${before}${year}-${month}-${day}`);
  const nearDates = fc
    .array(fc.constantFrom('-', '0', '1', '2', '9', ' ', 'T', '/', ':', '٣'), { maxLength: 12 })
    .map((letters) => letters.join(''));
  const moments = dates.map((date) => `${date}T10:20:30Z`);
  const cut = fc.tuple(dates, fc.nat(12)).map(([date, length]) => date.slice(0, length));
  fc.assert(
    fc.property(fc.oneof(dates, moments, cut, nearDates), (text) => {
      expect(isPossibleDay(text)).toBe(isInCalendar(text));
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['1900-02-29', false],
  ['2000-02-29', true],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-01-00', false],
  [' 2026-02-30T00:00:00Z', false],
  ['02/30/2026', true],
  ['2026-2-30', true],
  ['', true],
] as const)('isPossibleDay(%j) is %j', (text, isPossible) => {
  expect(isPossibleDay(text)).toBe(isPossible);
});
