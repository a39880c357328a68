import type { EngineFeature } from '../feature';
import { REVIEW_SAVED_WORK } from './saved-work';

export const REVIEW_ENGINE = {
  load: 'first-call',
  router: async () => (await import('./router')).reviewRouter,
  savedWork: REVIEW_SAVED_WORK,
} as const satisfies EngineFeature<'review'>;
