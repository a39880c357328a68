import type { EngineFeature } from '../feature';
import { FeeHistoryStore } from './saved-work/fee-history';
import { FEE_HISTORY_MIGRATIONS } from './saved-work/migrations';

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
      feeHistory: ({ db }) => new FeeHistoryStore(db),
    },
    migrations: FEE_HISTORY_MIGRATIONS,
  },
} as const satisfies EngineFeature<'feeHistory'>;
