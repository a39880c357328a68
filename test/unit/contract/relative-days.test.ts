import { expect, it } from 'vitest';
import { isWithin, resolveLastDays } from '#contract/filter-values';
import { useTimeZone } from '../../support/time-zone';

const filter = { op: 'last-days' as const, field: 'close_date', days: 90 };
const NOW = new Date(2026, 10, 22, 15, 30);

it('turns "the last N days" into a range of today and the N days before it', () => {
  const day = (now: Date) => resolveLastDays(filter, 'date', now);
  expect(day(NOW)).toEqual({ op: 'range', field: 'close_date', from: '2026-08-24', to: '2026-11-22' });
  expect(day(new Date(2026, 10, 23))).toMatchObject({ from: '2026-08-25', to: '2026-11-23' });
});

it('bounds date-times by whole local days', () => {
  expect(resolveLastDays(filter, 'dateTime', NOW)).toEqual({
    op: 'range',
    field: 'close_date',
    from: new Date(2026, 7, 24).toISOString(),
    to: new Date(2026, 10, 22, 23, 59, 59, 999).toISOString(),
  });
});

it('compares date-times with a space like those with a T', () => {
  const range = { op: 'range' as const, field: 'created_at_utc', from: '2026-11-14T05:00:00.000Z' };
  for (const separator of ['T', ' ']) {
    expect(isWithin(`2026-11-14${separator}06:00:00`, range, 'dateTime')).toBe(true);
    expect(isWithin(`2026-11-14${separator}04:00:00`, range, 'dateTime')).toBe(false);
  }
});

it('compares text in a field of numbers by size, and finds other text in no range', () => {
  const range = { op: 'range' as const, field: 'total_value' };
  expect(isWithin('12345678901234567890', { ...range, from: '9999' }, 'money')).toBe(true);
  expect(isWithin('12345678901234567890', { ...range, to: '9999' }, 'money')).toBe(false);
  expect(isWithin('12345678901234567890', { ...range, from: '12345678901234567891' }, 'money')).toBe(false);
  expect(isWithin('N/A', { ...range, from: '1000' }, 'money')).toBe(false);
  expect(isWithin('N/A', { ...range, from: '1000' }, 'text')).toBe(true);
});

it.skipIf(process.platform === 'win32')('uses local days, across the end of daylight saving time', () => {
  useTimeZone('America/New_York');
  const now = new Date('2026-11-23T02:00:00Z');
  expect(resolveLastDays(filter, 'date', now)).toMatchObject({ from: '2026-08-24', to: '2026-11-22' });
  expect(resolveLastDays(filter, 'dateTime', now)).toMatchObject({
    from: '2026-08-24T04:00:00.000Z',
    to: '2026-11-23T04:59:59.999Z',
  });
});
