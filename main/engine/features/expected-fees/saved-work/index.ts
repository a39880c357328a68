import type { SavedWork } from '#engine/workspace/open/saved-work';
import {
  importedBalanceStore,
  serviceBalanceStore,
  dayCountStore,
  type ImportedBalanceStore,
  type ServiceBalanceStore,
  type DayCountStore,
} from './balances';
import { EXPECTED_FEES_MIGRATIONS } from './migrations';

declare module '#engine/workspace/open/saved-work' {
  interface Stores {
    readonly balances: ImportedBalanceStore;
    readonly serviceBalances: ServiceBalanceStore;
    readonly dayCount: DayCountStore;
  }
}

export const EXPECTED_FEES_SAVED_WORK = {
  stores: {
    balances: ({ db }) => importedBalanceStore(db),
    serviceBalances: ({ db }) => serviceBalanceStore(db),
    dayCount: ({ db }) => dayCountStore(db),
  },
  migrations: EXPECTED_FEES_MIGRATIONS,
} as const satisfies SavedWork;
