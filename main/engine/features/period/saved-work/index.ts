import type { SavedWork } from '#engine/workspace/open/saved-work';
import { sharePeriods } from '../../team/saved-work/share-periods';
import { PeriodStore } from './periods';
import { PERIOD_MIGRATIONS } from './migrations';

declare module '#engine/workspace/open/saved-work' {
  interface Stores {
    readonly periods: PeriodStore;
  }
}

export const PERIOD_SAVED_WORK = {
  stores: {
    periods: ({ db, stores }) => new PeriodStore(db, sharePeriods(stores.team)),
  },
  migrations: PERIOD_MIGRATIONS,
} as const satisfies SavedWork;
