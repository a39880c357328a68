import type { EngineFeature } from '../feature';
import { ROI_SAVED_WORK } from './saved-work';

export const ROI_ENGINE = {
  load: 'first-call',
  router: async () => (await import('./router')).roiRouter,
  savedWork: ROI_SAVED_WORK,
} as const satisfies EngineFeature<'roi'>;
