import type { EngineFeature } from '../feature';
import {
  importedBalanceStore,
  serviceBalanceStore,
  dayCountStore,
  type ImportedBalanceStore,
  type ServiceBalanceStore,
  type DayCountStore,
} from './saved-work/balances';
import { EXPECTED_FEES_MIGRATIONS } from './saved-work/migrations';

declare module '#engine/workspace/open/saved-work' {
  interface Stores {
    readonly balances: ImportedBalanceStore;
    readonly serviceBalances: ServiceBalanceStore;
    readonly dayCount: DayCountStore;
  }
}

export const EXPECTED_FEES_ENGINE = {
  load: 'first-call',
  router: async () => (await import('./router')).expectedFeesRouter,
  savedWork: {
    stores: {
      balances: ({ db }) => importedBalanceStore(db),
      serviceBalances: ({ db }) => serviceBalanceStore(db),
      dayCount: ({ db }) => dayCountStore(db),
    },
    migrations: EXPECTED_FEES_MIGRATIONS,
  },
} as const satisfies EngineFeature<'expectedFees'>;
