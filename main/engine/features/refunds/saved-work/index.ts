import type { SavedWork } from '#engine/workspace/open/saved-work';
import { refundStore, type RefundStore } from './refunds';
import { REFUNDS_MIGRATIONS } from './migrations';

declare module '#engine/workspace/open/saved-work' {
  interface Stores {
    readonly refunds: RefundStore;
  }
}

export const REFUNDS_SAVED_WORK = {
  stores: {
    refunds: ({ db }) => refundStore(db),
  },
  migrations: REFUNDS_MIGRATIONS,
} as const satisfies SavedWork;
