import type { SavedWork } from '#engine/workspace/open/saved-work';
import { FeeHistoryStore } from './fee-history';
import { FEE_HISTORY_MIGRATIONS } from './migrations';

declare module '#engine/workspace/open/saved-work' {
  interface Stores {
    readonly feeHistory: FeeHistoryStore;
  }
}

export const FEE_HISTORY_SAVED_WORK = {
  stores: {
    feeHistory: ({ db }) => new FeeHistoryStore(db),
  },
  migrations: FEE_HISTORY_MIGRATIONS,
} as const satisfies SavedWork;
