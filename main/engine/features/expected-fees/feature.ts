import type { EngineFeature } from '../feature';
import { EXPECTED_FEES_SAVED_WORK } from './saved-work';

export const EXPECTED_FEES_ENGINE = {
  load: 'first-call',
  router: async () => (await import('./router')).expectedFeesRouter,
  savedWork: EXPECTED_FEES_SAVED_WORK,
} as const satisfies EngineFeature<'expectedFees'>;
