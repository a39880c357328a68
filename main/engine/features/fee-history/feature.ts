import type { EngineFeature } from '../feature';
import { shareReplacedMarks } from '../team/saved-work/share-fee-files';
import { FeeHistoryStore } from './saved-work/fee-history';
import { FEE_HISTORY_MIGRATIONS } from './saved-work/migrations';
import { ReplacedMarks } from './saved-work/replaced-marks';

declare module '#engine/workspace/open/saved-work' {
  interface Stores {
    readonly feeHistory: FeeHistoryStore;
  }
}

export const FEE_HISTORY_ENGINE = {
  load: 'first-call',
  router: async () => (await import('./router')).feeHistoryRouter,
  savedWork: {
    stores: {
      feeHistory: ({ db, stores: { team } }) =>
        new FeeHistoryStore(db, new ReplacedMarks(db, shareReplacedMarks(team))),
    },
    migrations: FEE_HISTORY_MIGRATIONS,
  },
} as const satisfies EngineFeature<'feeHistory'>;
