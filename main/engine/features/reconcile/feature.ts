import type { EngineFeature } from '../feature';
import { shareFeeFiles } from '../team/saved-work/share-fee-files';
import { feeColumnStore, type FeeColumnStore } from './saved-work/fee-columns';
import { Reconciliations } from './saved-work/reconciliations';
import { shareFeeColumns } from './saved-work/share-columns';
import { RECONCILE_MIGRATIONS } from './saved-work/migrations';

declare module '#engine/workspace/open/saved-work' {
  interface Stores {
    readonly feeColumns: FeeColumnStore;
    readonly reconciliations: Reconciliations;
  }
}

export const RECONCILE_ENGINE = {
  load: 'first-call',
  router: async () => (await import('./router')).reconcileRouter,
  savedWork: {
    stores: {
      feeColumns: ({ db, stores }) => feeColumnStore(db, shareFeeColumns(stores.team)),
      reconciliations: ({ db, stores }) => new Reconciliations(db, shareFeeFiles(stores.team)),
    },
    migrations: RECONCILE_MIGRATIONS,
  },
} as const satisfies EngineFeature<'reconcile'>;
