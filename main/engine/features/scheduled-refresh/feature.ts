import type { EngineFeature } from '../feature';
import { scheduleStore, type ScheduleStore } from './saved-work/schedule';
import { SCHEDULED_REFRESH_MIGRATIONS } from './saved-work/migrations';

declare module '#engine/workspace/open/saved-work' {
  interface Stores {
    readonly schedule: ScheduleStore;
  }
}

export const SCHEDULED_REFRESH_ENGINE = {
  load: 'after-first-screen',
  router: async () => (await import('./router')).scheduledRefreshRouter,
  savedWork: {
    stores: {
      schedule: ({ db }) => scheduleStore(db),
    },
    migrations: SCHEDULED_REFRESH_MIGRATIONS,
    // It was switched on for another computer, or for earlier work.
    restore: () => (db) => void db.exec('DELETE FROM refresh_schedule'),
  },
} as const satisfies EngineFeature<'scheduledRefresh'>;
