import type { EngineFeature } from '../feature';
import { sharePeriods } from '../team/saved-work/share-periods';
import { PeriodStore } from './saved-work/periods';
import { PERIOD_MIGRATIONS } from './saved-work/migrations';

declare module '#engine/workspace/open/saved-work' {
  interface Stores {
    readonly periods: PeriodStore;
  }
}

export const PERIOD_ENGINE = {
  load: 'first-call',
  router: async () => (await import('./router')).periodRouter,
  savedWork: {
    stores: {
      periods: ({ db, stores }) => new PeriodStore(db, sharePeriods(stores.team)),
    },
    migrations: PERIOD_MIGRATIONS,
  },
} as const satisfies EngineFeature<'period'>;
