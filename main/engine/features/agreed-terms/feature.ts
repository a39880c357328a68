import type { EngineFeature } from '../feature';
import { agreedTermsStore, type AgreedTermsStore } from './saved-work/agreed-terms';
import { shareAgreedTerms } from './saved-work/share-terms';
import { AGREED_TERMS_MIGRATIONS } from './saved-work/migrations';

declare module '#engine/workspace/open/saved-work' {
  interface Stores {
    readonly agreedTerms: AgreedTermsStore;
  }
}

export const AGREED_TERMS_ENGINE = {
  load: 'first-call',
  router: async () => (await import('./router')).agreedTermsRouter,
  savedWork: {
    stores: {
      agreedTerms: ({ db, stores }) => agreedTermsStore(db, shareAgreedTerms(stores.team)),
    },
    migrations: AGREED_TERMS_MIGRATIONS,
  },
} as const satisfies EngineFeature<'agreedTerms'>;
