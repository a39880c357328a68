import type { EngineFeature } from '../feature';
import { AGREED_TERMS_SAVED_WORK } from './saved-work';

export const AGREED_TERMS_ENGINE = {
  load: 'first-call',
  router: async () => (await import('./router')).agreedTermsRouter,
  savedWork: AGREED_TERMS_SAVED_WORK,
} as const satisfies EngineFeature<'agreedTerms'>;
