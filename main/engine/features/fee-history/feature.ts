import type { EngineFeature } from '../feature';
import { FEE_HISTORY_SAVED_WORK } from './saved-work';

export const FEE_HISTORY_ENGINE = {
  load: 'first-call',
  router: async () => (await import('./router')).feeHistoryRouter,
  savedWork: FEE_HISTORY_SAVED_WORK,
} as const satisfies EngineFeature<'feeHistory'>;
