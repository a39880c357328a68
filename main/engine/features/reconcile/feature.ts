import type { EngineFeature } from '../feature';
import { RECONCILE_SAVED_WORK } from './saved-work';

export const RECONCILE_ENGINE = {
  load: 'first-call',
  router: async () => (await import('./router')).reconcileRouter,
  savedWork: RECONCILE_SAVED_WORK,
} as const satisfies EngineFeature<'reconcile'>;
