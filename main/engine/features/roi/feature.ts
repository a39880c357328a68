import type { EngineFeature } from '../feature';
import { addLaterRequests, restoreRequests } from './saved-work/restored';
import { shareRoiLists } from './saved-work/share-lists';
import { shareRoiRequests } from './saved-work/share-requests';
import { roiStore, type RoiStore } from './saved-work/store';
import { ROI_MIGRATIONS } from './saved-work/migrations';

declare module '#engine/workspace/open/saved-work' {
  interface Stores {
    readonly roi: RoiStore;
  }
}

export const ROI_ENGINE = {
  load: 'first-call',
  router: async () => (await import('./router')).roiRouter,
  savedWork: {
    stores: {
      roi: ({ db, stores: { team } }) =>
        roiStore(db, undefined, shareRoiRequests(db, team), shareRoiLists(team)),
    },
    migrations: ROI_MIGRATIONS,
    restore: restoreRequests,
    addLater: addLaterRequests,
    markOlder: restoreRequests(undefined),
  },
} as const satisfies EngineFeature<'roi'>;
