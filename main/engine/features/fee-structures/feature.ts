import type { EngineFeature } from '../feature';
import { shareFeeSettings } from '../team/saved-work/share-fee-settings';
import { feeSettingsStore, type FeeSettingsStore } from './saved-work/fee-settings';
import { FEE_STRUCTURES_MIGRATIONS } from './saved-work/migrations';

declare module '#engine/workspace/open/saved-work' {
  interface Stores {
    readonly feeSettings: FeeSettingsStore;
  }
}

export const FEE_STRUCTURES_ENGINE = {
  load: 'first-call',
  router: async () => (await import('./router')).feeStructuresRouter,
  savedWork: {
    stores: {
      feeSettings: ({ db, stores }) => feeSettingsStore(db, shareFeeSettings(stores.team)),
    },
    migrations: FEE_STRUCTURES_MIGRATIONS,
  },
} as const satisfies EngineFeature<'feeStructures'>;
