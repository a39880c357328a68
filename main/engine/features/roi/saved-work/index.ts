import type { SavedWork } from '#engine/workspace/open/saved-work';
import { restoreRequests } from './restored';
import { shareRoiLists } from './share-lists';
import { shareRoiRequests } from './share-requests';
import { roiStore, type RoiStore } from './store';
import { ROI_MIGRATIONS } from './migrations';

declare module '#engine/workspace/open/saved-work' {
  interface Stores {
    readonly roi: RoiStore;
  }
}

export const ROI_SAVED_WORK = {
  stores: {
    roi: ({ db, stores: { team } }) =>
      roiStore(db, undefined, shareRoiRequests(db, team), shareRoiLists(team)),
  },
  migrations: ROI_MIGRATIONS,
  restore: restoreRequests,
} as const satisfies SavedWork;
