import type { SavedWork } from '#engine/workspace/open/saved-work';
import { shareFeeFiles } from '../../team/saved-work/share-fee-files';
import { ColleagueFileStore } from './colleague-files';
import { restoreSavedFiles } from './restored';
import { FeeFileStore } from './saved-files';
import { FEE_FILES_MIGRATIONS } from './migrations';

declare module '#engine/workspace/open/saved-work' {
  interface Stores {
    readonly feeFiles: FeeFileStore;
    readonly colleagueFiles: ColleagueFileStore;
  }
}

export const FEE_FILES_SAVED_WORK = {
  stores: {
    feeFiles: ({ db, stores: { team } }) =>
      new FeeFileStore(db, { share: shareFeeFiles(team), user: () => team.userName }),
    colleagueFiles: ({ db }) => new ColleagueFileStore(db),
  },
  migrations: FEE_FILES_MIGRATIONS,
  restore: restoreSavedFiles,
} as const satisfies SavedWork;
