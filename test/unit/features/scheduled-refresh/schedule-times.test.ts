import { describe, expect, it } from 'vitest';
import {
  latestTime,
  nextScheduledTime,
  timeOnDay,
  waitDeadline,
} from '#engine/features/scheduled-refresh/schedule-times';

const NEW_YORK = 'America/New_York';
const LOS_ANGELES = 'America/Los_Angeles';
const parse = (text: string): number => Date.parse(text);
const iso = (instant: number | null): string | null =>
  instant === null ? null : new Date(instant).toISOString().slice(0, 16);
const daily = (...times: string[]) => ({ times, weekdaysOnly: false });

describe('times of day', () => {
  it('are those of the computer’s time zone', () => {
    const now = parse('2026-11-27T15:00:00Z'); // 10:00 in New York, 7:00 in Los Angeles
    expect(iso(latestTime(daily('06:30'), now, NEW_YORK))).toBe('2026-11-27T11:30');
    expect(iso(latestTime(daily('06:30'), now, LOS_ANGELES))).toBe('2026-11-27T14:30');
    expect(iso(nextScheduledTime(daily('08:00'), now, NEW_YORK))).toBe('2026-11-28T13:00');
    expect(iso(nextScheduledTime(daily('08:00'), now, LOS_ANGELES))).toBe('2026-11-27T16:00');
  });

  it('are of the local day, even when it is another day in UTC', () => {
    const now = parse('2026-11-28T03:00:00Z'); // the evening of the 27th in New York
    expect(iso(latestTime(daily('06:30', '21:30'), now, NEW_YORK))).toBe('2026-11-28T02:30');
    expect(iso(timeOnDay('09:00', now, NEW_YORK))).toBe('2026-11-27T14:00');
  });

  it('come once on the day that daylight saving ends, the first time that the clock shows them', () => {
    const first = '2026-11-01T05:30';
    expect(iso(nextScheduledTime(daily('01:30'), parse('2026-11-01T04:00:00Z'), NEW_YORK))).toBe(first);
    expect(iso(latestTime(daily('01:30'), parse('2026-11-01T06:45:00Z'), NEW_YORK))).toBe(first);
    expect(iso(nextScheduledTime(daily('01:30'), parse('2026-11-01T06:15:00Z'), NEW_YORK))).toBe(
      '2026-11-02T06:30',
    );
    expect(iso(nextScheduledTime(daily('06:30'), parse('2026-11-01T04:00:00Z'), NEW_YORK))).toBe(
      '2026-11-01T11:30',
    );
  });

  it('come an hour later if daylight saving skips them', () => {
    expect(iso(nextScheduledTime(daily('02:30'), parse('2026-03-08T05:00:00Z'), NEW_YORK))).toBe(
      '2026-03-08T07:30',
    );
    expect(iso(nextScheduledTime(daily('06:30'), parse('2026-03-08T05:00:00Z'), NEW_YORK))).toBe(
      '2026-03-08T10:30',
    );
  });

  it('skip the weekend if they are for weekdays', () => {
    const times = { times: ['06:30'], weekdaysOnly: true };
    const saturday = parse('2026-11-28T15:00:00Z');
    expect(iso(latestTime(times, saturday, NEW_YORK))).toBe('2026-11-27T11:30');
    expect(iso(nextScheduledTime(times, saturday, NEW_YORK))).toBe('2026-11-30T11:30');
  });

  it('are null without a time', () => {
    expect(latestTime(daily(), parse('2026-11-28T15:00:00Z'), NEW_YORK)).toBeNull();
    expect(nextScheduledTime(daily(), parse('2026-11-28T15:00:00Z'), NEW_YORK)).toBeNull();
  });
});

describe('waiting for data', () => {
  it.each([
    ['lasts until the set hour of the same day', '2026-11-27T11:30:00Z', '2026-11-27T14:00'], // 6:30
    ['of a refresh in the evening lasts until the next morning', '2026-11-28T04:00:00Z', '2026-11-28T14:00'],
    ['does not happen at noon, after the set hour', '2026-11-27T17:00:00Z', '2026-11-27T17:00'],
    ['does not happen at the set hour', '2026-11-27T14:00:00Z', '2026-11-27T14:00'],
    // Daylight saving ends that night, so the wait takes 13 hours instead of 12.
    ['lasts until the set hour although the clock changes', '2026-11-01T01:00:00Z', '2026-11-01T14:00'],
  ])('%s', (_title, due, until) => {
    expect(iso(waitDeadline('09:00', parse(due), NEW_YORK))).toBe(until);
  });
});
