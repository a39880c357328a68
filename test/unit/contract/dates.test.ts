import { describe, expect, it } from 'vitest';
import {
  addBusinessDays,
  addDays,
  businessDaysSince,
  isBusinessDay,
  localDay,
  startOfLocalDay,
} from '#contract/dates';
import { useTimeZone } from '../../support/time-zone';

describe('business days', () => {
  it('are weekdays except federal holidays', () => {
    expect(isBusinessDay('2026-11-20')).toBe(true); // a Friday
    expect(isBusinessDay('2026-11-21')).toBe(false);
    expect(isBusinessDay('2026-11-22')).toBe(false);
    expect(isBusinessDay('2026-11-26')).toBe(false); // Thanksgiving
    expect(isBusinessDay('2026-05-25')).toBe(false); // Memorial Day, the last Monday
    expect(isBusinessDay('2027-05-31')).toBe(false); // a May with five Mondays
  });

  it('exclude the observed day of a weekend holiday', () => {
    expect(isBusinessDay('2026-07-03')).toBe(false); // July 4 is a Saturday
    expect(isBusinessDay('2027-07-05')).toBe(false); // July 4 is a Sunday
    expect(isBusinessDay('2021-12-31')).toBe(false); // New Year 2022 is a Saturday
    expect(isBusinessDay('2026-12-31')).toBe(true);
  });

  it('are counted from the following day', () => {
    expect(businessDaysSince('2026-11-20', '2026-11-20')).toBe(0);
    expect(businessDaysSince('2026-11-20', '2026-11-22')).toBe(0);
    expect(businessDaysSince('2026-11-20', '2026-11-23')).toBe(1);
    expect(businessDaysSince('2026-11-20', '2026-11-27')).toBe(4); // without Thanksgiving
    expect(businessDaysSince('2026-12-31', '2027-01-04')).toBe(1);
  });

  it('are added across weekends and holidays', () => {
    expect(addBusinessDays('2026-11-20', 1)).toBe('2026-11-23');
    expect(addBusinessDays('2026-11-20', 10)).toBe('2026-12-07');
    expect(addBusinessDays('2026-11-21', 1)).toBe('2026-11-23');
  });
});

describe('calendar days', () => {
  it('are added across months', () => {
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  });

  it('begin at local midnight', () => {
    expect(localDay(new Date(2026, 0, 2, 0, 0, 1))).toBe('2026-01-02');
    expect(localDay(new Date(2026, 0, 2, 23, 59, 59))).toBe('2026-01-02');
  });

  it.skipIf(process.platform === 'win32')('begin at local midnight in another time zone than UTC', () => {
    useTimeZone('America/New_York');
    expect(localDay(new Date('2026-01-02T04:59:59Z'))).toBe('2026-01-01');
    expect(localDay(new Date('2026-01-02T05:00:00Z'))).toBe('2026-01-02');
    expect(startOfLocalDay('2026-01-02').toISOString()).toBe('2026-01-02T05:00:00.000Z');
    expect(startOfLocalDay('2026-03-07', 2).toISOString()).toBe('2026-03-09T04:00:00.000Z'); // daylight saving
    expect(startOfLocalDay('0050-06-01').getFullYear()).toBe(50);
  });
});
