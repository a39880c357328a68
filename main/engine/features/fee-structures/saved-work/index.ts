import type { SavedWork } from '#engine/workspace/open/saved-work';
import { shareFeeSettings } from '../../team/saved-work/share-fee-settings';
import { feeSettingsStore, type FeeSettingsStore } from './fee-settings';
import { FEE_STRUCTURES_MIGRATIONS } from './migrations';

declare module '#engine/workspace/open/saved-work' {
  interface Stores {
    readonly feeSettings: FeeSettingsStore;
  }
}

export const FEE_STRUCTURES_SAVED_WORK = {
  stores: {
    feeSettings: ({ db, stores }) => feeSettingsStore(db, shareFeeSettings(stores.team)),
  },
  migrations: FEE_STRUCTURES_MIGRATIONS,
} as const satisfies SavedWork;
