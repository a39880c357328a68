import type { SavedWork } from '#engine/workspace/open/saved-work';
import { scheduleStore, type ScheduleStore } from './schedule';
import { SCHEDULED_REFRESH_MIGRATIONS } from './migrations';

declare module '#engine/workspace/open/saved-work' {
  interface Stores {
    readonly schedule: ScheduleStore;
  }
}

export const SCHEDULED_REFRESH_SAVED_WORK = {
  stores: {
    schedule: ({ db }) => scheduleStore(db),
  },
  migrations: SCHEDULED_REFRESH_MIGRATIONS,
  // It was switched on for another computer, or for earlier work.
  restore: () => (db) => void db.exec('DELETE FROM refresh_schedule'),
} as const satisfies SavedWork;
