import type { EngineFeature } from '../feature';
import { FEE_FILES_SAVED_WORK } from './saved-work';

export const FEE_FILES_ENGINE = {
  load: 'first-screen',
  router: async () => (await import('./router')).feeFilesRouter,
  savedWork: FEE_FILES_SAVED_WORK,
} as const satisfies EngineFeature<'feeFiles'>;
