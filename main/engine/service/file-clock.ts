import fs from 'node:fs';
import type { Clock } from './clock';

const POLL_MS = 50;

interface Timer {
  at: number;
  readonly then: () => void;
}

/**
 * Returns a clock for tests of the running app, which shows the time (ISO) that `file` contains. Time that a
 * test skips passes at once, as while a computer sleeps. Setting the clock back does not lengthen timers.
 */
export function fileClock(file: string): Clock {
  const timers = new Set<Timer>();
  let now = 0;
  const read = (): void => {
    const time = Date.parse(fs.readFileSync(file, 'utf8'));
    if (Number.isNaN(time)) return; // being written
    if (time < now) for (const timer of timers) timer.at -= now - time;
    now = time;
    for (const timer of [...timers].filter(({ at }) => at <= now)) if (timers.delete(timer)) timer.then();
  };
  read();
  setInterval(read, POLL_MS).unref();
  return {
    now: () => now,
    after: (ms, then) => {
      const timer = { at: now + ms, then };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  };
}
