import type { EngineFeature } from '../feature';
import { PERIOD_SAVED_WORK } from './saved-work';

export const PERIOD_ENGINE = {
  load: 'first-call',
  router: async () => (await import('./router')).periodRouter,
  savedWork: PERIOD_SAVED_WORK,
} as const satisfies EngineFeature<'period'>;
