import type { EngineFeature } from '../feature';
import { FEE_STRUCTURES_SAVED_WORK } from './saved-work';

export const FEE_STRUCTURES_ENGINE = {
  load: 'first-call',
  router: async () => (await import('./router')).feeStructuresRouter,
  savedWork: FEE_STRUCTURES_SAVED_WORK,
} as const satisfies EngineFeature<'feeStructures'>;
