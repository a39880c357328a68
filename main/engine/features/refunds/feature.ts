import type { EngineFeature } from '../feature';
import { REFUNDS_SAVED_WORK } from './saved-work';

export const REFUNDS_ENGINE = {
  load: 'first-call',
  router: async () => (await import('./router')).refundsRouter,
  savedWork: REFUNDS_SAVED_WORK,
} as const satisfies EngineFeature<'refunds'>;
