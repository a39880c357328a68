import { DAY_MS } from '#contract/dates';
import type { RefreshSchedule } from '#contract/features/scheduled-refresh/schemas';
import { lastWaitDay } from '#contract/features/scheduled-refresh/data-wait';
import { memoize } from '#common/memoize';

/** Days to look back and ahead: enough for a weekend and a change of the clock. */
const MAX_DAYS = 4;

type Times = Pick<RefreshSchedule, 'times' | 'weekdaysOnly'>;

/** Creating a formatter takes a hundred times as long as using it. */
const clockFormat = memoize(
  (zone: string) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }),
);

/** Returns the wall clock of an instant in a time zone, as if that were UTC. */
function wallClock(instant: number, zone: string): number {
  const parts = clockFormat(zone).formatToParts(instant);
  const numberOf = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(
    numberOf('year'),
    numberOf('month') - 1,
    numberOf('day'),
    numberOf('hour'),
    numberOf('minute'),
    numberOf('second'),
  );
}

/**
 * Returns the instant at which a zone's clock shows `wall`. An hour that daylight saving repeats counts once,
 * the first time; one that it skips is an hour later.
 */
function instantOf(wall: number, zone: string): number {
  const offset = (instant: number): number => wallClock(instant, zone) - Math.floor(instant / 1_000) * 1_000;
  const candidates = [wall - offset(wall - DAY_MS), wall - offset(wall + DAY_MS)];
  const exact = candidates.filter((instant) => wallClock(instant, zone) === wall);
  return exact.length > 0 ? Math.min(...exact) : Math.max(...candidates);
}

/** Returns the instant of a time of day, `days` days from the day of `now`. */
export function timeOnDay(time: string, now: number, zone: string, days = 0): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const midnight = Math.floor(wallClock(now, zone) / DAY_MS) * DAY_MS + days * DAY_MS;
  return instantOf(midnight + (hour * 60 + minute) * 60_000, zone);
}

/** Returns until when a refresh that is due waits for data; `due` itself if it does not wait. */
export function waitDeadline(latest: string, due: number, zone: string): number {
  const time = new Date(wallClock(due, zone)).toISOString().slice(11, 16);
  const day = lastWaitDay(time, latest);
  return day === null ? due : Math.max(due, timeOnDay(latest, due, zone, day));
}

function occurrences({ times, weekdaysOnly }: Times, now: number, zone: string): number[] {
  const today = Math.floor(wallClock(now, zone) / DAY_MS) * DAY_MS;
  return Array.from({ length: 2 * MAX_DAYS + 1 }, (_, index) => index - MAX_DAYS)
    .filter((days) => !weekdaysOnly || ![0, 6].includes(new Date(today + days * DAY_MS).getUTCDay()))
    .flatMap((days) => times.map((time) => timeOnDay(time, now, zone, days)))
    .sort((a, b) => a - b);
}

/** Returns the last scheduled time up to now; null if there is none. */
export const latestTime = (times: Times, now: number, zone: string): number | null =>
  occurrences(times, now, zone).findLast((instant) => instant <= now) ?? null;

/** Returns the next scheduled time after now; null if there is none. */
export const nextScheduledTime = (times: Times, now: number, zone: string): number | null =>
  occurrences(times, now, zone).find((instant) => instant > now) ?? null;
