import type { EngineFeature } from '../feature';
import { shareFeeFiles } from '../team/saved-work/share-fee-files';
import { ColleagueFileStore } from './saved-work/colleague-files';
import { restoreSavedFiles } from './saved-work/restored';
import { FeeFileStore } from './saved-work/saved-files';
import { FEE_FILES_MIGRATIONS } from './saved-work/migrations';

declare module '#engine/workspace/open/saved-work' {
  interface Stores {
    readonly feeFiles: FeeFileStore;
    readonly colleagueFiles: ColleagueFileStore;
  }
}

export const FEE_FILES_ENGINE = {
  load: 'after-first-screen',
  router: async () => (await import('./router')).feeFilesRouter,
  savedWork: {
    stores: {
      feeFiles: ({ db, stores: { team } }) =>
        new FeeFileStore(db, { share: shareFeeFiles(team), user: () => team.userName }),
      colleagueFiles: ({ db }) => new ColleagueFileStore(db),
    },
    migrations: FEE_FILES_MIGRATIONS,
    restore: restoreSavedFiles,
  },
} as const satisfies EngineFeature<'feeFiles'>;
