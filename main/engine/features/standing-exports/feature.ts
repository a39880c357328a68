import type { EngineFeature } from '../feature';
import { standingExportStore, type StandingExportStore } from './saved-work/standing-exports';
import { STANDING_EXPORTS_MIGRATIONS } from './saved-work/migrations';

declare module '#engine/workspace/open/saved-work' {
  interface Stores {
    readonly standingExports: StandingExportStore;
  }
}

export const STANDING_EXPORTS_ENGINE = {
  load: 'after-first-screen',
  router: async () => (await import('./router')).standingExportsRouter,
  savedWork: {
    stores: {
      standingExports: ({ db }) => standingExportStore(db),
    },
    migrations: STANDING_EXPORTS_MIGRATIONS,
    // Never uses a path from a backup: standing exports have no folder until the user chooses it.
    restore: () => (db) =>
      void db.exec(
        "UPDATE standing_export SET folder = '', after_refresh = 0, due = 0, sha256 = NULL, pending = NULL",
      ),
  },
} as const satisfies EngineFeature<'standingExports'>;
