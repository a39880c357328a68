import type { EngineFeature } from '../feature';
import { STANDING_EXPORTS_SAVED_WORK } from './saved-work';

export const STANDING_EXPORTS_ENGINE = {
  load: 'first-screen',
  router: async () => (await import('./router')).standingExportsRouter,
  savedWork: STANDING_EXPORTS_SAVED_WORK,
} as const satisfies EngineFeature<'standingExports'>;
