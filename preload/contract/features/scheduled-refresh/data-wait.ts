const DAY_MINUTES = 24 * 60;
/** From 9 PM to 9 AM: an evening refresh may wait until the morning; one at noon does not wait for the next day. */
const MAX_OVERNIGHT_MINUTES = 12 * 60;

const minutesOf = (time: string): number => {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
};

/**
 * Returns the day on which a refresh that is due at `time` stops waiting for data, at `latest`: 0 for the
 * same day, 1 for the next, null if it does not wait. Both are times of day: "06:30".
 */
export function lastWaitDay(time: string, latest: string): 0 | 1 | null {
  const minutes = minutesOf(latest) - minutesOf(time);
  if (minutes > 0) return 0;
  return minutes + DAY_MINUTES <= MAX_OVERNIGHT_MINUTES ? 1 : null;
}
