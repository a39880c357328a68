import type { SavedWork } from '#engine/workspace/open/saved-work';
import { agreedTermsStore, type AgreedTermsStore } from './agreed-terms';
import { shareAgreedTerms } from './share-terms';
import { AGREED_TERMS_MIGRATIONS } from './migrations';

declare module '#engine/workspace/open/saved-work' {
  interface Stores {
    readonly agreedTerms: AgreedTermsStore;
  }
}

export const AGREED_TERMS_SAVED_WORK = {
  stores: {
    agreedTerms: ({ db, stores }) => agreedTermsStore(db, shareAgreedTerms(stores.team)),
  },
  migrations: AGREED_TERMS_MIGRATIONS,
} as const satisfies SavedWork;
