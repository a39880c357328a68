import type { EngineFeature } from '../feature';
import { SCHEDULED_REFRESH_SAVED_WORK } from './saved-work';

export const SCHEDULED_REFRESH_ENGINE = {
  load: 'first-screen',
  router: async () => (await import('./router')).scheduledRefreshRouter,
  savedWork: SCHEDULED_REFRESH_SAVED_WORK,
} as const satisfies EngineFeature<'scheduledRefresh'>;
