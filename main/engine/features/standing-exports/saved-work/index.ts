import type { SavedWork } from '#engine/workspace/open/saved-work';
import { forgetFolders } from './restored';
import { standingExportStore, type StandingExportStore } from './standing-exports';
import { STANDING_EXPORTS_MIGRATIONS } from './migrations';

declare module '#engine/workspace/open/saved-work' {
  interface Stores {
    readonly standingExports: StandingExportStore;
  }
}

export const STANDING_EXPORTS_SAVED_WORK = {
  stores: {
    standingExports: ({ db }) => standingExportStore(db),
  },
  migrations: STANDING_EXPORTS_MIGRATIONS,
  restore: () => forgetFolders,
} as const satisfies SavedWork;
