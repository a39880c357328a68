import type { EngineFeature } from '../feature';
import { refundStore, type RefundStore } from './saved-work/refunds';
import { REFUNDS_MIGRATIONS } from './saved-work/migrations';

declare module '#engine/workspace/open/saved-work' {
  interface Stores {
    readonly refunds: RefundStore;
  }
}

export const REFUNDS_ENGINE = {
  load: 'first-call',
  router: async () => (await import('./router')).refundsRouter,
  savedWork: {
    stores: {
      refunds: ({ db }) => refundStore(db),
    },
    migrations: REFUNDS_MIGRATIONS,
  },
} as const satisfies EngineFeature<'refunds'>;
