import {
  refreshSchedule,
  scheduleEnd,
  type RefreshSchedule,
  type ScheduleEnd,
} from '#contract/features/scheduled-refresh/schemas';
import type { Db } from '#engine/sqlite/open-database';

export const NO_SCHEDULE: RefreshSchedule = {
  on: false,
  times: ['06:30'],
  weekdaysOnly: true,
  onWaking: false,
  waitFor: [],
  latest: '09:00',
};

interface Row {
  readonly schedule: string;
  readonly handled: number | null;
  readonly last: string | null;
}

/**
 * Stores the schedule, the time up to which scheduled times are handled (`handled`, milliseconds since 1970), and how
 * the latest scheduled refresh ended (`last`).
 */
export function scheduleStore(db: Db) {
  const row = () =>
    db.prepare<[], Row>('SELECT schedule, handled, last FROM refresh_schedule WHERE one = 1').get();
  return {
    get(): RefreshSchedule {
      // A schedule of another version counts as none.
      const parsed = refreshSchedule.safeParse(JSON.parse(row()?.schedule ?? 'null'));
      return parsed.success ? parsed.data : NO_SCHEDULE;
    },
    set(schedule: RefreshSchedule): void {
      db.prepare(
        `INSERT INTO refresh_schedule (one, schedule) VALUES (1, ?)
         ON CONFLICT (one) DO UPDATE SET schedule = excluded.schedule`,
      ).run(JSON.stringify(schedule));
    },
    handled: (): number | null => row()?.handled ?? null,
    setHandled(at: number): void {
      db.prepare('UPDATE refresh_schedule SET handled = ? WHERE one = 1').run(at);
    },
    last(): ScheduleEnd | null {
      const parsed = scheduleEnd.safeParse(JSON.parse(row()?.last ?? 'null'));
      return parsed.success ? parsed.data : null;
    },
    setLast(end: ScheduleEnd): void {
      db.prepare('UPDATE refresh_schedule SET last = ? WHERE one = 1').run(JSON.stringify(end));
    },
  };
}
export type ScheduleStore = ReturnType<typeof scheduleStore>;
