import type { SavedWork } from '#engine/workspace/open/saved-work';
import { shareStructureMarks } from '../../team/saved-work/share-structure-marks';
import { structureMarkStore, type StructureMarkStore } from './structure-marks';
import { FEE_STRUCTURES_MIGRATIONS } from './migrations';

declare module '#engine/workspace/open/saved-work' {
  interface Stores {
    readonly structureMarks: StructureMarkStore;
  }
}

export const FEE_STRUCTURES_SAVED_WORK = {
  stores: {
    structureMarks: ({ db, stores }) => structureMarkStore(db, shareStructureMarks(stores.team)),
  },
  migrations: FEE_STRUCTURES_MIGRATIONS,
} as const satisfies SavedWork;
