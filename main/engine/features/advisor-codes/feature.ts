import type { EngineFeature } from '../feature';
import { ADVISOR_CODES_MIGRATIONS } from './saved-work/migrations';

export const ADVISOR_CODES_ENGINE = {
  load: 'after-first-screen',
  router: async () => (await import('./router')).advisorCodesRouter,
  savedWork: {
    stores: {},
    migrations: ADVISOR_CODES_MIGRATIONS,
  },
} as const satisfies EngineFeature<'advisorCodes'>;
