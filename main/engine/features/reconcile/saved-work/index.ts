import type { SavedWork } from '#engine/workspace/open/saved-work';
import { shareFeeFiles } from '../../team/saved-work/share-fee-files';
import { feeColumnStore, type FeeColumnStore } from './fee-columns';
import { Reconciliations } from './reconciliations';
import { shareFeeColumns } from './share-columns';
import { RECONCILE_MIGRATIONS } from './migrations';

declare module '#engine/workspace/open/saved-work' {
  interface Stores {
    readonly feeColumns: FeeColumnStore;
    readonly reconciliations: Reconciliations;
  }
}

export const RECONCILE_SAVED_WORK = {
  stores: {
    feeColumns: ({ db, stores }) => feeColumnStore(db, shareFeeColumns(stores.team)),
    reconciliations: ({ db, stores }) => new Reconciliations(db, shareFeeFiles(stores.team)),
  },
  migrations: RECONCILE_MIGRATIONS,
} as const satisfies SavedWork;
