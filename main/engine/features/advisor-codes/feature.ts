import type { EngineFeature } from '../feature';
import { ADVISOR_CODES_SAVED_WORK } from './saved-work';

export const ADVISOR_CODES_ENGINE = {
  load: 'first-screen',
  router: async () => (await import('./router')).advisorCodesRouter,
  savedWork: ADVISOR_CODES_SAVED_WORK,
} as const satisfies EngineFeature<'advisorCodes'>;
